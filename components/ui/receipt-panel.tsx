import type { ReactNode } from 'react';
import { Guilloche } from '#components/ui/guilloche.tsx';
import { Icon } from '#components/ui/icon.tsx';

type Props = {
  title: string;
  look?: 'done' | 'todo' | 'refused';
  numberLabel: string;
  number: string;
  children?: ReactNode;
};

export function ReceiptPanel({ title, look = 'done', numberLabel, number, children }: Props) {
  return (
    <section className="receipt">
      <div className="relative p-6 text-center sm:p-8">
        <svg
          viewBox="0 0 160 72"
          preserveAspectRatio="xMidYMid slice"
          fill="none"
          aria-hidden="true"
          className="absolute inset-0 h-full w-full opacity-30 print:hidden"
        >
          <Guilloche width={0.2} className="stroke-copper" />
        </svg>
        <Icon name={looks[look].icon} className={`mx-auto size-12 ${looks[look].ink}`} />
        <h1 className="mt-3 text-2xl">{title}</h1>
        <p className="mt-4 text-ink-soft">{numberLabel}</p>
        <p className="text-3xl font-bold tracking-tight tabular-nums select-all">{number}</p>
      </div>
      <div className="perforation" aria-hidden="true" />
      {children && <div className="p-6 pt-4 sm:p-8 sm:pt-4">{children}</div>}
    </section>
  );
}

const looks = {
  done: { icon: 'check', ink: 'text-success' },
  todo: { icon: 'info', ink: 'text-brand' },
  refused: { icon: 'alert', ink: 'text-danger' },
} as const;
