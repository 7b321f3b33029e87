import { PaymentActions, type Steps } from '#components/payments/payment-actions.tsx';
import { PaymentResult } from '#components/payments/payment-result.tsx';
import { Reload } from '#components/payments/reload.tsx';
import { PayNow } from '#components/payments/requested-payment.tsx';
import {
  type AskedState,
  type PaymentState,
  resultText,
  type ShownReason,
} from '#lib/domain/payments/copy.ts';

type Props = {
  payment: {
    state: PaymentState;
    reason: ShownReason | null;
    refundedAmount: number;
    buyOrder: string;
  };
  steps: Steps;
  look: { path: string; times: string | undefined };
  /** What was asked for; `waiting` when it can be paid again. */
  asked: {
    title: string;
    state: AskedState;
    amount: string | null;
    refunded: string | null;
    path: string;
    until: string;
    email: string | null;
    receiptTo: string | null;
    typed: { value?: string | undefined; error?: string | undefined };
  };
};

/** How a payment without an account ended, and what can be done now. */
export function GuestResult({ payment, steps, look, asked }: Props) {
  const { amount, refunded, title, state, ...how } = asked;
  const again = steps.retry !== null && state === 'waiting';
  return (
    <PaymentResult {...payment} text={resultText(payment, how)} amount={amount ?? undefined}>
      <p className="mt-1 text-center wrap-anywhere">{title}</p>
      {refunded && <p className="mt-1 text-center">{refunded} al mismo medio de pago.</p>}
      {(steps.receipt ?? steps.goOn ?? steps.look) && (
        <PaymentActions own steps={{ ...steps, retry: null }} detailPath={null} />
      )}
      {again && (
        <div className="mt-6">
          <PayNow {...how} label="Intentar otra vez" />
        </div>
      )}
      {steps.look && <Reload {...look} />}
    </PaymentResult>
  );
}
