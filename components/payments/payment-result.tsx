import type { ReactNode } from 'react';
import { WatchState } from '#components/payments/watch-state.tsx';
import { DatedText } from '#components/ui/dated-text.tsx';
import { Icon, type IconName } from '#components/ui/icon.tsx';
import type { PaymentState, ShownReason } from '#lib/domain/payments/copy.ts';
import { resultOf, type Tone } from '#lib/domain/payments/copy.ts';

type Props = {
  state: PaymentState;
  reason: ShownReason | null;
  buyOrder: string;
  text: string;
  amount?: string;
  children?: ReactNode;
};

export function PaymentResult({ state, reason, buyOrder, text, amount, children }: Props) {
  const { title, tone } = resultOf(state, reason);
  const { icon, ink } = looks[tone];
  return (
    <section className="receipt">
      {(state === 'created' || state === 'pending') && <WatchState key={state} />}
      <div aria-live="polite" className="p-6 text-center sm:p-8">
        <Icon name={icon} className={`mx-auto size-12 ${ink}`} />
        <h1 className="mt-3 text-2xl">{title}</h1>
        {amount && <p className="mt-3 text-3xl font-bold tracking-tight tabular-nums">{amount}</p>}
        <p className="mx-auto mt-3 max-w-text wrap-anywhere">
          <DatedText text={text} />
        </p>
      </div>
      <div className="perforation" aria-hidden="true" />
      <div className="p-6 pt-4 sm:p-8 sm:pt-4">
        <p className="text-center text-sm text-ink-soft">
          Orden de compra{' '}
          <span className="font-semibold whitespace-nowrap text-ink tabular-nums select-all">
            {buyOrder}
          </span>
        </p>
        {children}
      </div>
    </section>
  );
}

const looks: Record<Tone, { icon: IconName; ink: string }> = {
  neutral: { icon: 'info', ink: 'text-ink-soft' },
  info: { icon: 'info', ink: 'text-brand' },
  success: { icon: 'check', ink: 'text-success' },
  warning: { icon: 'warning', ink: 'text-warning' },
  danger: { icon: 'alert', ink: 'text-danger' },
};
