import type { ReactNode } from 'react';
import { WatchState } from '#components/payments/watch-state.tsx';
import { StatusCard } from '#components/ui/status-card.tsx';
import { UnbrokenText } from '#components/ui/unbroken-text.tsx';
import { type PaymentState, resultOf, type ShownReason } from '#lib/domain/payments/copy.ts';

type Props = {
  state: PaymentState;
  reason: ShownReason | null;
  buyOrder: string;
  text: string;
  /** Set only for the owner of the payment, like `payee`. */
  amount?: string | undefined;
  payee?: string | undefined;
  /** A button to try again, directly after the reason. */
  retryAct?: ReactNode;
  /** The payer's next step, below the text about the payment. */
  next?: ReactNode;
  children?: ReactNode;
};

export function PaymentResult(props: Props) {
  const { state, reason, buyOrder, text, amount, payee, retryAct, next, children } = props;
  const amountPart = amount && (
    <>
      <p className="mt-4 text-3xl font-bold whitespace-nowrap">{amount}</p>
      {payee && <Payee name={payee} isPaid={state === 'authorized' || state === 'refunded'} />}
    </>
  );
  return (
    <StatusCard
      {...resultOf(state, reason)}
      isLive
      stub={
        <>
          <p className="text-sm text-ink-soft">Orden de compra</p>
          <p className="font-semibold wrap-anywhere select-all">{buyOrder}</p>
          {children}
        </>
      }
    >
      {(state === 'created' || state === 'pending') && <WatchState key={state} />}
      {!retryAct && amountPart}
      <p className="mt-4 max-w-text wrap-anywhere">
        <UnbrokenText text={text} />
      </p>
      {next}
      {retryAct}
      {retryAct && amountPart}
    </StatusCard>
  );
}

/** Shows who receives the money, with a RUT if one is configured. */
export function Payee({ name, isPaid }: { name: string; isPaid?: boolean }) {
  return (
    <p className="mt-2 max-w-text wrap-anywhere">
      <span className="text-ink-soft">{isPaid ? 'Recibió el pago' : 'Recibe el pago'}</span>{' '}
      <strong>
        <UnbrokenText text={name} />
      </strong>
    </p>
  );
}
