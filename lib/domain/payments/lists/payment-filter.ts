import { z } from 'zod';
import { addDays, monthRange } from '#lib/platform/chile/calendar.ts';
import { isoDay } from '#lib/platform/chile/format.ts';
import { fromParam, optional, singleLineText, toParam } from '#lib/platform/operations/fields.ts';
import type { Filter } from '#lib/platform/operations/listing.ts';

export const listStates = {
  'por-pagar': 'Por pagar',
  'sin-confirmar': 'Sin confirmar',
  pagado: 'Pagados',
  devuelto: 'Devueltos, también en parte',
  'no-pagado': 'No pagados',
  'por-revisar': 'No coinciden con Webpay',
} as const;

const dayChoices = { devolucion: 'De la devolución' } as const;

export const paymentFilters: readonly Filter[] = [
  { name: 'state', label: 'Estado', choices: listStates },
  { name: 'from', label: 'Desde' },
  { name: 'to', label: 'Hasta' },
  { name: 'day', label: 'Los días son', choices: dayChoices, allLabel: 'Del pago' },
];

const stateNames = Object.keys(listStates) as (keyof typeof listStates)[];

export function monthFilters(now: number) {
  const today = isoDay(now);
  const month = monthRange(today);
  const lastMonth = monthRange(addDays(month.from, -1));
  return [
    { label: 'Este mes', query: { ...month, day: '' } },
    { label: 'Mes pasado', query: { ...lastMonth, day: '' } },
    { label: 'Devuelto este mes', query: { ...month, day: 'devolucion' } },
    { label: 'Devuelto el mes pasado', query: { ...lastMonth, day: 'devolucion' } },
  ];
}

export const paymentFilterQuery = z.object({
  q: optional(singleLineText('Escribe qué buscas.', 200)).describe(
    'A part of the e-mail or name of who pays, or of an order; a RUT; the last digits of a card; an authorization; an amount; or words of what for.',
  ),
  state: optional(z.enum(stateNames)).describe('Where the money stands.'),
  from: fromParam,
  to: toParam,
  day: optional(z.enum(Object.keys(dayChoices) as (keyof typeof dayChoices)[])).describe(
    'Which day `from` and `to` are about; without it, that of the payment.',
  ),
  sort: optional(z.enum(['fecha', '-fecha', 'monto', '-monto'])).describe(
    'What it is ordered by; with a minus, the last first.',
  ),
});
export type PaymentFilter = z.infer<typeof paymentFilterQuery>;
