import { z } from 'zod';
import type { CrmPort } from '#lib/platform/crm/crm.ts';
import { type Answer, failureOf } from '#lib/platform/crm/hubspot-failures.ts';
import {
  contactUpsert,
  dealInput,
  KEY_PROPERTY,
  type KeyedObject,
  keyProperty,
  noteInput,
  propertyGroup,
} from '#lib/platform/crm/hubspot-objects.ts';
import { asciiEmail } from '#lib/platform/mail/email-address.ts';
import { measureCall } from '#lib/platform/metrics/calls.ts';
import { ProviderError } from '#lib/platform/operations/provider-error.ts';
import { readWithin } from '#lib/platform/web/body.ts';

type Options = {
  token: string;
  baseUrl: string;
  pipeline: string;
  stage: string;
  timeoutMs?: number;
  beforeCall?: () => Promise<void>;
};

const ANSWER_BYTES = 1024 * 1024;

/**
 * Implements `CrmPort` for HubSpot. The unique property `KEY_PROPERTY` prevents duplicates: a
 * search could not, because HubSpot's search index lags behind new objects.
 */
export function hubspotCrm(options: Options): CrmPort {
  const { token, baseUrl, timeoutMs = 10_000, beforeCall } = options;

  async function send(method: string, path: string, body?: object): Promise<Answer> {
    await beforeCall?.();
    return measureCall('hubspot', () => sendNow(method, path, body), outcomeOf);
  }

  async function sendNow(method: string, path: string, body?: object): Promise<Answer> {
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const response = await fetch(`${baseUrl.replace(/\/+$/, '')}${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: body && JSON.stringify(body),
        redirect: 'error',
        signal,
      });
      const retryAfter = response.headers.get('retry-after');
      const bytes = await readWithin(response.body, ANSWER_BYTES);
      if (!bytes) throw new ProviderError('unreadable_answer', { isRetryable: true });
      return { status: response.status, retryAfter, text: bytes.toString('utf8') };
    } catch (error) {
      if (error instanceof ProviderError) throw error;
      throw new ProviderError(signal.aborted ? 'timeout' : 'network', { isRetryable: true });
    }
  }

  /**
   * Creates an object with the idempotency key `key`. Returns its id, or that of the object that
   * already has the key.
   */
  async function create(kind: KeyedObject, key: string, input: object): Promise<string> {
    const path = `/crm/v3/objects/${kind}`;
    let answer = await send('POST', path, input);
    if (isMissingKey(answer)) {
      await addKeyProperty(kind);
      answer = await send('POST', path, input);
      if (isMissingKey(answer))
        throw new ProviderError('property_not_ready', { isRetryable: true });
    }
    if (answer.status !== 400 && answer.status !== 409) return idOf(answer);
    const id = await find(kind, key, KEY_PROPERTY);
    if (id === null) throw failureOf(answer);
    return id;
  }

  /** Returns the id of the object whose `property` is `value`, or null when there is none. */
  async function find(kind: string, value: string, property: string): Promise<string | null> {
    const path = `/crm/v3/objects/${kind}/${encodeURIComponent(value)}?idProperty=${property}`;
    const answer = await send('GET', path);
    return answer.status === 404 || answer.status === 400 ? null : idOf(answer);
  }

  /** Sends a deletion or a change. An object that does not exist (404) counts as success. */
  async function sendChange(method: string, path: string, body?: object): Promise<void> {
    const answer = await send(method, path, body);
    if (answer.status >= 300 && answer.status !== 404) throw failureOf(answer);
  }

  async function addKeyProperty(kind: KeyedObject): Promise<void> {
    const path = `/crm/v3/properties/${kind}`;
    for (const [propertyPath, input] of [
      [`${path}/groups`, propertyGroup],
      [path, keyProperty],
    ] as const) {
      const answer = await send('POST', propertyPath, input);
      // 409 means that another delivery or instance has just created the property.
      if (answer.status >= 300 && answer.status !== 409) throw failureOf(answer);
    }
  }

  return {
    upsertContact: async (contact) => {
      const path = '/crm/v3/objects/contacts/batch/upsert';
      const answer = await send('POST', path, contactUpsert(contact));
      if (answer.status >= 300) throw failureOf(answer);
      const { results, errors } = parse(upsertReply, answer.text);
      const [first] = results;
      // If HubSpot refuses the only entry of the batch, it answers 207 without a result.
      if (!first)
        throw failureOf({ ...answer, status: 400, text: JSON.stringify(errors[0] ?? {}) });
      return first.id;
    },
    createDeal: (deal) => create('deals', deal.key, dealInput(deal, options)),
    createNote: async (note) => void (await create('notes', note.key, noteInput(note))),
    findContact: (email) => find('contacts', asciiEmail(email), 'email'),
    // If HubSpot erases an e-mail that it does not know, it blocks that e-mail forever. We
    // therefore erase by id.
    eraseContact: (id) =>
      sendChange('POST', '/crm/v3/objects/contacts/gdpr-delete', { objectId: id }),
    eraseNote: async (key) => {
      const id = await find('notes', key, KEY_PROPERTY);
      if (id) await sendChange('DELETE', `/crm/v3/objects/notes/${id}`);
    },
    renameDeal: async (key, dealname) => {
      const id = await find('deals', key, KEY_PROPERTY);
      if (id)
        await sendChange('PATCH', `/crm/v3/objects/deals/${id}`, { properties: { dealname } });
    },
  };
}

/** Classifies a status for the metrics. 400 and 409 are normal answers to a repeated creation. */
function outcomeOf({ status }: Answer) {
  if (status === 401) return 'not_configured';
  return status === 429 || status >= 500 ? 'failed' : 'ok';
}

const objectReply = z.object({ id: z.string().min(1) });
const upsertReply = z.object({
  results: z.array(objectReply).default([]),
  errors: z.array(z.unknown()).default([]),
});

function isMissingKey({ status, text }: Answer): boolean {
  return status === 400 && text.includes('PROPERTY_DOESNT_EXIST') && text.includes(KEY_PROPERTY);
}

function idOf(answer: Answer): string {
  if (answer.status >= 300) throw failureOf(answer);
  return parse(objectReply, answer.text).id;
}

/**
 * Parses an answer. An unreadable answer is retried: the next attempt finds what this one created.
 */
function parse<T>(schema: z.ZodType<T>, text: string): T {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw new ProviderError('unreadable_answer', { isRetryable: true });
  }
}
