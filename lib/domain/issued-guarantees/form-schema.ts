import { z } from 'zod';
import { amountAnswer, tidyDate, withTypedUnit } from '#lib/domain/drafts/schema.ts';
import { issuedRefusals } from '#lib/domain/issued-guarantees/copy.ts';
import { eventBody, issuedBody, ownGuaranteeBody } from '#lib/domain/issued-guarantees/schema.ts';
import { isPlausibleDate } from '#lib/platform/chile/calendar.ts';
import { isoDay } from '#lib/platform/chile/format.ts';
import { optional, pageKey } from '#lib/platform/operations/fields.ts';
import { now } from '#lib/platform/process/clock.ts';
import { randomId } from '#lib/platform/security/ids.ts';

const { validFrom, validTo, claimUntil } = ownGuaranteeBody.shape;
const dateField = z.string().transform(tidyDate);
/** Parses dates and amounts as people type them into the values that the API accepts. */
const typedFactFields = {
  amount: amountAnswer,
  validFrom: dateField.pipe(validFrom),
  validTo: dateField.pipe(validTo),
  claimUntil: dateField.pipe(claimUntil.unwrap()).optional(),
};

/** The new last day of an extension. Only the page of the guarantee asks for it, not the list. */
export const extensionForm = z.object({
  hasta: optional(
    dateField.pipe(validTo).refine((day) => isPlausibleDate(day, isoDay(now())), 'Revisa el año.'),
  ),
});

export const ownGuaranteeForm = z.preprocess(
  withUnit,
  ownGuaranteeBody.safeExtend(typedFactFields),
);
export const issuedForm = z.preprocess(withUnit, issuedBody.safeExtend(typedFactFields));

export const eventForm = eventBody
  .extend({
    on: dateField.pipe(eventBody.shape.on.unwrap()).optional(),
    amount: optional(amountAnswer),
    /** How much is claimed. A page requires it, because a claim cannot be undone. */
    cuanto: optional(z.enum(['entera', 'parte'], issuedRefusals.portion)),
    clave: pageKey.default(randomId),
  })
  .superRefine(({ kind, cuanto, amount }, { addIssue }) => {
    const addFieldIssue = (field: string, message: string) =>
      addIssue({ code: 'custom', path: [field], message });
    if (kind !== 'cobrada') return;
    if (!cuanto) addFieldIssue('cuanto', issuedRefusals.portion);
    if (cuanto === 'parte' && !amount) addFieldIssue('amount', issuedRefusals.part);
    if (cuanto === 'entera' && amount) addFieldIssue('amount', issuedRefusals.whole);
  });

/** A unit typed with the amount (`UF 100`) wins over the one in the next field. */
function withUnit(values: unknown): unknown {
  if (typeof values !== 'object' || values === null) return values;
  return withTypedUnit(values as Record<string, unknown>, ['amount', 'currency']);
}
