import type { ReactNode } from 'react';
import { Guilloche } from '#components/ui/guilloche.tsx';
import { Icon, type IconName } from '#components/ui/icon.tsx';
import { UnbrokenText } from '#components/ui/unbroken-text.tsx';

type Props = {
  /** Anchor to which a form returns. */
  id?: string;
  /** Chooses the icon. Without it there is none. */
  tone?: keyof typeof toneStyles;
  caption?: ReactNode;
  title: string;
  children?: ReactNode;
  /** Content below the perforation, such as the number. */
  stub?: ReactNode;
  /** True while a script polls for changes, so that screen readers announce them. */
  isLive?: boolean;
};

/** Shows the state and the next step. It is raised, unlike the other boxes of these pages. */
export function StatusCard({ id, tone, caption, title, children, stub, isLive }: Props) {
  const style = tone && toneStyles[tone];
  return (
    <section id={id} className="receipt rounded-lg shadow-raised scroll-mt-4">
      <GuillocheBand />
      <div aria-live={isLive ? 'polite' : undefined} className="p-4 sm:p-8">
        {caption && <p className="mb-2 text-sm text-ink-soft">{caption}</p>}
        <div className="flex items-start gap-3 sm:gap-4">
          {style && (
            <Icon name={style.icon} className={`mt-0.5 size-8 md:mt-1 md:size-10 ${style.ink}`} />
          )}
          <h1 className="min-w-0 text-2xl wrap-anywhere">
            <UnbrokenText text={title} />
          </h1>
        </div>
        {children}
      </div>
      {stub && <div className="perforation" aria-hidden="true" />}
      {stub && <div className="px-4 pt-2 pb-4 sm:px-8 sm:pt-2 sm:pb-6">{stub}</div>}
    </section>
  );
}

/** The decorative edge of a card, a guilloche as on securities. */
export function GuillocheBand() {
  return (
    <div className="overflow-hidden bg-sunken print:hidden">
      <svg
        viewBox="0 12 160 48"
        preserveAspectRatio="none"
        fill="none"
        aria-hidden="true"
        className="block h-4 w-full"
      >
        <Guilloche width={0.75} className="stroke-copper [vector-effect:non-scaling-stroke]" />
      </svg>
    </div>
  );
}

const toneStyles = {
  neutral: { icon: 'info', ink: 'text-ink-soft' },
  info: { icon: 'info', ink: 'text-brand' },
  success: { icon: 'check', ink: 'text-success' },
  warning: { icon: 'warning', ink: 'text-warning' },
  danger: { icon: 'alert', ink: 'text-danger' },
} as const satisfies Record<string, { icon: IconName; ink: string }>;
