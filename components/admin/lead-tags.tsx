import { StateTag } from '#components/requests/state-tag.tsx';
import { Tag } from '#components/ui/tag.tsx';
import type { LeadKind } from '#lib/domain/leads/schema.ts';
import type { RequestState } from '#lib/platform/request-states.ts';

type Props = {
  kind: LeadKind;
  state: RequestState;
  handledAt: number | null;
  crmContactId: string | null;
  erasedAt: number | null;
};

export function LeadTags({ kind, state, handledAt, crmContactId, erasedAt }: Props) {
  return (
    <span className="flex flex-wrap gap-1.5">
      {kind === 'garantia' && <StateTag state={state} />}
      {handledAt === null ? <Tag tone="warning">Por atender</Tag> : <Tag>Atendida</Tag>}
      {crmContactId === null && erasedAt === null && <Tag>Sin CRM</Tag>}
    </span>
  );
}
