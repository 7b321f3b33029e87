import type { ReactNode } from 'react';
import { DatedText } from '#components/ui/dated-text.tsx';
import { Icon } from '#components/ui/icon.tsx';

export type Verdict = { tone: keyof typeof tones; title: string; text?: string };

type Props = Verdict & {
  /** False if the page has another title. */
  isFirst?: boolean;
  /** Content right under the title. */
  under?: ReactNode;
  children?: ReactNode;
};

/** Draws the answer of the page, which is read before anything else of it. */
export function VerdictBox({ tone, title, text, isFirst = true, under, children }: Props) {
  const { icon, box, ink } = tones[tone];
  const Title = isFirst ? 'h1' : 'p';
  return (
    <div
      className={`flex gap-4 rounded-md border-l-6 px-4 py-5 sm:px-5 sm:py-6 ${box}`}
      data-tone={tone}
    >
      <Icon name={icon} className={`size-8 sm:size-10 ${ink}`} />
      <div className="grid min-w-0 gap-2 wrap-anywhere">
        <Title className={isFirst ? 'text-2xl' : 'text-lg font-semibold'}>
          <DatedText text={title} />
        </Title>
        {under}
        {text && (
          <p>
            <DatedText text={text} />
          </p>
        )}
        {children}
      </div>
    </div>
  );
}

const tones = {
  good: { icon: 'check', box: 'border-success bg-success-tint', ink: 'text-success' },
  bad: { icon: 'alert', box: 'border-danger bg-danger-tint', ink: 'text-danger' },
  unsure: { icon: 'warning', box: 'border-warning bg-warning-tint', ink: 'text-warning' },
  plain: { icon: 'info', box: 'border-brand bg-sunken', ink: 'text-brand' },
} as const;
