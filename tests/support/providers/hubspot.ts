import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { closeAfterTest } from '#tests/support/cleanup.ts';
import {
  bodyOf,
  cutOff,
  listen,
  parseJson,
  reply,
  serverOf,
} from '#tests/support/providers/http-server.ts';
import { hubspotPage } from '#tests/support/providers/hubspot-page.ts';
import {
  fail,
  type HubspotFailure,
  type HubspotObject,
  hubspotSignature,
  invalid,
  refusal,
  stageEvent,
} from '#tests/support/providers/hubspot-replies.ts';

type Kind = 'contacts' | 'deals' | 'notes';

type Options = {
  port?: number;
  token?: string;
  /** Webhook that gets changed stages, signed with `appSecret`. */
  webhook?: { url: string; appSecret: string };
  /** True if the portal has our property already. */
  isSetUp?: boolean;
};

type Answer = readonly [number, object];

/** Starts a stand-in for HubSpot's CRM API v3, with the calls that we use. It fails on command. */
export async function startHubspot(options: Options = {}) {
  const token = options.token ?? 'pat-stand-in';
  const objects: Record<Kind, HubspotObject[]> = { contacts: [], deals: [], notes: [] };
  const byEmail = (email: string) =>
    objects.contacts.find(({ properties }) => properties.email?.toLowerCase() === email);
  const byKey = new Map<string, HubspotObject>();
  const barred = new Set<string>();
  const groups = new Set<string>();
  const uniqueProperties = new Set<string>(
    options.isSetUp ? ['deals/resguardo_id', 'notes/resguardo_id'] : [],
  );
  const requests: { method: string; path: string; at: number }[] = [];
  const failures: HubspotFailure[] = [];
  let webhook = options.webhook;
  let lastId = 100;
  let lastEvent = 7000;

  const server = serverOf(answer);

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request);
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://x');
    const method = request.method ?? '';
    if (!pathname.startsWith('/crm/')) return page(method, pathname, body, response);
    requests.push({ method, path: pathname, at: Date.now() });
    const failure = failures.shift();
    if (failure && failure.how !== 'late' && failure.how !== 'cut') return fail(response, failure);
    const [status, result] =
      request.headers.authorization === `Bearer ${token}`
        ? work(method, pathname, searchParams, parseJson(body))
        : refusal(401, 'INVALID_AUTHENTICATION');
    if (failure?.how === 'late') await sleep(failure.ms, undefined, { ref: false });
    if (failure?.how === 'cut') return cutOff(response, result);
    reply(response, status, result);
  }

  // biome-ignore lint/suspicious/noExplicitAny: bodies have any shape; a missing field is refused
  function work(method: string, path: string, query: URLSearchParams, body: any): Answer {
    if (method === 'POST' && path === '/crm/v3/objects/contacts/batch/upsert') {
      return upsert(body?.inputs?.[0]);
    }
    if (method === 'POST' && path === '/crm/v3/objects/contacts/gdpr-delete') {
      return eraseContact(`${body?.objectId}`, body?.idProperty);
    }
    const emailInPath = /^\/crm\/v3\/objects\/contacts\/([^/]+)$/.exec(path)?.[1];
    if (emailInPath && method === 'GET' && query.get('idProperty') === 'email') {
      const contact = byEmail(decodeURIComponent(emailInPath).toLowerCase());
      return contact ? [200, contact] : refusal(404, 'OBJECT_NOT_FOUND');
    }
    const property = /^\/crm\/v3\/properties\/(deals|notes)(\/groups)?$/.exec(path);
    if (property && method === 'POST') return define(property[1] ?? '', property[2], body);
    const object = /^\/crm\/v3\/objects\/(deals|notes)(?:\/([^/]+))?$/.exec(path);
    if (!object) return refusal(404, 'OBJECT_NOT_FOUND');
    const [, kind = '', key] = object;
    if (method === 'GET' && key) return find(kind, decodeURIComponent(key), query);
    if (method === 'DELETE' && key && kind === 'notes') return remove(key);
    if (method === 'PATCH' && key && kind === 'deals') return change(key, body?.properties);
    if (method === 'POST' && !key) return create(kind === 'deals' ? 'deals' : 'notes', body);
    return refusal(405, 'METHOD_NOT_ALLOWED');
  }

  function upsert(input: { idProperty?: string; id?: string; properties?: object } | undefined) {
    const email = input?.idProperty === 'email' ? input.id?.toLowerCase() : undefined;
    if (!email) return refusal(400, 'VALIDATION_ERROR');
    if (!/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email)) {
      const error = { status: 'error', category: 'VALIDATION_ERROR', message: 'INVALID_EMAIL' };
      return [207, { status: 'COMPLETE', results: [], numErrors: 1, errors: [error] }] as const;
    }
    const known = byEmail(email);
    const contact = known ?? { id: `${++lastId}`, properties: {}, associations: {} };
    Object.assign(contact.properties, input?.properties);
    if (!known) objects.contacts.push(contact);
    return [200, { status: 'COMPLETE', results: [{ ...contact, new: !known }] }] as const;
  }

  /**
   * Erases a contact. HubSpot bars an e-mail forever if it is unknown, and so does the stand-in.
   */
  function eraseContact(id: string, idProperty?: string): Answer {
    const contact = objects.contacts.find((item) => item.id === id || item === byEmail(id));
    if (!contact && idProperty === 'email') barred.add(id);
    if (!contact) return idProperty ? [204, {}] : refusal(404, 'OBJECT_NOT_FOUND');
    objects.contacts.splice(objects.contacts.indexOf(contact), 1);
    for (const note of objects.notes.filter((item) => item.associations[202] === contact.id)) {
      remove(note.id);
    }
    return [204, {}];
  }

  function remove(noteId: string): Answer {
    const note = objects.notes.find(({ id }) => id === noteId);
    if (note) objects.notes.splice(objects.notes.indexOf(note), 1);
    for (const [key, first] of byKey) if (first === note) byKey.delete(key);
    return [204, {}];
  }

  function change(dealId: string, properties: Record<string, string> | undefined): Answer {
    const deal = objects.deals.find(({ id }) => id === dealId);
    if (!deal) return refusal(404, 'OBJECT_NOT_FOUND');
    Object.assign(deal.properties, properties);
    return [200, deal];
  }

  function define(kind: string, isGroup: string | undefined, body: Record<string, unknown>) {
    const name = `${kind}/${body.name}`;
    const known: Set<string> = isGroup ? groups : uniqueProperties;
    if (known.has(name)) return refusal(409, 'OBJECT_ALREADY_EXISTS');
    const isKnownGroup = isGroup || groups.has(`${kind}/${body.groupName}`);
    if (!isKnownGroup || (!isGroup && body.hasUniqueValue !== true)) {
      return refusal(400, 'VALIDATION_ERROR');
    }
    known.add(name);
    return [201, body] as const;
  }

  function find(kind: string, key: string, query: URLSearchParams): Answer {
    const property = query.get('idProperty') ?? '';
    if (!uniqueProperties.has(`${kind}/${property}`)) return refusal(400, 'VALIDATION_ERROR');
    const found = byKey.get(`${kind} ${key}`);
    return found ? [200, found] : refusal(404, 'OBJECT_NOT_FOUND');
  }

  function create(
    kind: 'deals' | 'notes',
    body: {
      properties?: Record<string, string>;
      associations?: { to: { id: string }; types: { associationTypeId: number }[] }[];
    } | null,
  ): Answer {
    const properties = body?.properties ?? {};
    const wanted = kind === 'deals' ? 'dealname' : 'hs_timestamp';
    if (!properties[wanted]) return refusal(400, 'VALIDATION_ERROR');
    if ((properties.hs_note_body ?? '').length > 65_536) return refusal(400, 'VALIDATION_ERROR');
    const key = properties.resguardo_id;
    if (key && !uniqueProperties.has(`${kind}/resguardo_id`)) {
      return refusal(400, 'VALIDATION_ERROR', invalid('PROPERTY_DOESNT_EXIST'));
    }
    if (byKey.has(`${kind} ${key}`)) {
      return refusal(400, 'VALIDATION_ERROR', invalid('CONFLICTING_UNIQUE_VALUE'));
    }
    const linked = (body?.associations ?? []).map(({ to, types }) => [
      types[0]?.associationTypeId ?? 0,
      to.id,
    ]);
    const known = new Set([...objects.contacts, ...objects.deals].map(({ id }) => id));
    if (linked.some(([, id]) => !known.has(String(id)))) return refusal(400, 'VALIDATION_ERROR');
    const object = { id: `${++lastId}`, properties, associations: Object.fromEntries(linked) };
    objects[kind].push(object);
    if (key) byKey.set(`${kind} ${key}`, object);
    return [201, object];
  }

  /** Moves a deal like an advisor in HubSpot. Resolves with our reply to the webhook, if set. */
  async function moveDeal(dealId: string, stage: string, occurredAt = Date.now()) {
    const deal = objects.deals.find(({ id }) => id === dealId);
    if (!deal) throw new Error(`no deal ${dealId}`);
    deal.properties.dealstage = stage;
    return tell([stageEvent({ dealId, stage, occurredAt, eventId: ++lastEvent })]);
  }

  async function tell(events: object[]): Promise<Response | null> {
    if (!webhook) return null;
    const { url, appSecret } = webhook;
    const body = JSON.stringify(events);
    return fetch(url, { method: 'POST', body, headers: hubspotSignature(url, body, appSecret) });
  }

  async function page(method: string, path: string, body: string, response: ServerResponse) {
    const move = /^\/deals\/(\d+)\/stage$/.exec(path);
    if (method === 'POST' && move) {
      try {
        await moveDeal(move[1] ?? '', new URLSearchParams(body).get('stage') ?? '');
        response.writeHead(303, { location: '/' }).end();
      } catch {
        response
          .writeHead(502)
          .end(`No answer from ${webhook?.url}: is Resguardo there? See --app.`);
      }
      return;
    }
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(hubspotPage(objects));
  }

  const { url, close } = await listen(server, options.port);
  return closeAfterTest({
    url,
    token,
    variables: { HUBSPOT_ACCESS_TOKEN: token, HUBSPOT_BASE_URL: url },
    /** Stored objects, each once. */
    contacts: objects.contacts,
    deals: objects.deals,
    notes: objects.notes,
    /** E-mails that can never be contacts again. */
    barred,
    /** Every call, failed ones too. */
    requests,
    failNext: (failure: HubspotFailure, times = 1) => {
      for (let i = 0; i < times; i++) failures.push(failure);
    },
    clearFailures: () => failures.splice(0),
    /** Sets the webhook that gets changes from now on. */
    tellTo: (to: Options['webhook']) => {
      webhook = to;
    },
    moveDeal,
    tell,
    close,
  });
}

export type HubspotStandIn = Awaited<ReturnType<typeof startHubspot>>;
