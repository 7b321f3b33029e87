import { createHash } from 'node:crypto';
import { z } from 'zod';
import { oneLine } from '#lib/platform/chile/format.ts';
import { normalizeEmail } from '#lib/platform/mail/email-address.ts';

/** Maximum number of events per call. HubSpot sends an array of at most 100. */
const MAX_EVENTS = 1000;
export const crmBody = z.union([
  z.record(z.string(), z.unknown()).transform((event) => [event]),
  z.array(z.record(z.string(), z.unknown())).max(MAX_EVENTS),
]);

const contactFields = ['firstname', 'lastname', 'phone', 'company', 'email'] as const;
export type ContactField = (typeof contactFields)[number];

export type CrmEvent = {
  /** The same for every repetition of the event. */
  key: string;
  kind: string;
  /** `contact:<id>` or `deal:<id>` in the CRM, or null if the event names neither. */
  subject: string | null;
  email: string | null;
  occurredAt: number;
  change:
    | { what: 'stage'; stage: string }
    | { what: 'contact'; fields: Partial<Record<ContactField, string>> }
    | null;
};

/**
 * Reads HubSpot's webhook, or a flat event with `eventId`, `kind`, `externalId`, `email`, `stage`,
 * `occurredAt` and the contact's fields. Snake case, `id` and `type` are understood as well.
 */
export function readCrmEvent(raw: Record<string, unknown>, now: number): CrmEvent {
  return typeof raw.subscriptionType === 'string'
    ? hubspotEvent(raw, raw.subscriptionType, now)
    : flatEvent(raw, now);
}

/**
 * Reads an event of HubSpot. HubSpot does not promise that `eventId` is unique, so the key also has
 * the kind and the object.
 */
function hubspotEvent(raw: Record<string, unknown>, kind: string, now: number): CrmEvent {
  const objectId = lineOf(raw.objectId);
  const property = kind.endsWith('.propertyChange') ? lineOf(raw.propertyName) : undefined;
  const entity = objectTypes[lineOf(raw.objectTypeId) ?? ''] ?? kind.split('.')[0];
  const eventId = lineOf(raw.eventId);
  const isKnownEntity = entity === 'contact' || entity === 'deal';
  return {
    key: eventId ? [kind, objectId, property, eventId].join(' ') : `${kind} ${hashOf(raw)}`,
    kind: kind.slice(0, 100),
    subject: objectId && isKnownEntity ? `${entity}:${objectId}` : null,
    email: null,
    occurredAt: timeOf(raw.occurredAt, now),
    change: changeOf(entity, property, lineOf(raw.propertyValue)),
  };
}

/** HubSpot uses the same type ids in every account. */
const objectTypes: Record<string, string> = { '0-1': 'contact', '0-3': 'deal' };

function changeOf(entity = '', property = '', value = ''): CrmEvent['change'] {
  if (entity === 'deal') {
    return property === 'dealstage' && value ? { what: 'stage', stage: value } : null;
  }
  const field = contactFields.find((candidate) => candidate === property);
  if (entity !== 'contact') return null;
  return { what: 'contact', fields: field && value ? { [field]: value } : {} };
}

function flatEvent(raw: Record<string, unknown>, now: number): CrmEvent {
  const first = (...names: string[]) => lineOf(names.map((name) => raw[name]).find((v) => v));
  const eventId = first('eventId', 'event_id', 'id');
  const kind = (first('kind', 'type', 'event') ?? 'event').slice(0, 100);
  const stage = first('stage');
  const externalId = first('externalId', 'external_id', 'objectId', 'object_id');
  const fields: Partial<Record<ContactField, string>> = {};
  for (const field of contactFields) {
    const value = lineOf(raw[field]);
    if (value) fields[field] = value;
  }
  return {
    key: eventId ? `event ${eventId}` : `${kind} ${hashOf(raw)}`,
    kind,
    subject: externalId ? `${stage ? 'deal' : 'contact'}:${externalId}` : null,
    email: fields.email ? normalizeEmail(fields.email.toLowerCase()) : null,
    occurredAt: timeOf(raw.occurredAt ?? raw.occurred_at ?? raw.timestamp, now),
    change: stage ? { what: 'stage', stage } : { what: 'contact', fields },
  };
}

/** Returns a text or number as one line of at most 200 characters. Other values are dropped. */
function lineOf(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  return oneLine(String(value)).slice(0, 200) || undefined;
}

/** Parses milliseconds or an ISO text. Other values and future times become `now`. */
function timeOf(value: unknown, now: number): number {
  const time =
    typeof value === 'string' && !/^\d+$/.test(value) ? Date.parse(value) : Number(value ?? NaN);
  return Number.isFinite(time) && time > 0 ? Math.min(Math.round(time), now) : now;
}

function hashOf(raw: unknown): string {
  return createHash('sha256').update(JSON.stringify(raw)).digest('hex');
}
