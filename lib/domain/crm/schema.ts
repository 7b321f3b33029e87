import { createHash } from 'node:crypto';
import { z } from 'zod';
import { oneLine } from '#lib/platform/chile/format.ts';
import { normalizeEmail } from '#lib/platform/mail/email-address.ts';

/** Maximum number of events per call. HubSpot sends at most 100 at once. */
const MAX_EVENTS = 1000;
export const crmBody = z.union([
  z.record(z.string(), z.unknown()).transform((event) => [event]),
  z.array(z.record(z.string(), z.unknown())).max(MAX_EVENTS),
]);

const contactFields = ['firstname', 'lastname', 'phone', 'company', 'email'] as const;
export type ContactField = (typeof contactFields)[number];

export type CrmEvent = {
  /** Identifies the event: all its repetitions have the same key. */
  key: string;
  kind: string;
  /** `contact:<id>` or `deal:<id>` in the CRM, or null if the event names neither. */
  subject: string | null;
  email: string | null;
  occurredAt: number;
  change:
    | { kind: 'stage'; stage: string }
    | { kind: 'contact'; fields: Partial<Record<ContactField, string>> }
    | null;
};

/**
 * Parses HubSpot's webhook, or a flat event with `eventId`, `kind`, `externalId`, `email`, `stage`,
 * `occurredAt` and the contact's fields. Snake case, `id` and `type` are understood as well.
 */
export function parseCrmEvent(body: Record<string, unknown>, now: number): CrmEvent {
  return typeof body.subscriptionType === 'string'
    ? parseHubspotEvent(body, body.subscriptionType, now)
    : parseFlatEvent(body, now);
}

/**
 * Parses an event of HubSpot. HubSpot does not promise that `eventId` is unique, so the key also
 * contains the kind and the object.
 */
function parseHubspotEvent(body: Record<string, unknown>, kind: string, now: number): CrmEvent {
  const objectId = toLine(body.objectId);
  const property = kind.endsWith('.propertyChange') ? toLine(body.propertyName) : undefined;
  const entity = objectTypes[toLine(body.objectTypeId) ?? ''] ?? kind.split('.')[0];
  const eventId = toLine(body.eventId);
  const isKnownEntity = entity === 'contact' || entity === 'deal';
  return {
    key: eventId ? [kind, objectId, property, eventId].join(' ') : `${kind} ${hashOf(body)}`,
    kind: kind.slice(0, 100),
    subject: objectId && isKnownEntity ? `${entity}:${objectId}` : null,
    email: null,
    occurredAt: parseTime(body.occurredAt, now),
    change: hubspotChange(entity, property, toLine(body.propertyValue)),
  };
}

/** HubSpot uses the same type ids in every account. */
const objectTypes: Record<string, string> = { '0-1': 'contact', '0-3': 'deal' };

function hubspotChange(entity = '', property = '', value = ''): CrmEvent['change'] {
  if (entity === 'deal') {
    return property === 'dealstage' && value ? { kind: 'stage', stage: value } : null;
  }
  const field = contactFields.find((candidate) => candidate === property);
  if (entity !== 'contact') return null;
  return { kind: 'contact', fields: field && value ? { [field]: value } : {} };
}

function parseFlatEvent(body: Record<string, unknown>, now: number): CrmEvent {
  const firstOf = (...names: string[]) =>
    toLine(names.map((name) => body[name]).find((value) => value));
  const eventId = firstOf('eventId', 'event_id', 'id');
  const kind = (firstOf('kind', 'type', 'event') ?? 'event').slice(0, 100);
  const stage = firstOf('stage');
  const externalId = firstOf('externalId', 'external_id', 'objectId', 'object_id');
  const fields: Partial<Record<ContactField, string>> = {};
  for (const field of contactFields) {
    const value = toLine(body[field]);
    if (value) fields[field] = value;
  }
  return {
    key: eventId ? `event ${eventId}` : `${kind} ${hashOf(body)}`,
    kind,
    subject: externalId ? `${stage ? 'deal' : 'contact'}:${externalId}` : null,
    email: fields.email ? normalizeEmail(fields.email.toLowerCase()) : null,
    occurredAt: parseTime(body.occurredAt ?? body.occurred_at ?? body.timestamp, now),
    change: stage ? { kind: 'stage', stage } : { kind: 'contact', fields },
  };
}

/** Returns a text or number as one line of at most 200 characters. Other values are dropped. */
function toLine(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  return oneLine(String(value)).slice(0, 200) || undefined;
}

/** Parses milliseconds or an ISO text. Other values and future times become `now`. */
function parseTime(value: unknown, now: number): number {
  const time =
    typeof value === 'string' && !/^\d+$/.test(value) ? Date.parse(value) : Number(value ?? NaN);
  return Number.isFinite(time) && time > 0 ? Math.min(Math.round(time), now) : now;
}

function hashOf(body: unknown): string {
  return createHash('sha256').update(JSON.stringify(body)).digest('hex');
}
