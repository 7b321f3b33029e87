import { z } from 'zod';
import { type ContactField, contactFields } from '#lib/domain/crm/schema.ts';
import { type RequestState, requestStates } from '#lib/platform/db/schema/request-states.ts';

/** The state that a stage stands for: as configured, or by its own name; null for any other. */
export function stateOfStage(
  stage: string,
  configured: Record<string, RequestState>,
): RequestState | null {
  const known = Object.hasOwn(configured, stage) ? configured[stage] : undefined;
  return known ?? requestStates.find((state) => state === stage) ?? null;
}

/** Holds the fields that the CRM sent of a contact, each with its clock; `leads.crm_contact`. */
export const crmContact = z.object({
  given: z.string(),
  fields: z.partialRecord(z.enum(contactFields), z.object({ value: z.string(), at: z.number() })),
});
type CrmContactState = z.output<typeof crmContact>;

type SentFields = { fields: Partial<Record<ContactField, string>>; at: number };

/** Keeps the latest by the CRM's clock (then the greater text): any order ends alike. */
export function hearContact(
  known: CrmContactState,
  { fields, at }: SentFields,
): CrmContactState | null {
  const news = Object.entries(fields).filter(([field, value]) => {
    const last = known.fields[field as ContactField]; // entries forget their keys
    return !last || at > last.at || (at === last.at && value > last.value);
  });
  if (news.length === 0) return null;
  const heard = Object.fromEntries(news.map(([field, value]) => [field, { value, at }]));
  return { ...known, fields: { ...known.fields, ...heard } };
}
