import { Icon, type IconName } from '#components/ui/icon.tsx';
import { Tag } from '#components/ui/tag.tsx';
import { standingCopy } from '#lib/domain/alerts/copy.ts';
import type { DocumentStanding } from '#lib/domain/alerts/rules.ts';

/** Shows nothing for documents that do not expire. */
export function StandingTag({ standing }: { standing: DocumentStanding }) {
  if (standing === 'endless') return null;
  const { icon, tone } = looks[standing];
  return (
    <Tag tone={tone}>
      <span className="flex items-center gap-1.5">
        <Icon name={icon} className="size-4" />
        {standingCopy[standing]}
      </span>
    </Tag>
  );
}

const looks: Record<
  Exclude<DocumentStanding, 'endless'>,
  { icon: IconName; tone: 'success' | 'warning' | 'danger' | 'info' | 'neutral' }
> = {
  valid: { icon: 'check', tone: 'success' },
  lapsing: { icon: 'clock', tone: 'warning' },
  undated: { icon: 'clock', tone: 'warning' },
  partial: { icon: 'clock', tone: 'warning' },
  expired: { icon: 'alert', tone: 'danger' },
  missing: { icon: 'dashed', tone: 'neutral' },
  checking: { icon: 'eye', tone: 'info' },
  refused: { icon: 'warning', tone: 'danger' },
};
