import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
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

/** Failures of the next requests. */
export type TurnstileFailure = 'hang' | 'cut' | 'page' | 'garbage' | 'internal-error';

const LIFE_MS = 300_000;

type Minted = { at: number; hostname: string; action: string };

/** Starts Cloudflare's siteverify over real HTTP: JSON, tokens valid 300 s and once. */
export async function startTurnstile(options: { port?: number; secretKey?: string } = {}) {
  const secretKey = options.secretKey ?? 'turnstile-stand-in-secret';
  const fresh = new Map<string, Minted>();
  const spent = new Set<string>();
  const requested: Record<string, string>[] = [];
  const failures: TurnstileFailure[] = [];

  const server = serverOf(answer);

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'POST') return reply(response, 405, {});
    const question = parseJson(await bodyOf(request)) as Record<string, string> | null; // ours is so
    if (!question) return refuse(response, 'bad-request', 400);
    requested.push(question);
    const failure = failures.shift();
    if (failure) return fail(response, failure);
    if (!question.secret) return refuse(response, 'missing-input-secret');
    if (question.secret !== secretKey) return refuse(response, 'invalid-input-secret');
    const token = question.response;
    if (!token) return refuse(response, 'missing-input-response');
    if (spent.has(token)) return refuse(response, 'timeout-or-duplicate');
    const minted = fresh.get(token);
    if (minted === undefined) return refuse(response, 'invalid-input-response');
    fresh.delete(token);
    spent.add(token);
    if (Date.now() - minted.at > LIFE_MS) return refuse(response, 'timeout-or-duplicate');
    reply(response, 200, {
      success: true,
      'error-codes': [],
      challenge_ts: new Date(minted.at).toISOString(),
      hostname: minted.hostname,
      action: minted.action,
      cdata: '',
    });
  }

  const { url, close } = await listen(server, options.port);
  const verifyUrl = `${url}/turnstile/v0/siteverify`;
  const siteKey = '1x00000000000000000000AA';
  return closeAfterTest({
    verifyUrl,
    siteKey,
    secretKey,
    variables: {
      CAPTCHA: 'on',
      TURNSTILE_SITE_KEY: siteKey,
      TURNSTILE_SECRET_KEY: secretKey,
      TURNSTILE_VERIFY_URL: verifyUrl,
    },
    /** Makes a token as the widget gives it to a person who passed, on a page and for an action. */
    mint: ({ hostname = 'localhost', action = '' } = {}) => {
      const token = `stand-in.${randomUUID()}`;
      fresh.set(token, { at: Date.now(), hostname, action });
      return token;
    },
    /** Every request that could be read, failed ones too. */
    requests: requested,
    /** Makes the next `times` requests fail. */
    failNext: (failure: TurnstileFailure, times = 1) => {
      for (let i = 0; i < times; i++) failures.push(failure);
    },
    close,
  });
}

export type TurnstileStandIn = Awaited<ReturnType<typeof startTurnstile>>;

function fail(response: ServerResponse, failure: TurnstileFailure): void {
  if (failure === 'internal-error') refuse(response, failure);
  else if (failure === 'page') badGateway(response, 502);
  else if (failure === 'garbage') reply(response, 200, { success: 'maybe' });
  else if (failure === 'cut') cutOff(response, { success: true });
}

function refuse(response: ServerResponse, code: string, status = 200): void {
  reply(response, status, { success: false, 'error-codes': [code], messages: [] });
}
