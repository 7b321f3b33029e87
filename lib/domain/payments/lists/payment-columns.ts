import {
  differenceCopy,
  failedAttemptTag,
  paymentRequestCopy,
  paymentTypeLabel,
  stateTag,
} from '#lib/domain/payments/copy.ts';
import { payerOf } from '#lib/domain/payments/payer-view.ts';
import type { PaymentRow } from '#lib/domain/payments/reads/admin-list.ts';
import type { Payment } from '#lib/domain/payments/reads/payments.ts';
import { isCharged } from '#lib/domain/payments/transitions.ts';
import { adminPaymentPath, paidAt } from '#lib/domain/payments/view.ts';
import { companyName } from '#lib/platform/chile/account-label.ts';
import { formatDateTime, formatDay, formatPesos, formatTime } from '#lib/platform/chile/format.ts';
import { formatRut } from '#lib/platform/chile/rut.ts';
import type { Column } from '#lib/platform/operations/listing.ts';

function tagOf({ payment, unpaidRequest: owed, isPaidByAnotherAttempt }: PaymentRow) {
  if (!payment) return paymentRequestCopy[owed?.state ?? 'waiting'];
  return isPaidByAnotherAttempt ? failedAttemptTag : stateTag(payment);
}

const ifCharged =
  <T>(read: (payment: Payment) => T) =>
  ({ payment }: Pick<PaymentRow, 'payment'>) =>
    payment && isCharged(payment.state) ? read(payment) : null;

export const chargeColumns = [
  { label: 'Cobrado', csv: ifCharged((payment) => formatDateTime(paidAt(payment))) },
  { label: 'Tarjeta', csv: ifCharged(({ cardLast4 }) => cardLast4) },
  {
    label: 'Tipo de pago',
    csv: ifCharged(({ paymentTypeCode }) => paymentTypeLabel(paymentTypeCode)),
  },
  { label: 'Cuotas', csv: ifCharged(({ installments }) => installments) },
  { label: 'Autorización', csv: ifCharged(({ authorizationCode }) => authorizationCode) },
];

export const paymentColumns: readonly Column<PaymentRow>[] = [
  {
    label: 'Fecha',
    width: 'time',
    sort: { desc: '-fecha', asc: 'fecha' },
    cell: ({ createdAt }) => formatDateTime(createdAt),
    csv: ({ createdAt }) => formatDay(createdAt),
  },
  { label: 'Hora', csv: ({ createdAt }) => formatTime(createdAt) },
  {
    label: 'Estado',
    width: 'time',
    cell: (money) => {
      const { label, tone } = tagOf(money);
      const differenceText = money.payment?.difference && 'No coincide con Webpay';
      const repeatedText = money.isRepeated && 'Posible cobro doble';
      return { text: label, tone, note: differenceText || repeatedText || money.refundReasons };
    },
    csv: (money) => tagOf(money).label,
  },
  {
    label: 'Monto',
    width: 'amount',
    isRightAligned: true,
    sort: { desc: '-monto', asc: 'monto' },
    cell: ({ amount, payment }) => ({
      text: formatPesos(amount),
      note:
        payment && payment.refundedAmount > 0 && `devuelto ${formatPesos(payment.refundedAmount)}`,
    }),
    csv: ({ amount }) => amount,
  },
  { label: 'Devuelto', csv: ({ payment }) => payment?.refundedAmount ?? 0 },
  {
    label: 'Neto',
    csv: ifCharged(({ amount, refundedAmount }) => amount - refundedAmount),
  },
  { label: 'Devuelto el', csv: ({ refundDays }) => refundDays },
  { label: 'Por qué se devolvió', csv: ({ refundReasons: reason }) => reason },
  {
    label: 'Concepto',
    cell: ({ description, payment, leadId, leadName, guess }) => ({
      text: description ?? 'Sin concepto',
      note: [leadName && `${guess ?? ''}${leadName}`, payment?.buyOrder]
        .filter(Boolean)
        .join(' · '),
      href: payment
        ? adminPaymentPath(payment.buyOrder)
        : leadId
          ? `/admin/leads/${leadId}#pagos`
          : null,
    }),
    csv: ({ description }) => description,
  },
  {
    label: 'Quién paga',
    cell: ({ payment, ...payer }) => (payment ? payerOf({ payment, ...payer }) : payer.email),
    csv: ({ company, email }) => (company ? companyName(company.razonSocial) : email),
  },
  { label: 'RUT', csv: ({ company }) => (company?.rut ? formatRut(company.rut) : null) },
  { label: 'Correo', csv: ({ payerMail }) => payerMail },
  { label: 'Orden', csv: ({ payment }) => payment?.buyOrder ?? '' },
  {
    label: 'Enlace hasta',
    width: 'short',
    isLabelledOnPhones: true,
    cell: ({ unpaidRequest: owed }) =>
      owed?.state === 'waiting' ? formatDay(owed.expiresAt) : null,
  },
  { label: 'Solicitud o mensaje', csv: ({ leadName }) => leadName },
  ...chargeColumns,
  {
    label: 'Diferencia',
    csv: ({ payment }) => (payment?.difference ? differenceCopy[payment.difference] : null),
  },
  { label: 'Pedido a', csv: ({ requestedTo }) => requestedTo },
];
