import { AlsoLink, type Other } from '#components/admin/lead-also.tsx';
import { leadHref } from '#components/admin/lead-form.ts';
import { LeadTag, Missing } from '#components/admin/lead-tags.tsx';
import { ClosingText, Time, urgencyTones } from '#components/admin/lead-times.tsx';
import type { Drawn } from '#components/list/list-table.tsx';
import { leadStatusCopy } from '#lib/domain/inbox/copy.ts';
import { numberOf, statusOf } from '#lib/domain/inbox/rules.ts';
import { askedText, clockOf, neededMark } from '#lib/domain/inbox/view.ts';
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
  unansweredSince: number | null;
  erasedAt: number | null;
  asked: string;
  message: string | null;
  closesAt: number | null;
  missing: readonly UploadKind[];
};

export function nameOf({ name, erasedAt }: Pick<ShownLead, 'name' | 'erasedAt'>): string {
  return erasedAt === null ? name : ERASED;
}

type Props = {
  leads: readonly ShownLead[];
  me: string;
  /** Of each lead another one that may be the same. */
  also: ReadonlyMap<number, Other>;
  list: string;
  ticked: Record<string, string>;
};

const isKept = ({ erasedAt }: ShownLead) => erasedAt === null;
/** What a form says takes the room of money and closing. */
const room = ({ message }: ShownLead) => (message ? 0 : 1);

export function leadColumns({ leads, me, also, list, ticked }: Props): readonly Drawn<ShownLead>[] {
  const boxes = leads.filter(isKept).map(({ id }) => `lead-${id}`);
  return [
    {
      label: 'Elegir',
      heading: (
        <>
          <span className="sr-only">Elegir</span>
          <input
            type="checkbox"
            aria-label="Elegir todas"
            data-ticks={boxes.join(' ')}
            className="ml-1 hidden size-4.5 accent-brand lg:in-data-enhanced:block"
          />
        </>
      ),
      width: 'lg:w-9',
      look: 'order-last ml-auto',
      cell: (lead) =>
        isKept(lead) && (
          <input
            type="checkbox"
            name={`lead-${lead.id}`}
            value={lead.state}
            defaultChecked={`lead-${lead.id}` in ticked}
            aria-label={`Elegir a ${nameOf(lead)}`}
            className="relative z-1 block size-6 accent-brand lg:size-4.5"
          />
        ),
    },
    {
      label: 'N.º',
      width: 'lg:w-11',
      look: 'text-ink-soft tabular-nums',
      cell: (lead) => (
        <>
          <span className="lg:hidden">N.º </span>
          {numberOf(lead)}
        </>
      ),
    },
    {
      label: 'Quién',
      look: 'w-full',
      cell: (lead) => <Who {...{ lead, list }} also={also.get(lead.id)} />,
    },
    {
      label: 'Qué pide',
      width: 'lg:w-[17%]',
      span: ({ message }) => (message ? 3 : 1),
      title: (lead) =>
        lead.message ?? [askedText(lead).types, lead.tenderId].filter(Boolean).join(' · '),
      cell: (lead) => <What {...lead} />,
    },
    {
      label: 'Monto',
      width: 'lg:w-40',
      right: true,
      span: room,
      title: (lead) => askedText(lead).amount,
      cell: (lead) => askedText(lead).short,
    },
    {
      label: 'Cierra o rige',
      width: 'lg:w-40',
      sort: { asc: 'closing' },
      span: room,
      cell: (lead, now) => <Closes {...{ lead, now }} />,
    },
    {
      label: 'Llegó',
      width: 'lg:w-24',
      sort: { desc: 'newest', asc: 'oldest' },
      cell: ({ createdAt }, now) => <Time at={createdAt}>{formatAgo(createdAt, now)}</Time>,
    },
    {
      label: 'Espera',
      width: 'lg:w-24',
      sort: { asc: 'waiting' },
      cell: (lead, now) => <Waits {...{ lead, now }} />,
    },
    {
      label: 'La tiene',
      width: 'lg:w-24',
      title: ({ assigneeEmail }) => assigneeEmail ?? '',
      cell: (lead) => <span className="text-ink-soft">{holderOf(lead, me)}</span>,
    },
    {
      label: 'Estado',
      width: 'lg:w-40',
      title: (lead) => leadStatusCopy[statusOf(lead)],
      cell: (lead) => <LeadTag lead={lead} />,
    },
  ];
}

type WhoProps = { lead: ShownLead; also: Other | undefined; list: string };

function Who({ lead, also, list }: WhoProps) {
  const { id, company, email } = lead;
  return (
    <>
      <a
        href={leadHref(id, list)}
        id={`fila-${id}`}
        data-row=""
        className="scroll-my-32 font-semibold lg:no-underline lg:hover:underline after:absolute after:inset-0 lg:after:hidden"
      >
        {nameOf(lead)}
      </a>
      <span className="text-ink-soft" title={company ?? email}>
        <span className="hidden lg:inline"> · </span>
        <span className="block lg:inline">{company ?? email}</span>
      </span>
      {also && ' '}
      <AlsoLink {...{ also, list }} />
    </>
  );
}

function What({ message, kind, missing, asked }: ShownLead) {
  const { types } = askedText({ asked });
  const isLong = types.includes(',');
  return (
    <span className="gap-2 lg:flex">
      <span className={isLong ? 'lg:truncate' : 'shrink-0'}>{types || leadKindCopy[kind]}</span>{' '}
      <Missing kinds={missing} tight={isLong} />
      {message && <span className="text-ink-soft max-lg:line-clamp-2 lg:truncate">{message}</span>}
    </span>
  );
}

function Closes({ lead, now }: { lead: ShownLead; now: number }) {
  if (lead.closesAt !== null) return <ClosingText closesAt={lead.closesAt} now={now} />;
  const needed = neededMark(lead, now);
  return needed && <span className={urgencyTones[needed.tone]}>rige {needed.text}</span>;
}

/** Working time without an answer of ours. */
function Waits({ lead, now }: { lead: ShownLead; now: number }) {
  const clock = clockOf(lead, now);
  return (
    clock && (
      <span title={clock.text} className={urgencyTones[clock.tone]}>
        <span className="lg:hidden">sin respuesta </span>
        {clock.short}
      </span>
    )
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
