import { Icon, type IconName } from '#components/ui/icon.tsx';
import { Tag } from '#components/ui/tag.tsx';
import { documentStatusCopy } from '#lib/domain/alerts/copy.ts';
import type { DocumentStatus } from '#lib/domain/alerts/rules.ts';

/** Shows the status of a document. Renders nothing if the document does not expire. */
export function DocumentStatusTag({ status }: { status: DocumentStatus }) {
  if (status === 'endless') return null;
  const { icon, tone } = statusStyles[status];
  return (
    <Tag tone={tone}>
      <span className="flex items-center gap-1.5">
        <Icon name={icon} className="size-4" />
        {documentStatusCopy[status]}
      </span>
    </Tag>
  );
}

const statusStyles: Record<
  Exclude<DocumentStatus, 'endless'>,
  { icon: IconName; tone: 'success' | 'warning' | 'danger' | 'info' | 'neutral' }
> = {
  valid: { icon: 'check', tone: 'success' },
  lapsing: { icon: 'clock', tone: 'warning' },
  undated: { icon: 'clock', tone: 'warning' },
  partial: { icon: 'clock', tone: 'warning' },
  expired: { icon: 'alert', tone: 'danger' },
  'other-rut': { icon: 'alert', tone: 'warning' },
  missing: { icon: 'dashed', tone: 'neutral' },
  checking: { icon: 'eye', tone: 'info' },
  refused: { icon: 'warning', tone: 'danger' },
};
