import type { ContactField } from '#lib/domain/crm/schema.ts';
import { type RequestState, requestStates } from '#lib/platform/db/schema/request-states.ts';

/**
 * Returns the state of a request for a stage of the CRM: the configured state, or else the one with
 * the same name as the stage, or else null.
 */
export function stateOfStage(
  stage: string,
  statesByStage: Record<string, RequestState>,
): RequestState | null {
  const mappedState = Object.hasOwn(statesByStage, stage) ? statesByStage[stage] : undefined;
  return mappedState ?? requestStates.find((state) => state === stage) ?? null;
}

/**
 * The column `leads.crm_contact`: the name that the person typed (`given`), and the fields that the
 * CRM sent, each with its time (ms) by the CRM's clock.
 */
export type CrmContactState = {
  given: string;
  fields: Partial<Record<ContactField, { value: string; at: number }>>;
};

type SentFields = { fields: Partial<Record<ContactField, string>>; at: number };

/**
 * Merges fields that the CRM sent. The newer value wins or, if both have the same time, the greater
 * text, so the order of the events does not matter. Returns null if nothing changes.
 */
export function mergeContactFields(
  storedContact: CrmContactState,
  { fields, at }: SentFields,
): CrmContactState | null {
  const newerFields = Object.entries(fields).filter(([field, value]) => {
    const storedField = storedContact.fields[field as ContactField]; // Object.entries loses the key's type.
    return (
      !storedField || at > storedField.at || (at === storedField.at && value > storedField.value)
    );
  });
  if (newerFields.length === 0) return null;
  const mergedFields = Object.fromEntries(
    newerFields.map(([field, value]) => [field, { value, at }]),
  );
  return { ...storedContact, fields: { ...storedContact.fields, ...mergedFields } };
}
