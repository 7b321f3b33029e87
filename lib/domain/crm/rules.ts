import type { ContactField } from '#lib/domain/crm/schema.ts';
import { type RequestState, requestStates } from '#lib/platform/db/schema/request-states.ts';

/** Returns the configured state of a stage, or the state with the stage's name, or null. */
export function stateOfStage(
  stage: string,
  configured: Record<string, RequestState>,
): RequestState | null {
  const mappedState = Object.hasOwn(configured, stage) ? configured[stage] : undefined;
  return mappedState ?? requestStates.find((state) => state === stage) ?? null;
}

/** The column `leads.crm_contact`: fields that the CRM sent, each with the CRM's time (ms). */
export type CrmContactState = {
  given: string;
  fields: Partial<Record<ContactField, { value: string; at: number }>>;
};

type SentFields = { fields: Partial<Record<ContactField, string>>; at: number };

/** Keeps the newest value, then the greater text, so that events may come in any order. */
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
