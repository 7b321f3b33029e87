import { z } from 'zod';
import { issuedRefusals } from '#lib/domain/issued-guarantees/copy.ts';
import { ownGuaranteeForm } from '#lib/domain/issued-guarantees/form-schema.ts';
import { formValuesOf } from '#lib/domain/issued-guarantees/form-values.ts';
import {
  getIssuedGuarantee,
  type IssuedDetail,
} from '#lib/domain/issued-guarantees/reads/guarantees.ts';
import {
  askAmount,
  recordFromForm,
  type TypedFields,
} from '#lib/domain/issued-guarantees/receive-record.ts';
import { issuerKeyOf, mayReportNext } from '#lib/domain/issued-guarantees/rules.ts';
import { extensionBody, type OwnGuarantee } from '#lib/domain/issued-guarantees/schema.ts';
import { recordOwnGuarantee } from '#lib/domain/issued-guarantees/writes/record-own.ts';
import { compareAmounts } from '#lib/platform/chile/amounts.ts';
import { addDays } from '#lib/platform/chile/calendar.ts';
import { parseDate } from '#lib/platform/chile/dates.ts';
import { formatDate } from '#lib/platform/chile/format.ts';
import { conflict } from '#lib/platform/operations/errors.ts';
import type { UploadBody } from '#lib/platform/operations/files.ts';
import type { SignedInCtx } from '#lib/platform/operations/operation.ts';

/**
 * Fields of the form. `ownFields` in `receive-record` explains `subido`, `revisado` and
 * `comparado`.
 */
export const extensionFields = [
  ...Object.keys(extensionBody.shape),
  ...['subido', 'revisado', 'comparado'],
];

/**
 * Records a guarantee that extends or replaces a guarantee of the company. Facts that the form does
 * not ask for are copied from the earlier guarantee. Returns the id of the new record. Throws the
 * errors of `receiveOwn`.
 */
export async function receiveExtension(
  ctx: SignedInCtx,
  id: string,
  received: UploadBody,
): Promise<string> {
  const earlierRecord = await getIssuedGuarantee(ctx, id);
  if (!mayReportNext('prorrogada', earlierRecord)) {
    throw conflict(issuedRefusals.ended);
  }
  const copiedFacts = {
    ...Object.fromEntries(
      Object.entries(formValuesOf(earlierRecord)).filter(
        ([name, value]) => value && !documentFacts.has(name),
      ),
    ),
    validFrom: dayAfter(earlierRecord),
  };
  const reading = {
    fields: extensionFields,
    keptField: 'subido',
    schema: z.preprocess((typed) => withNumber(earlierRecord, Object(typed)), ownGuaranteeForm),
    ask: async (facts: OwnGuarantee, typed: TypedFields, confirmed: string | undefined) => ({
      ...(!isSameAmount(facts, earlierRecord) && (await askAmount(facts, typed, confirmed))),
      ...(facts.validTo < earlierRecord.validTo && {
        validTo: `${issuedRefusals.shorter} ${formatDate(earlierRecord.validTo)}.`,
      }),
    }),
    known: copiedFacts,
    // Many endorsements repeat the first day of the guarantee that they extend, and few name the
    // type as we do. If another holder or beneficiary is read, the form asks about that.
    uncompared: ['validFrom', 'type', 'instrument'],
  } as const;
  return recordFromForm(ctx, received, reading, async (facts, { subido }) => {
    const added = await recordOwnGuarantee(ctx, facts, subido, id);
    return added.id;
  });
}

const isSameAmount = (one: Sum, other: Sum) =>
  one.currency === other.currency && compareAmounts(one.amount, other.amount) === 0;
type Sum = Pick<OwnGuarantee, 'amount' | 'currency'>;

/**
 * Facts that are not copied: those of one document only, and the note, which the team may have
 * written.
 */
const documentFacts = new Set(['issuerNumber', 'validFrom', 'validTo', 'claimUntil', 'note']);

/** Returns the first day that the guarantee no longer covers, as a form shows it. */
export const dayAfter = ({ validTo }: Pick<IssuedDetail, 'validTo'>): string =>
  formatDate(addDays(validTo, 1));

/**
 * Returns the typed values. Each pair of issuer and number can be recorded only once, but an
 * extension usually repeats the number of the earlier document. In that case the new last day is
 * added to the number.
 */
function withNumber(
  earlierRecord: IssuedDetail,
  typed: Record<string, string | undefined>,
): object {
  const { issuerName = '', issuerNumber = '', validTo = '' } = typed;
  const newKey = issuerKeyOf({
    issuerName,
    issuerNumber: issuerNumber || earlierRecord.issuerNumber,
  });
  if (newKey !== issuerKeyOf(earlierRecord)) return typed;
  const day = parseDate(validTo);
  const until = day ? ` hasta ${formatDate(day)}` : '';
  return { ...typed, issuerNumber: `${earlierRecord.issuerNumber}, prórroga${until}` };
}
