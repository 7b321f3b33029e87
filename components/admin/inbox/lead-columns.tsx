import { AllLeadsBox } from '#components/admin/inbox/all-leads-box.tsx';
import { leadHref } from '#components/admin/lead/lead-form.ts';
import { LeadTag, MissingFilesTag } from '#components/admin/lead/lead-tags.tsx';
import { ClosingText, urgencyTones } from '#components/admin/lead/lead-times.tsx';
import type { TableColumn } from '#components/list/list-table.tsx';
import { TimeAgo } from '#components/ui/time.tsx';
import { ERASED, leadKindCopy } from '#lib/domain/requests/leads/copy.ts';
import { leadStatusCopy } from '#lib/domain/requests/team/copy.ts';
import { leadNumberOf, leadStatusOf } from '#lib/domain/requests/team/rules.ts';
import {
  leadClosing,
  pendingCallMark,
  type RelatedLead,
  requestedSummary,
  type StoredLead,
  startMark,
  unansweredTime,
} from '#lib/domain/requests/team/view.ts';

export function leadNameOf({ name, erasedAt }: Pick<StoredLead, 'name' | 'erasedAt'>): string {
  return erasedAt === null ? name : ERASED;
}

type Props = {
  leads: readonly StoredLead[];
  me: string;
  /** Possible duplicates, by lead id. */
  related: ReadonlyMap<number, RelatedLead>;
  listSearchParams: string;
  tickedBoxes: Record<string, string>;
};

const isUnerased = ({ erasedAt }: StoredLead) => erasedAt === null;
/** A message has no amount and often no closing, so its text also takes those columns. */
const amountSpan = ({ message }: StoredLead) => (message ? 0 : 1);
/**
 * The lead of a form waits until its promised call. The tag names that call if it is the last act.
 */
const namesCall = ({ kind, waitsUntil, lastAct }: StoredLead) =>
  kind !== 'garantia' && waitsUntil !== null && lastAct !== 'call';
const closingSpan = (lead: StoredLead) =>
  leadClosing(lead) || namesCall(lead) ? 1 : amountSpan(lead);

export function leadColumns({
  leads,
  me,
  related,
  listSearchParams,
  tickedBoxes,
}: Props): readonly TableColumn<StoredLead>[] {
  const boxNames = leads.filter(isUnerased).map(({ id }) => `lead-${id}`);
  return [
    {
      label: 'Elegir',
      heading: (
        <>
          <span className="sr-only">Elegir</span>
          <AllLeadsBox names={boxNames} />
        </>
      ),
      width: 'box',
      className: 'order-last ml-auto',
      cell: (lead) =>
        isUnerased(lead) && (
          <input
            type="checkbox"
            name={`lead-${lead.id}`}
            value={lead.state}
            defaultChecked={`lead-${lead.id}` in tickedBoxes}
            aria-label={`Elegir a ${leadNameOf(lead)}`}
            className="relative z-1 block size-6 accent-brand lg:size-4.5"
          />
        ),
    },
    {
      label: 'N.º',
      width: 'mark',
      className: 'text-ink-soft',
      cell: (lead) => (
        <>
          <span className="lg:hidden">N.º </span>
          {leadNumberOf(lead)}
        </>
      ),
    },
    {
      label: 'Quién',
      className: 'max-lg:grow max-lg:basis-2/3 lg:whitespace-normal',
      title: leadNameOf,
      cell: (lead) => <NameCell {...{ lead, listSearchParams }} related={related.get(lead.id)} />,
    },
    {
      label: 'Empresa',
      // Phones show it below the name.
      className: 'hidden lg:whitespace-normal',
      title: ({ company, email }) => company ?? email,
      cell: ({ company, email }) =>
        company ?? <span className="block truncate text-ink-soft">{email}</span>,
    },
    {
      label: 'Qué pide',
      width: 'amount',
      span: (lead) => 3 - amountSpan(lead) - closingSpan(lead),
      title: (lead) =>
        lead.message ?? [requestedSummary(lead).types, lead.tenderId].filter(Boolean).join(' · '),
      cell: (lead) => <RequestedCell {...lead} />,
    },
    {
      label: 'Monto',
      width: 'amount',
      isRightAligned: true,
      span: amountSpan,
      title: (lead) => requestedSummary(lead).amount,
      cell: (lead) => requestedSummary(lead).short,
    },
    {
      label: 'Cierra o rige',
      width: 'short',
      // The hour of a call may take a second line.
      className: 'lg:whitespace-normal',
      sort: { asc: 'closing' },
      span: closingSpan,
      cell: (lead, now) => <ClosingCell {...{ lead, now }} />,
    },
    {
      label: 'Llegó',
      width: 'brief',
      sort: { desc: 'newest', asc: 'oldest' },
      cell: ({ createdAt }, now) => <TimeAgo at={createdAt} now={now} className="text-ink-soft" />,
    },
    {
      label: 'Espera',
      width: 'wait',
      sort: { asc: 'waiting' },
      cell: (lead, now) => <WaitCell {...{ lead, now }} />,
    },
    {
      label: 'La tiene',
      width: 'brief',
      title: ({ assigneeEmail }) => assigneeEmail ?? '',
      cell: (lead) => <span className="text-ink-soft">{assigneeLabel(lead, me)}</span>,
    },
    {
      label: 'Estado',
      width: 'tag',
      title: (lead) => leadStatusCopy[leadStatusOf(lead)],
      cell: (lead, now) => <LeadTag {...{ lead, now }} />,
    },
  ];
}

type RelatedProps = { related: RelatedLead | undefined; listSearchParams: string };

function NameCell({ lead, related, listSearchParams }: RelatedProps & { lead: StoredLead }) {
  const { id, company, email } = lead;
  return (
    <>
      <a
        href={leadHref(id, listSearchParams)}
        id={`fila-${id}`}
        className="scroll-my-32 font-semibold lg:outline-offset-0 lg:no-underline lg:hover:underline after:absolute after:inset-0"
      >
        {leadNameOf(lead)}
      </a>
      <span className="block text-ink-soft lg:hidden">{company ?? email}</span>
      {related && ' '}
      <DuplicateLink {...{ related, listSearchParams }} isShort />
    </>
  );
}

const reasons = { email: 'mismo correo', rut: 'mismo RUT', tender: 'misma licitación' };

type DuplicateProps = RelatedProps & { isShort?: boolean };

export function DuplicateLink({ related, listSearchParams, isShort }: DuplicateProps) {
  if (!related) return null;
  const { id, submissionId, same } = related;
  return (
    <a
      href={leadHref(id, listSearchParams)}
      title={`N.º ${submissionId ?? id}, ${reasons[same]}, a menos de 30 días`}
      className="relative z-1 inline-block"
    >
      <span
        className={isShort ? 'lg:sr-only' : ''}
      >{`${reasons[same]}: N.º ${submissionId ?? id}`}</span>
      {isShort && (
        <span aria-hidden="true" className="hidden lg:inline">
          {reasons[same]}
        </span>
      )}
    </a>
  );
}

function RequestedCell({ message, kind, missing, requested }: StoredLead) {
  const { types } = requestedSummary({ requested });
  const isLong = types.length > 10;
  return (
    <span className="gap-2 lg:flex">
      <span className={isLong ? 'lg:truncate' : 'shrink-0'}>{types || leadKindCopy[kind]}</span>{' '}
      <MissingFilesTag kinds={missing} />
      {message && <span className="text-ink-soft max-lg:line-clamp-2 lg:truncate">{message}</span>}
    </span>
  );
}

function ClosingCell({ lead, now }: { lead: StoredLead; now: number }) {
  const closing = leadClosing(lead);
  const call = namesCall(lead) ? pendingCallMark(lead, now) : null;
  if (call || closing) {
    return (
      <>
        {call && <span className={urgencyTones[call.tone]}>{call.text} </span>}
        {closing && <ClosingText {...closing} now={now} isShort={!call} />}
      </>
    );
  }
  const needed = startMark(lead, now);
  return needed && <span className={urgencyTones[needed.tone]}>rige {needed.text}</span>;
}

/** Shows for how much working time a lead has waited for our answer. */
function WaitCell({ lead, now }: { lead: StoredLead; now: number }) {
  const waitMark = unansweredTime(lead, now);
  return (
    waitMark && (
      <span title={waitMark.text} className={urgencyTones[waitMark.tone]}>
        <span className="lg:hidden">sin respuesta </span>
        {waitMark.short}
      </span>
    )
  );
}

type AssignedLead = Pick<StoredLead, 'assignedTo' | 'assigneeEmail' | 'assigneeName'>;

export function assigneeText(lead: AssignedLead, me: string) {
  const { assignedTo, assigneeEmail, assigneeName } = lead;
  if (assignedTo === null) return 'sin asignar';
  const assignee = assigneeName ?? assigneeEmail ?? 'una cuenta que ya no existe';
  return `asignada a ${assignedTo === me ? 'ti' : assignee}`;
}

function assigneeLabel(lead: AssignedLead, me: string): string {
  const { assignedTo, assigneeEmail, assigneeName } = lead;
  if (assignedTo === null) return 'Sin asignar';
  return assignedTo === me ? 'Tú' : (assigneeName ?? assigneeEmail?.split('@')[0] ?? 'Otra cuenta');
}
