import type { ReactNode } from 'react';
import { leadHref } from '#components/admin/lead-form.ts';
import { LeadTag, Missing } from '#components/admin/lead-tags.tsx';
import { ClosingText, Time, urgencyTones } from '#components/admin/lead-times.tsx';
import { leadStatusCopy } from '#lib/domain/inbox/copy.ts';
import { statusOf } from '#lib/domain/inbox/rules.ts';
import { askedText, neededMark } from '#lib/domain/inbox/view.ts';
import { ERASED, leadKindCopy } from '#lib/domain/leads/copy.ts';
import type { LeadKind } from '#lib/domain/leads/schema.ts';
import type { UploadKind } from '#lib/domain/uploads/schema.ts';
import { formatAgo } from '#lib/platform/format.ts';
import type { RequestState, Wait } from '#lib/platform/request-states.ts';

export type ShownLead = {
  id: number;
  kind: LeadKind;
  submissionId: number | null;
  state: RequestState;
  name: string;
  email: string;
  company: string | null;
  tenderId: string | null;
  crmIssuedAt: number | null;
  handledAt: number | null;
  assignedTo: string | null;
  assigneeEmail: string | null;
  assigneeName: string | null;
  wait: Wait | null;
  crmContactId: string | null;
  createdAt: number;
  erasedAt: number | null;
  asked: string;
  message: string | null;
  closesAt: number | null;
  missing: readonly UploadKind[];
};

export function nameOf({ name, erasedAt }: Pick<ShownLead, 'name' | 'erasedAt'>): string {
  return erasedAt === null ? name : ERASED;
}

/** A heading whose press orders the list; `sorted`: it does so now. */
export type SortLink = { href: string; sorted?: 'ascending' | 'descending' };

type Props = {
  leads: readonly ShownLead[];
  me: string;
  now: number;
  /** The query that shows it. */
  list: string;
  /** A name for each box that is ticked already. */
  ticked: Record<string, string>;
  sorts: { age?: SortLink; closing?: SortLink };
};

/**
 * One line a lead on the desk, a card on a phone. The roles are written out: browsers forget those
 * of a table that is not drawn as one.
 */
export function LeadTable({ leads, me, now, list, ticked, sorts }: Props) {
  return (
    <table {...as('table')} className="block w-full text-left text-sm lg:table lg:table-fixed">
      <caption className="sr-only">Quiénes escribieron</caption>
      <thead {...as('rowgroup')} className="sr-only lg:not-sr-only lg:table-header-group">
        <tr {...as('row')} className="text-ink-soft">
          <Heading width="lg:w-9">
            <span className="sr-only">Elegir</span>
            <input
              type="checkbox"
              aria-label="Elegir todas"
              data-ticks={leads
                .filter(isKept)
                .map(({ id }) => `lead-${id}`)
                .join(' ')}
              className="ml-1 hidden size-4.5 accent-brand lg:in-data-enhanced:block"
            />
          </Heading>
          <Heading width="">Quién</Heading>
          <Heading width="lg:w-[17%]">Qué pide</Heading>
          <Heading width="lg:w-[17%]" right>
            Monto
          </Heading>
          <Heading width="lg:w-30" sort={sorts.closing}>
            Cierre
          </Heading>
          <Heading width="lg:w-26" sort={sorts.age}>
            Llegó
          </Heading>
          <Heading width="lg:w-26">La tiene</Heading>
          <Heading width="lg:w-42">Estado</Heading>
        </tr>
      </thead>
      <tbody {...as('rowgroup')} className="grid gap-3 lg:table-row-group">
        {leads.map((lead) => (
          <LeadRow key={lead.id} {...{ lead, me, now, list, ticked }} />
        ))}
      </tbody>
    </table>
  );
}

const as = (role: string) => ({ role });
const isKept = ({ erasedAt }: ShownLead) => erasedAt === null;

type HeadingProps = {
  width: string;
  right?: boolean;
  sort?: SortLink | undefined;
  children: ReactNode;
};

function Heading({ width, right, sort, children }: HeadingProps) {
  return (
    <th
      {...as('columnheader')}
      scope="col"
      aria-sort={sort?.sorted}
      className={`border-b border-line-strong pr-3 font-semibold ${width} ${right ? 'text-right' : ''}`}
    >
      {sort ? (
        <a href={sort.href} className="inline-block py-1.5">
          {children}
          <span aria-hidden="true">{sort.sorted && arrows[sort.sorted]}</span>
        </a>
      ) : (
        <span className="inline-block py-1.5">{children}</span>
      )}
    </th>
  );
}

const arrows = { ascending: ' ↑', descending: ' ↓' };

function LeadRow({
  lead,
  me,
  now,
  list,
  ticked,
}: Omit<Props, 'leads' | 'sorts'> & { lead: ShownLead }) {
  const { id, kind, submissionId, company, email, tenderId, message, createdAt, closesAt } = lead;
  const { types, amount, short } = askedText(lead);
  const name = nameOf(lead);
  const needed = neededMark(lead, now);
  return (
    <tr
      {...as('row')}
      className="relative flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border border-line bg-surface p-4 hover:border-brand has-[:checked]:bg-brand-tint lg:static lg:table-row lg:border-0 lg:bg-transparent lg:hover:bg-sunken"
    >
      <Cell look="order-last ml-auto lg:pl-1">
        {isKept(lead) && (
          <input
            type="checkbox"
            name={`lead-${id}`}
            value="si"
            defaultChecked={`lead-${id}` in ticked}
            aria-label={`Elegir a ${name}`}
            className="relative z-1 block size-6 accent-brand lg:size-4.5"
          />
        )}
      </Cell>
      <Cell look="w-full">
        <a
          href={leadHref(id, list)}
          id={`fila-${id}`}
          data-row=""
          className="scroll-my-32 font-semibold lg:no-underline lg:hover:underline after:absolute after:inset-0 lg:after:hidden"
        >
          {name}
        </a>
        <span className="text-ink-soft" title={company ?? email}>
          <span className="hidden lg:inline"> · </span>
          <span className="block lg:inline">{company ?? email}</span>
        </span>
      </Cell>
      <Cell
        title={message ?? [types, tenderId].filter(Boolean).join(' · ')}
        span={message ? 3 : 1}
        look={message ? 'w-full' : ''}
      >
        <span className="lg:flex lg:gap-1.5">
          <span className={message ? 'shrink-0' : 'lg:truncate'}>
            {types || leadKindCopy[kind]}
          </span>{' '}
          {submissionId !== null && (
            <span className="shrink-0 text-ink-soft">N.º {submissionId}</span>
          )}{' '}
          <Missing kinds={lead.missing} />
          {message && (
            <span className="text-ink-soft max-lg:line-clamp-2 lg:truncate">{message}</span>
          )}
        </span>
      </Cell>
      {!message && (
        <>
          <Cell title={amount} look="lg:text-right tabular-nums">
            {short}
          </Cell>
          <Cell>
            {closesAt !== null ? (
              <ClosingText closesAt={closesAt} now={now} bare />
            ) : (
              needed && <span className={urgencyTones[needed.tone]}>rige {needed.text}</span>
            )}
          </Cell>
        </>
      )}
      <Cell>
        <Time at={createdAt}>{formatAgo(createdAt, now)}</Time>
      </Cell>
      <Cell title={lead.assigneeEmail ?? ''}>
        <span className="text-ink-soft">{holderOf(lead, me)}</span>
      </Cell>
      <Cell title={leadStatusCopy[statusOf(lead)]}>
        <LeadTag lead={lead} />
      </Cell>
    </tr>
  );
}

type CellProps = { children: ReactNode; look?: string; title?: string; span?: number };

function Cell({ children, look = '', title, span }: CellProps) {
  return (
    <td
      {...as('cell')}
      title={title || undefined}
      colSpan={span}
      className={`empty:hidden lg:table-cell! lg:truncate lg:border-b lg:border-line lg:py-1 lg:pr-3 ${look}`}
    >
      {children}
    </td>
  );
}

type Held = Pick<ShownLead, 'assignedTo' | 'assigneeEmail' | 'assigneeName'>;

export function assigneeText({ assignedTo, assigneeEmail, assigneeName }: Held, me: string) {
  if (assignedTo === null) return 'sin asignar';
  const other = assigneeName ?? assigneeEmail ?? 'una cuenta que ya no existe';
  return `asignada a ${assignedTo === me ? 'ti' : other}`;
}

function holderOf({ assignedTo, assigneeEmail, assigneeName }: Held, me: string): string {
  if (assignedTo === null) return 'Sin asignar';
  return assignedTo === me ? 'Tú' : (assigneeName ?? assigneeEmail?.split('@')[0] ?? 'Otra cuenta');
}
