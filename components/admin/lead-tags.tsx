import { Tag } from '#components/ui/tag.tsx';
import { leadStatusCopy } from '#lib/domain/inbox/copy.ts';
import { statusOf } from '#lib/domain/inbox/rules.ts';
import type { RequestState } from '#lib/platform/request-states.ts';

type Standing = { state: RequestState; handledAt: number | null };

export function StatusTag({ lead }: { lead: Standing }) {
  const status = statusOf(lead);
  return <Tag tone={tones[status]}>{leadStatusCopy[status]}</Tag>;
}

const tones = {
  por_atender: 'warning',
  en_revision: 'info',
  aprobada: 'success',
  rechazada: 'danger',
  emitida: 'success',
  atendida: 'neutral',
} as const;

type Props = Standing & { crmContactId: string | null; erasedAt: number | null };

export function LeadTags({ crmContactId, erasedAt, ...lead }: Props) {
  return (
    <span className="flex flex-wrap gap-1.5">
      <StatusTag lead={lead} />
      {crmContactId === null && erasedAt === null && <Tag>Sin CRM</Tag>}
    </span>
  );
}
