import { guaranteeTypeCopy } from '#lib/domain/guarantees/copy.ts';
import { instrumentCopy, issuedLabels, lookOf, sideCopy } from '#lib/domain/issued/copy.ts';
import { type IssuedDetail, listIssued } from '#lib/domain/issued/reads.ts';
import type { Standing } from '#lib/domain/issued/schema.ts';
import { csvStream } from '#lib/platform/csv.ts';
import { formatDate } from '#lib/platform/format.ts';
import type { MemberCtx } from '#lib/platform/operation.ts';
import { formatRut } from '#lib/platform/rut.ts';

const BATCH = 500;

type Own = Pick<MemberCtx, 'email' | 'now'>;

/** A company's guarantees as CSV, newest first. */
export function exportIssued(own: Own, state: Standing | undefined) {
  return csvStream(
    cells.map(([label]) => label),
    batchesOf(own, state),
  );
}

async function* batchesOf(own: Own, state: Standing | undefined) {
  let before: number | undefined;
  do {
    const page = await listIssued(own, { state, before, limit: BATCH });
    yield page.rows.map((record) => cells.map(([, cellOf]) => cellOf(record, own.now)));
    before = page.before ?? undefined;
  } while (before !== undefined);
}

/** Amounts as Excel in Chile reads numbers, their unit beside them. */
const cells: [string, (record: IssuedDetail, now: number) => string][] = [
  ['N.º', ({ number }) => String(number)],
  ['Estado', (record, now) => lookOf(record, now).label],
  [issuedLabels.type, ({ type }) => guaranteeTypeCopy[type].label],
  [issuedLabels.instrument, ({ instrument }) => instrumentCopy[instrument]],
  [issuedLabels.issuerName, ({ issuerName }) => issuerName],
  [issuedLabels.issuerNumber, ({ issuerNumber }) => issuerNumber],
  [issuedLabels.amount, ({ amount }) => amount.replace('.', ',')],
  [issuedLabels.currency, ({ currency }) => currency],
  [issuedLabels.validFrom, ({ validFrom }) => formatDate(validFrom)],
  [issuedLabels.validTo, ({ validTo }) => formatDate(validTo)],
  [issuedLabels.claimUntil, ({ claimUntil }) => formatDate(claimUntil ?? '')],
  [issuedLabels.holderName, ({ holderName }) => holderName],
  [issuedLabels.holderRut, ({ holderRut }) => formatRut(holderRut)],
  [issuedLabels.beneficiaryName, ({ beneficiaryName }) => beneficiaryName],
  [issuedLabels.beneficiaryRut, ({ beneficiaryRut }) => formatRut(beneficiaryRut)],
  [issuedLabels.tenderId, ({ tenderId }) => tenderId ?? ''],
  ['Registrada por', ({ recordedBy }) => sideCopy[recordedBy]],
  ['Cobrado', ({ claimed }) => (claimed ?? '').replace('.', ',')],
];
