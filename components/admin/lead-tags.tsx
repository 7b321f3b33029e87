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

/** The CRM calls a request issued that has not each of its records. */
export function isUnrecorded({ crmIssuedAt, state, erasedAt }: Asked): boolean {
  return crmIssuedAt !== null && state !== 'emitida' && erasedAt === null;
}

type Asked = { state: RequestState; crmIssuedAt: number | null; erasedAt: number | null };
type Props = Standing & Asked & { crmContactId: string | null };

export function LeadTags({ crmContactId, erasedAt, ...lead }: Props) {
  return (
    <span className="flex flex-wrap gap-1.5">
      <StatusTag lead={lead} />
      {isUnrecorded({ erasedAt, ...lead }) && <Tag tone="warning">Falta registrar</Tag>}
      {crmContactId === null && erasedAt === null && <Tag>Sin CRM</Tag>}
    </span>
  );
}
