import { guaranteeTypeCopy } from '#lib/domain/guarantees/copy.ts';
import { type Currency, currencies } from '#lib/domain/guarantees/schema.ts';
import {
  differenceText,
  instrumentCopy,
  issuedLabels,
  lookOf,
  sideCopy,
  standingCopy,
} from '#lib/domain/issued/copy.ts';
import type { IssuedDetail, IssuedEvent } from '#lib/domain/issued/reads.ts';
import {
  ENDING_DAYS,
  endNote,
  isClaimedInPart,
  leftOf,
  standingOf,
} from '#lib/domain/issued/rules.ts';
import {
  ENDING,
  type IssuedGuarantee,
  issuedGuarantee,
  type Side,
  standings,
} from '#lib/domain/issued/schema.ts';
import { addAmounts } from '#lib/platform/amounts.ts';
import { formatAmount, formatDate, requestNumber } from '#lib/platform/format.ts';
import type { Column, Filter } from '#lib/platform/listing.ts';
import { formatRut } from '#lib/platform/rut.ts';

export type { IssuedDetail, IssuedEvent };

/** Amounts as Excel in Chile reads numbers, their unit beside them. */
const number = (amount: string | null) => amount?.replace('.', ',') ?? '';
const both = (name: string) => ({ sort: { desc: `-${name}`, asc: name } });

/** A list of them, as each side reads it. */
export function issuedColumns(side: Side): readonly Column<IssuedDetail>[] {
  const isDesk = side === 'advisor';
  return [
    {
      label: 'N.º',
      ...both('numero'),
      ...(isDesk && { width: 'lg:w-30' }),
      cell: ({ id, number, type, recordedBy }) =>
        isDesk
          ? { text: `Garantía N.º ${number}`, href: `/admin/garantias/${id}` }
          : {
              text: `${guaranteeTypeCopy[type].label}, ${requestNumber(number)}`,
              href: `/panel/garantias/${id}`,
              note: recordedBy === 'company' && 'registrada por ti',
            },
      csv: ({ number }) => number,
    },
    {
      label: 'Estado',
      width: 'lg:w-42',
      sort: { asc: 'estado', desc: '-estado' },
      cell: (record, now) => {
        const { label, tone } = lookOf(record, now);
        return { text: label, tone };
      },
    },
    { label: issuedLabels.type, csv: ({ type }) => guaranteeTypeCopy[type].label },
    { label: issuedLabels.instrument, csv: ({ instrument }) => instrumentCopy[instrument] },
    {
      label: issuedLabels.issuerName,
      cell: ({ issuerName, issuerNumber, beneficiaryName }) => ({
        text: issuerName,
        note: isDesk ? issuerNumber : `para ${beneficiaryName}`,
      }),
      csv: ({ issuerName }) => issuerName,
    },
    { label: issuedLabels.issuerNumber, csv: ({ issuerNumber }) => issuerNumber },
    {
      label: issuedLabels.amount,
      ...both('monto'),
      right: true,
      width: 'lg:w-[17%]',
      cell: (record) => ({
        text: formatAmount(record.amount, record.currency),
        note:
          isClaimedInPart(record) && `Saldo ${formatAmount(balanceOf(record), record.currency)}`,
      }),
      csv: ({ amount }) => number(amount),
    },
    { label: issuedLabels.currency, csv: ({ currency }) => currency },
    { label: issuedLabels.validFrom, csv: ({ validFrom }) => formatDate(validFrom) },
    {
      label: issuedLabels.validTo,
      sort: { asc: 'vence', desc: '-vence' },
      width: 'lg:w-42',
      named: true,
      cell: (record, now) => ({ text: formatDate(record.validTo), note: endNote(record, now) }),
      csv: ({ validTo }) => formatDate(validTo),
    },
    { label: issuedLabels.claimUntil, csv: ({ claimUntil }) => formatDate(claimUntil ?? '') },
    {
      label: issuedLabels.holderName,
      ...(isDesk && {
        cell: ({ holderName, type, beneficiaryName }: IssuedDetail) => ({
          text: holderName,
          note: `${guaranteeTypeCopy[type].short} para ${beneficiaryName}`,
        }),
      }),
      csv: ({ holderName }) => holderName,
    },
    { label: issuedLabels.holderRut, csv: ({ holderRut }) => formatRut(holderRut) },
    { label: issuedLabels.beneficiaryName, csv: ({ beneficiaryName }) => beneficiaryName },
    {
      label: issuedLabels.beneficiaryRut,
      csv: ({ beneficiaryRut }) => formatRut(beneficiaryRut),
    },
    { label: issuedLabels.tenderId, csv: ({ tenderId }) => tenderId },
    { label: 'Registrada por', csv: ({ recordedBy }) => sideCopy[recordedBy] },
    { label: 'Cobrado', csv: ({ claimed }) => number(claimed) },
    { label: 'Saldo', csv: (record) => number(balanceOf(record)) },
    ...(isDesk ? [{ label: 'Correo', csv: ({ email }: IssuedDetail) => email }] : []),
  ];
}

/** What may still be claimed of it. */
function balanceOf({ said, amount, claimed }: IssuedDetail): string {
  return said === null || said === 'cobrada' ? leftOf(amount, claimed) : '0';
}

export const issuedFilters: readonly Filter[] = [
  {
    name: 'state',
    label: 'Estado',
    choices: {
      [ENDING]: `Terminan en ${ENDING_DAYS} días`,
      ...Object.fromEntries(standings.map((state) => [state, standingCopy[state].label])),
    },
  },
];

/** The newest reply that offers it, and the newest request, of the same address, that asks for it. */
export type Extension = {
  /** The newest lead of the address. */
  contactId: number | null;
  offeredAt: number | null;
  askedLead: number | null;
  askedIn: number | null;
  askedAt: number | null;
};

/** A record as the API shows it to one side. */
export function viewOf(
  { document, code, said, createdAt, ...record }: IssuedDetail,
  events: readonly IssuedEvent[],
  { side, now }: { side: Side; now: number },
): IssuedGuarantee {
  const { validTo, note, recordedBy, sha256 } = record;
  return issuedGuarantee.parse({
    ...record,
    note: recordedBy === side ? note : null,
    recordedAt: new Date(createdAt).toISOString(),
    document: document && { ...document, size: document.size ?? 0, sha256 },
    state: standingOf({ validTo, said }, now),
    verificationCode: code && groupedCode(code),
    events: events.map((event) => ({
      at: new Date(event.at).toISOString(),
      kind: event.kind,
      by: event.by,
      on: event.day,
      text: eventText(event, record.currency),
    })),
  });
}

/** What an event says beside its name. */
export function eventText({ detail }: Pick<IssuedEvent, 'detail'>, currency: string): string {
  const { amount, text, successor, differences = [] } = detail;
  const unit = issuedGuarantee.shape.currency.parse(currency);
  return [
    ...(amount ? [formatAmount(amount, unit)] : []),
    ...(successor ? [`La reemplaza la garantía ${requestNumber(successor)}`] : []),
    ...differences.map(differenceText),
    ...(text ? [text] : []),
  ].join('\n');
}

/** The coming twelve months, this one first, with what ends in each. */
export function monthsAhead<E extends { validTo: string }>(ends: readonly E[], today: string) {
  const [year = 0, month = 1] = today.split('-').map(Number);
  return Array.from({ length: 12 }, (_, n) => {
    const first = new Date(Date.UTC(year, month - 1 + n));
    const name = monthName.format(first);
    const here = ends.filter(({ validTo }) => validTo.startsWith(first.toISOString().slice(0, 7)));
    return { name, ends: here };
  });
}

const monthName = new Intl.DateTimeFormat('es-CL', {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** The amounts in force by currency: never added across them. */
export function totalsOf(
  guarantees: readonly { amount: string; claimed: string | null; currency: Currency }[],
): string[] {
  return currencies.flatMap((unit) => {
    const amounts = guarantees.filter(({ currency }) => currency === unit);
    if (amounts.length === 0) return [];
    return [formatAmount(addAmounts(amounts.map((one) => leftOf(one.amount, one.claimed))), unit)];
  });
}

/** Twenty characters → `ABCDE-FGHJK-MNPQR-STVWX`. */
export function groupedCode(code: string): string {
  return code.replace(/(.{5})(?=.)/g, '$1-');
}

/** Where a code is verified, on this site. */
export function codePath(code: string): string {
  return `/v/${groupedCode(code)}`;
}
