import { paymentStateCopy } from '#lib/domain/requests/leads/copy.ts';
import type { LeadEvent } from '#lib/domain/requests/leads/schema.ts';
import { formatPesos } from '#lib/platform/chile/format.ts';

type Event<Kind extends LeadEvent['kind']> = Extract<LeadEvent, { kind: Kind }>;

const requestOnlyStates = new Set(['requested', 'cancelled']);

export function paymentLine({ state, amount, buyOrder }: Event<'payment'>) {
  return {
    title: `${paymentStateCopy[state] ?? 'Pago'}: ${formatPesos(amount)}`,
    // A payment that is only requested has no order yet.
    ...(requestOnlyStates.has(state) ? {} : { text: `Orden ${buyOrder}` }),
  };
}

export function movedPaymentLine(event: Event<'payment-moved'>) {
  const { buyOrder, isHere, other } = event;
  const otherEnd = other && `${isHere ? 'Estaba en' : 'Ahora está en'} ${other}`;
  return {
    title: isHere ? 'Se asoció aquí un pago' : 'Se quitó de aquí un pago',
    text: [`Orden ${buyOrder}`, otherEnd].filter(Boolean).join('\n'),
  };
}
