import type { ReactNode } from 'react';
import { Icon } from '#components/ui/icon.tsx';
import { UnbrokenText } from '#components/ui/unbroken-text.tsx';

export type Verdict = { tone: keyof typeof tones; title: string; text?: string };

type Props = Verdict & {
  /** False if the title of the page is something else. */
  isFirst?: boolean;
  /** Shown directly below the title. */
  under?: ReactNode;
  /** Names who recorded the guarantee, and when. */
  source?: ReactNode;
  /** Advice on the reader's next step. */
  caution?: ReactNode;
  children?: ReactNode;
};

export function VerdictBox({
  tone,
  title,
  text,
  isFirst = true,
  under,
  source,
  caution,
  children,
}: Props) {
  const { icon, box, tint, ink } = tones[tone];
  const Title = isFirst ? 'h1' : 'p';
  return (
    <div
      className={`overflow-hidden rounded-lg border ${isFirst ? 'shadow-raised' : ''} ${box}`}
      data-tone={tone}
    >
      <div className={`grid gap-3 p-4 sm:grid-cols-[auto_1fr] sm:gap-4 sm:p-6 print:p-3 ${tint}`}>
        <Icon name={icon} className={`size-8 sm:size-10 ${ink}`} />
        <div className="grid max-w-text min-w-0 gap-2 wrap-anywhere">
          <Title className={isFirst ? 'text-2xl' : 'text-lg font-semibold'}>
            <UnbrokenText text={title} />
          </Title>
          {under}
          {text && (
            <p>
              <UnbrokenText text={text} />
            </p>
          )}
          {children}
          {source}
        </div>
      </div>
      {caution && (
        <div className="border-t border-line bg-surface p-4 sm:p-6 print:p-3">{caution}</div>
      )}
    </div>
  );
}

const tones = {
  good: { icon: 'check', box: 'border-success', tint: 'bg-success-tint', ink: 'text-success' },
  bad: { icon: 'alert', box: 'border-danger', tint: 'bg-danger-tint', ink: 'text-danger' },
  unsure: { icon: 'warning', box: 'border-warning', tint: 'bg-warning-tint', ink: 'text-warning' },
  plain: { icon: 'info', box: 'border-line-strong', tint: 'bg-sunken', ink: 'text-brand' },
} as const;
