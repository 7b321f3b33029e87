import { stateTag } from '#lib/domain/payments/copy.ts';
import { chargeColumns } from '#lib/domain/payments/lists/payment-columns.ts';
import type { OwnPayment } from '#lib/domain/payments/reads/list-own.ts';
import { isCharged } from '#lib/domain/payments/transitions.ts';
import { paymentPath } from '#lib/domain/payments/view.ts';
import { formatDateTime, formatPesos, formatRequestNumber } from '#lib/platform/chile/format.ts';
import type { Column } from '#lib/platform/operations/listing.ts';

export const ownPaymentColumns: readonly Column<OwnPayment>[] = [
  {
    label: 'Concepto',
    cell: ({ description, buyOrder, submissionId }) => ({
      text: description ?? 'Sin concepto',
      href: paymentPath(buyOrder),
      note: submissionId !== null && `Solicitud ${formatRequestNumber(submissionId)}`,
    }),
    csv: ({ description }) => description,
  },
  { label: 'Solicitud', csv: ({ submissionId }) => submissionId },
  { label: 'Orden', csv: ({ buyOrder }) => buyOrder },
  {
    label: 'Fecha',
    width: 'time',
    cell: ({ createdAt, payer }) => ({ text: formatDateTime(createdAt), note: payer }),
    csv: ({ createdAt }) => formatDateTime(createdAt),
  },
  { label: 'Quién', csv: ({ payer }) => payer },
  {
    label: 'Monto',
    width: 'short',
    isRightAligned: true,
    cell: ({ amount }) => formatPesos(amount),
    csv: ({ amount }) => amount,
  },
  { label: 'Devuelto', csv: ({ refundedAmount }) => refundedAmount },
  {
    label: 'Neto',
    csv: ({ state, amount, refundedAmount }) => (isCharged(state) ? amount - refundedAmount : null),
  },
  {
    label: 'Estado',
    width: 'time',
    cell: (payment) => ({
      text: stateTag(payment).label,
      tone: stateTag(payment).tone,
      note: payment.failedAttempts > 0 && attemptsText(payment.failedAttempts),
    }),
    csv: (payment) => stateTag(payment).label,
  },
  ...chargeColumns.map(({ label, csv }) => ({
    label,
    csv: (payment: OwnPayment) => csv({ payment }),
  })),
];

const attemptsText = (count: number) =>
  count === 1 ? 'después de un intento rechazado' : `después de ${count} intentos rechazados`;
