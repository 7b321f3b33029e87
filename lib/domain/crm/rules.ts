import type { ContactField } from '#lib/domain/crm/schema.ts';
import { type RequestState, requestStates } from '#lib/platform/db/schema/request-states.ts';

/**
 * Returns the state of a request for a stage of the CRM: the configured one, else the state with
 * the name of the stage, else null.
 */
export function stateOfStage(
  stage: string,
  configured: Record<string, RequestState>,
): RequestState | null {
  const mappedState = Object.hasOwn(configured, stage) ? configured[stage] : undefined;
  return mappedState ?? requestStates.find((state) => state === stage) ?? null;
}

/**
 * The column `leads.crm_contact`: the name that the person typed (`given`), and the fields that the
 * CRM sent, each with the CRM's time (ms).
 */
export type CrmContactState = {
  given: string;
  fields: Partial<Record<ContactField, { value: string; at: number }>>;
};

type SentFields = { fields: Partial<Record<ContactField, string>>; at: number };

/**
 * Merges fields that the CRM sent. The newer value wins, and at equal times the greater text, so
 * the order of events does not matter. Returns null if nothing changes.
 */
export function mergeContactFields(
  stored: CrmContactState,
  { fields, at }: SentFields,
): CrmContactState | null {
  const news = Object.entries(fields).filter(([field, value]) => {
    const last = stored.fields[field as ContactField]; // Object.entries loses the key's type.
    return !last || at > last.at || (at === last.at && value > last.value);
  });
  if (news.length === 0) return null;
  const merged = Object.fromEntries(news.map(([field, value]) => [field, { value, at }]));
  return { ...stored, fields: { ...stored.fields, ...merged } };
}
