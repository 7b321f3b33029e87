import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { closeAfterTest } from '#tests/support/cleanup.ts';
import {
  badGateway,
  bodyOf,
  cutOff,
  listen,
  parseJson,
  reply,
  serverOf,
} from '#tests/support/providers/http-server.ts';
import {
  type EventOptions,
  mailEvent,
  type ReportKind,
  reportKinds,
  sendMailEvent,
  type Webhook,
} from '#tests/support/providers/resend-events.ts';
import { resendPage } from '#tests/support/providers/resend-page.ts';

/** Failures of the next requests. `late` does the work, then answers only after `ms`. */
export type Failure =
  | { how: 'status'; status: number; name?: string; message?: string; retryAfter?: number | string }
  | { how: 'hang' }
  | { how: 'cut' }
  | { how: 'page'; status: number }
  | { how: 'late'; ms: number };

const mailSchema = z.object({
  from: z.string(),
  to: z.union([z.string(), z.array(z.string())]),
  reply_to: z.union([z.string(), z.array(z.string())]).optional(),
  subject: z.string(),
  html: z.string().optional(),
  text: z.string().optional(),
  headers: z.record(z.string(), z.string()).optional(),
  attachments: z
    .array(
      z.object({ filename: z.string(), content: z.string(), content_type: z.string().optional() }),
    )
    .optional(),
});

export type ReceivedMail = z.infer<typeof mailSchema> & { id: string; key: string | undefined };

type Options = { port?: number; key?: string; webhook?: Webhook };

/**
 * Starts a stand-in of Resend: its wire format over real HTTP, with failures on command. It reports
 * to its webhook what happened to a mail, on command or by a button of its page.
 */
export async function startResend(options: Options = {}) {
  const key = options.key ?? 're_stand_in';
  const received: ReceivedMail[] = [];
  const requests: { key: string | undefined; body: string }[] = [];
  const failures: Failure[] = [];
  const hanging = new Set<ServerResponse>();
  const byKey = new Map<string, { bodyHash: string; id: string }>();
  const busy = new Set<string>();

  const server = serverOf(answer);

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request);
    if (request.method === 'GET' && request.url?.split('?')[0] === '/')
      return show(response, received);
    const [, mailId, action] = /^\/mails\/([\w-]+)\/(\w+)$/.exec(request.url ?? '') ?? [];
    if (request.method === 'POST' && mailId && action) return pressed(response, mailId, action);
    if (request.method !== 'POST' || request.url !== '/emails') {
      return refuse(response, 404, 'not_found');
    }
    const input = request.headers['idempotency-key'];
    const idempotencyKey = typeof input === 'string' ? input : undefined;
    requests.push({ key: idempotencyKey, body });
    const failure = failures.shift();
    if (failure?.how === 'hang') return void hanging.add(response);
    if (failure && failure.how !== 'late') return fail(response, failure);

    const authorization = request.headers.authorization;
    if (!authorization) return refuse(response, 401, 'missing_api_key');
    if (authorization !== `Bearer ${key}`) return refuse(response, 403, 'invalid_api_key');
    if (idempotencyKey !== undefined && (!idempotencyKey || idempotencyKey.length > 256)) {
      return refuse(response, 400, 'invalid_idempotency_key');
    }
    if (idempotencyKey && busy.has(idempotencyKey)) {
      return refuse(response, 409, 'concurrent_idempotent_requests');
    }
    const bodyHash = createHash('sha256').update(body).digest('hex');
    const known = idempotencyKey ? byKey.get(idempotencyKey) : undefined;
    if (known) {
      return known.bodyHash === bodyHash
        ? reply(response, 200, { id: known.id })
        : refuse(response, 409, 'invalid_idempotent_request');
    }
    const mail = mailSchema.safeParse(parseJson(body));
    if (!mail.success) return refuse(response, 422, 'missing_required_field');
    if (!mail.data.html && !mail.data.text) return refuse(response, 422, 'validation_error');
    if ([mail.data.to].flat().some((address) => !/^[^@]+@[^@]+\.[^@]+$/.test(address))) {
      return refuse(response, 422, 'validation_error');
    }

    const id = randomUUID();
    received.push({ ...mail.data, id, key: idempotencyKey });
    if (idempotencyKey) byKey.set(idempotencyKey, { bodyHash, id });
    if (failure?.how === 'late') await sleep(failure.ms, undefined, { ref: false });
    reply(response, 200, { id });
  }

  /** Sends an event about a mail to the webhook, as Resend does. */
  async function report(emailId: string, kind: ReportKind, more: EventOptions = {}) {
    if (!options.webhook) throw new Error('no webhook is set');
    const mail = received.find(({ id }) => id === emailId);
    const event = mailEvent({ kind, emailId, ...mail, ...more });
    return sendMailEvent(event, { ...options.webhook, id: more.id });
  }

  async function pressed(response: ServerResponse, mailId: string, action: string): Promise<void> {
    const kind = reportKinds.find((known) => known === action);
    if (!kind || !options.webhook) return refuse(response, 404, 'not_found');
    const answer = await report(mailId, kind).catch(() => null);
    response.writeHead(303, { location: `/?app=${answer?.status ?? 'no+answer'}` }).end();
  }

  const { url, close } = await listen(server, options.port);
  return closeAfterTest({
    url,
    key,
    variables: {
      RESEND_API_KEY: key,
      RESEND_BASE_URL: url,
      ...(options.webhook && { RESEND_WEBHOOK_SECRET: options.webhook.secret }),
    },
    /** Accepted mails, each once. */
    received,
    /** Every request to POST /emails, failed ones too. */
    requests,
    /** Makes the next `times` requests fail. */
    failNext: (failure: Failure, times = 1) => {
      for (let i = 0; i < times; i++) failures.push(failure);
    },
    report,
    /** Answers again, and cuts off the requests that still hang. */
    recover: () => {
      failures.length = 0;
      for (const response of hanging) response.destroy();
      hanging.clear();
    },
    /** Pretends that another request with this key is still being worked on. */
    holdKey: (held: string) => busy.add(held),
    releaseKey: (held: string) => busy.delete(held),
    close,
  });
}

export type ResendStandIn = Awaited<ReturnType<typeof startResend>>;

function show(response: ServerResponse, received: readonly ReceivedMail[]): void {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
  response.end(resendPage(received));
}

function fail(response: ServerResponse, failure: Exclude<Failure, { how: 'late' | 'hang' }>): void {
  if (failure.how === 'cut') cutOff(response, { id: randomUUID() });
  else if (failure.how === 'page') badGateway(response, failure.status);
  else {
    const { status, name = nameOf(status), message, retryAfter } = failure;
    if (retryAfter !== undefined) response.setHeader('retry-after', `${retryAfter}`);
    refuse(response, status, name, message);
  }
}

function nameOf(status: number): string {
  if (status === 429) return 'rate_limit_exceeded';
  return status >= 500 ? 'internal_server_error' : 'validation_error';
}

function refuse(response: ServerResponse, statusCode: number, name: string, message = name): void {
  reply(response, statusCode, { statusCode, name, message });
}
