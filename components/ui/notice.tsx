import type { ReactNode } from 'react';
import { Icon } from '#components/ui/icon.tsx';

type Props = {
  tone?: keyof typeof tones;
  title?: string;
  children: ReactNode;
  /** Makes screen readers announce it. For results of the person's last act. */
  role?: 'status' | 'alert';
};

export function Notice({ tone = 'info', title, children, role }: Props) {
  const { icon, box, ink } = tones[tone];
  return (
    <div role={role} className={`flex gap-3 rounded-md border-l-4 p-4 ${box}`}>
      <Icon name={icon} className={`mt-0.5 size-6 ${ink}`} />
      <div className="min-w-0">
        {title && <p className={`font-semibold ${ink}`}>{title}</p>}
        {children}
      </div>
    </div>
  );
}

const tones = {
  info: { icon: 'info', box: 'border-brand bg-brand-tint', ink: 'text-brand' },
  success: { icon: 'check', box: 'border-success bg-success-tint', ink: 'text-success' },
  warning: { icon: 'warning', box: 'border-warning bg-warning-tint', ink: 'text-warning' },
  danger: { icon: 'alert', box: 'border-danger bg-danger-tint', ink: 'text-danger' },
} as const;
