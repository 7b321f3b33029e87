import type { ReactNode } from 'react';
import { fromList } from '#components/admin/lead-form.ts';
import { LeadTags } from '#components/admin/lead-tags.tsx';
import { ERASED, leadKindCopy } from '#lib/domain/leads/copy.ts';
import type { LeadKind } from '#lib/domain/leads/schema.ts';
import { formatDateTime } from '#lib/platform/format.ts';
import type { RequestState } from '#lib/platform/request-states.ts';

export type ShownLead = {
  id: number;
  kind: LeadKind;
  submissionId: number | null;
  state: RequestState;
  name: string;
  email: string;
  company: string | null;
  tenderId: string | null;
  handledAt: number | null;
  assignedTo: string | null;
  assigneeEmail: string | null;
  crmContactId: string | null;
  createdAt: number;
  erasedAt: number | null;
};

export function nameOf({ name, erasedAt }: Pick<ShownLead, 'name' | 'erasedAt'>): string {
  return erasedAt === null ? name : ERASED;
}

/** `list`: the query that shows it. */
type Props = { leads: readonly ShownLead[]; me: string; list: string };

/** The roles are written out: browsers forget those of a table that is not drawn as one. */
export function LeadTable({ leads, me, list }: Props) {
  return (
    <table {...as('table')} className="block w-full text-left md:table">
      <caption className="sr-only">Quiénes escribieron, desde lo más reciente</caption>
      <thead {...as('rowgroup')} className="sr-only md:not-sr-only md:table-header-group">
        <tr {...as('row')} className="text-sm text-ink-soft">
          {columns.map((column) => (
            <th
              key={column}
              {...as('columnheader')}
              scope="col"
              className="border-b border-line py-2 pr-4 font-semibold"
            >
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...as('rowgroup')} className="grid gap-3 md:table-row-group">
        {leads.map((lead) => (
          <LeadRow key={lead.id} lead={lead} me={me} list={list} />
        ))}
      </tbody>
    </table>
  );
}

const as = (role: string) => ({ role });

const columns = ['Quién', 'Para qué', 'Estado', 'Asignada a', 'Llegó'];
const cell = 'block md:table-cell md:border-b md:border-line md:py-3.5 md:pr-4 md:align-top';

function LeadRow({ lead, me, list }: { lead: ShownLead; me: string; list: string }) {
  return (
    <tr
      {...as('row')}
      className="relative grid grid-cols-[1fr_auto] gap-x-4 gap-y-2 rounded-lg border border-line bg-surface p-4 hover:border-brand md:static md:table-row md:border-0 md:bg-transparent md:p-0"
    >
      <Cell wide>
        <a
          href={`/admin/leads/${lead.id}${fromList(list)}`}
          className="text-lg font-semibold wrap-anywhere after:absolute after:inset-0 md:text-base md:after:hidden"
        >
          {nameOf(lead)}
        </a>
        <span className="block text-sm wrap-anywhere text-ink-soft">
          {lead.company ?? lead.email}
        </span>
      </Cell>
      <Cell wide>
        <span className="font-semibold md:font-normal">{leadKindCopy[lead.kind]}</span>
        {lead.submissionId !== null && ` N.º ${lead.submissionId}`}
        {lead.tenderId && (
          <span className="text-sm wrap-anywhere text-ink-soft md:block">
            <span className="md:hidden"> · </span>
            {lead.tenderId}
          </span>
        )}
      </Cell>
      <Cell wide>
        <LeadTags {...lead} />
      </Cell>
      <Cell>
        <span className="text-sm wrap-anywhere text-ink-soft">{assigneeText(lead, me)}</span>
      </Cell>
      <Cell>
        <span className="text-sm whitespace-nowrap text-ink-soft tabular-nums">
          {formatDateTime(lead.createdAt)}
        </span>
      </Cell>
    </tr>
  );
}

function Cell({ children, wide }: { children: ReactNode; wide?: boolean }) {
  return (
    <td {...as('cell')} className={`${cell}${wide ? ' col-span-2' : ''}`}>
      {children}
    </td>
  );
}

export function assigneeText(
  { assignedTo, assigneeEmail }: Pick<ShownLead, 'assignedTo' | 'assigneeEmail'>,
  me: string,
): string {
  if (assignedTo === null) return 'Sin asignar';
  return assignedTo === me ? 'Asignada a ti' : (assigneeEmail ?? 'Una cuenta que ya no existe');
}
