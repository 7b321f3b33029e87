import type { ReactNode } from 'react';

type Props = { tone?: keyof typeof tones; children: ReactNode };

export function Tag({ tone = 'neutral', children }: Props) {
  return (
    <span
      className={`inline-block rounded-full border px-2.5 py-0.5 text-xs font-semibold whitespace-nowrap ${tone === 'due' ? 'border-warning' : 'border-current'} ${tones[tone]}`}
    >
      {children}
    </span>
  );
}

const tones = {
  neutral: 'bg-sunken text-ink-soft',
  info: 'bg-brand-tint text-brand',
  success: 'bg-success-tint text-success',
  warning: 'bg-warning-tint text-warning',
  danger: 'bg-danger-tint text-danger',
  /** A received payment that the team must act on. */
  due: 'bg-warning text-surface',
} as const;
