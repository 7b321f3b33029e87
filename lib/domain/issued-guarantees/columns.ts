import { z } from 'zod';
import {
  guaranteeStatusBadge,
  guaranteeStatusCopy,
  instrumentCopy,
  issuedLabels,
  sideCopy,
} from '#lib/domain/issued-guarantees/copy.ts';
import type { IssuedDetail } from '#lib/domain/issued-guarantees/reads/guarantees.ts';
import { replacementOf } from '#lib/domain/issued-guarantees/replacement-rules.ts';
import {
  daysLeft,
  hasNotBegun,
  isClaimedInPart,
  numberParts,
  remainingOf,
} from '#lib/domain/issued-guarantees/rules.ts';
import { guaranteeStatuses, type Side } from '#lib/domain/issued-guarantees/schema.ts';
import { guaranteeTypeCopy } from '#lib/domain/requests/submissions/copy.ts';
import { formatAmount, formatDate, formatRequestNumber } from '#lib/platform/chile/format.ts';
import { formatRut } from '#lib/platform/chile/rut.ts';
import { optional, singleLineText } from '#lib/platform/operations/fields.ts';
import type { Column, Filter } from '#lib/platform/operations/listing.ts';

/** The filter `terminan` lists guarantees that end within this number of days. */
export const ENDING_DAYS = 60;
export const ENDING_STATE = 'terminan';

/** Filters that are not states, with their labels. */
const extraStates = {
  [ENDING_STATE]: `Terminan en ${ENDING_DAYS} días`,
  por_empezar: 'Por empezar',
  cobrada_en_parte: 'Cobrada en parte',
} as const;
type ExtraState = keyof typeof extraStates;

const sorts = ['numero', 'vence', 'monto', 'estado'] as const;

export const issuedFilterQuery = z.object({
  q: optional(singleLineText('Escribe qué buscas.', 200)).describe(
    'Our number, a RUT, a tender, a code, or words of issuer, number and parties.',
  ),
  state: optional(
    z.enum([...guaranteeStatuses, ...(Object.keys(extraStates) as ExtraState[])]),
  ).describe(
    'How it stands; `terminan`: in force, and ends within 60 days; `por_empezar`: its first day is ahead; `cobrada_en_parte`: the rest is in force.',
  ),
  sort: optional(z.enum([...sorts, ...sorts.map((sort) => `-${sort}` as const)])).describe(
    'What it is ordered by; with a minus, the last first. A search is newest first.',
  ),
});
export type IssuedFilter = z.infer<typeof issuedFilterQuery>;

/** Excel in Chile expects a decimal comma. The unit is another column. */
const number = (amount: string | null) => amount?.replace('.', ',') ?? '';
const bothDirections = (name: string) => ({ sort: { desc: `-${name}`, asc: name } });

export function issuedColumns(side: Side): readonly Column<IssuedDetail>[] {
  const isAdvisor = side === 'advisor';
  return [
    {
      label: 'N.º',
      ...bothDirections('numero'),
      ...(isAdvisor && { width: 'middle' }),
      cell: ({ id, number, type, recordedBy, companyId }) =>
        isAdvisor
          ? { text: `Garantía N.º ${number}`, href: `/admin/garantias/${id}` }
          : {
              text: `${guaranteeTypeCopy[type].label}, ${formatRequestNumber(number)}`,
              href: `/panel/garantias/${id}`,
              note: recordedBy === 'company' && `registrada por ${companyId ? 'la empresa' : 'ti'}`,
            },
      csv: ({ number }) => number,
    },
    {
      label: 'Estado',
      width: 'amount',
      sort: { asc: 'estado', desc: '-estado' },
      ways: ['cerradas primero', 'vigentes primero'],
      cell: (record, now) => {
        const { label, tone } = guaranteeStatusBadge(record, now);
        const { successor, successorFrom } = record;
        const note =
          successor !== null &&
          successorFrom &&
          `reemplazada por la ${formatRequestNumber(successor)}`;
        return { text: label, tone, note };
      },
    },
    { label: issuedLabels.type, csv: ({ type }) => guaranteeTypeCopy[type].label },
    { label: issuedLabels.instrument, csv: ({ instrument }) => instrumentCopy[instrument] },
    {
      label: issuedLabels.issuerName,
      cell: ({ issuerName, issuerNumber, beneficiaryName }) => {
        const { number, part } = numberParts(issuerNumber);
        return {
          text: isAdvisor ? issuerName : `${issuerName} ${number}`,
          note: isAdvisor
            ? issuerNumber
            : [part, `para ${beneficiaryName}`].filter(Boolean).join(', '),
        };
      },
      csv: ({ issuerName }) => issuerName,
    },
    {
      label: issuedLabels.issuerNumber,
      csv: ({ issuerNumber }) => numberParts(issuerNumber).number,
    },
    {
      label: issuedLabels.amount,
      ...bothDirections('monto'),
      isRightAligned: true,
      width: 'part',
      cell: (record) => ({
        text: formatAmount(record.amount, record.currency),
        note:
          isClaimedInPart(record) &&
          `Saldo ${formatAmount(remainingAmountOf(record), record.currency)}`,
      }),
      csv: ({ amount }) => number(amount),
    },
    { label: issuedLabels.currency, csv: ({ currency }) => currency },
    { label: issuedLabels.validFrom, csv: ({ validFrom }) => formatDate(validFrom) },
    {
      label: issuedLabels.validTo,
      sort: { asc: 'vence', desc: '-vence' },
      ways: ['más lejanas primero', 'más próximas primero'],
      width: 'part',
      isLabelledOnPhones: true,
      cell: (record, now) => ({ text: formatDate(record.validTo), note: endNote(record, now) }),
      csv: ({ validTo }) => formatDate(validTo),
    },
    { label: issuedLabels.claimUntil, csv: ({ claimUntil }) => formatDate(claimUntil ?? '') },
    {
      label: issuedLabels.holderName,
      ...(isAdvisor && {
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
    { label: 'Saldo', csv: (record) => number(remainingAmountOf(record)) },
    { label: 'Endoso o prórroga', csv: ({ issuerNumber }) => numberParts(issuerNumber).part },
    ...(isAdvisor ? [{ label: 'Correo', csv: ({ email }: IssuedDetail) => email }] : []),
  ];
}

function remainingAmountOf({ reported, amount, claimed }: IssuedDetail): string {
  return reported === null || reported === 'cobrada' ? remainingOf(amount, claimed) : '0';
}

export const issuedFilters: readonly Filter[] = [
  {
    name: 'state',
    label: 'Estado',
    choices: {
      ...extraStates,
      ...Object.fromEntries(
        guaranteeStatuses.map((state) => [state, guaranteeStatusCopy[state].label]),
      ),
    },
  },
];

function endNote(record: IssuedDetail, now: number): string | null {
  const { validFrom, reported } = record;
  const replacement = replacementOf(record, record.successorFrom, now);
  if (replacement) return `desde el ${formatDate(replacement.from)} la reemplaza otra`;
  if (reported && !isClaimedInPart(record)) return null;
  if (hasNotBegun(record, now)) return `empieza el ${formatDate(validFrom)}`;
  const days = daysLeft(record, now);
  if (days < 0) return days === -1 ? 'ayer' : `hace ${-days} días`;
  return ['hoy', 'mañana'][days] ?? `en ${days} días`;
}

/**
 * Returns a hint for a search without results. It advises fewer letters only if the search has
 * letters.
 */
export function nothingFoundText(q: string): string {
  return /\p{L}{3}/u.test(q)
    ? 'Prueba con menos letras, o con el RUT.'
    : 'Revisa los números, o busca por un nombre.';
}
