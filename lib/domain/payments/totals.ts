import type { Money } from '#lib/domain/payments/admin-list.ts';
import { isCharged } from '#lib/domain/payments/machine.ts';
import { pesos } from '#lib/domain/payments/view.ts';

/** Sums the charged, refunded and open amounts of one page, leaving out zeros. */
export function totalText(rows: readonly Money[]): string | undefined {
  if (rows.length === 0) return undefined;
  const sum = (of: (money: Money) => number) => rows.reduce((all, row) => all + of(row), 0);
  const sums = {
    cobrados: sum(({ payment, amount }) => (payment && isCharged(payment.state) ? amount : 0)),
    devueltos: sum(({ payment }) => payment?.refundedAmount ?? 0),
    'por pagar': sum(({ owed, amount }) => (owed?.state === 'waiting' ? amount : 0)),
  };
  const parts = Object.entries(sums).flatMap(([what, all]) =>
    all > 0 ? [`${pesos(all)} ${what}`] : [],
  );
  return [`${rows.length} en esta lista`, ...parts].join(', ');
}
