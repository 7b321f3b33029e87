import { Icon } from '#components/ui/icon.tsx';
import { Tag } from '#components/ui/tag.tsx';
import { missingText } from '#lib/domain/guarantees/copy.ts';
import { leadStatusCopy, waitCopy } from '#lib/domain/inbox/copy.ts';
import { statusOf } from '#lib/domain/inbox/rules.ts';
import type { UploadKind } from '#lib/domain/uploads/schema.ts';
import type { RequestState, Wait } from '#lib/platform/request-states.ts';

type Standing = { state: RequestState; handledAt: number | null };

function StatusTag({ lead }: { lead: Standing }) {
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

function WaitTag({ wait }: { wait: keyof typeof waitCopy }) {
  const { label, isOurs } = waitCopy[wait];
  return <Tag tone={isOurs ? 'warning' : 'neutral'}>{label}</Tag>;
}

/** One tag: what is the most urgent to know of a lead. */
export function RowTag({ lead }: { lead: Standing & Asked & { wait: Wait | null } }) {
  if (isUnrecorded(lead)) return <Tag tone="warning">Falta registrar</Tag>;
  const { wait } = lead;
  return wait && wait !== 'begun' ? <WaitTag wait={wait} /> : <StatusTag lead={lead} />;
}

/** The CRM calls a request issued that has not each of its records. */
export function isUnrecorded({ crmIssuedAt, state, erasedAt }: Asked): boolean {
  return crmIssuedAt !== null && state !== 'emitida' && erasedAt === null;
}

type Asked = { state: RequestState; crmIssuedAt: number | null; erasedAt: number | null };
type Props = Standing & Asked & { crmContactId: string | null; wait: Wait | null };

export function LeadTags({ crmContactId, erasedAt, wait, ...lead }: Props) {
  return (
    <span className="flex flex-wrap gap-1.5">
      <StatusTag lead={lead} />
      {wait && wait !== 'begun' && <WaitTag wait={wait} />}
      {isUnrecorded({ erasedAt, ...lead }) && <Tag tone="warning">Falta registrar</Tag>}
      {crmContactId === null && erasedAt === null && <Tag>Sin CRM</Tag>}
    </span>
  );
}

export function Missing({ kinds }: { kinds: readonly UploadKind[] }) {
  if (kinds.length === 0) return null;
  const text = missingText(kinds);
  return (
    <span title={text} className="text-warning max-lg:block">
      <Icon name="file" className="hidden size-4 lg:block" />
      <span className="lg:sr-only">{text}</span>
    </span>
  );
}
