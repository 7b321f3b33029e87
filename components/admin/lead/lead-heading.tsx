import { assigneeText, DuplicateLink, leadNameOf } from '#components/admin/inbox/lead-columns.tsx';
import { AssignToMe, LeadButtons } from '#components/admin/lead/lead-buttons.tsx';
import { type LeadPartProps, leadHref } from '#components/admin/lead/lead-form.ts';
import { LeadTag, leadTag } from '#components/admin/lead/lead-tags.tsx';
import { ClosingText, urgencyTones } from '#components/admin/lead/lead-times.tsx';
import { Watchers } from '#components/admin/lead/lead-watch.tsx';
import { LikelyTypo, UndeliveredMail } from '#components/admin/lead/undelivered-mail.tsx';
import { BackLink } from '#components/ui/back-link.tsx';
import { CommandLink } from '#components/ui/commands.tsx';
import { Tag } from '#components/ui/tag.tsx';
import { UnbrokenText } from '#components/ui/unbroken-text.tsx';
import { ownRemarkText } from '#lib/domain/law/copy.ts';
import type { Remark } from '#lib/domain/law/rules.ts';
import { leadKindCopy } from '#lib/domain/requests/leads/copy.ts';
import { guaranteeTexts } from '#lib/domain/requests/submissions/view.ts';
import { lastActCopy, leadStatusCopy } from '#lib/domain/requests/team/copy.ts';
import { type LeadNextAct, leadNumberOf, leadStatusOf } from '#lib/domain/requests/team/rules.ts';
import {
  leadClosing,
  type Neighbours,
  pendingCallMark,
  type RelatedLead,
  unansweredTime,
} from '#lib/domain/requests/team/view.ts';
import { stoppedState, type TenderStatus, tenderCautionText } from '#lib/domain/tenders/view.ts';
import { formatDateTime } from '#lib/platform/chile/format.ts';

type Props = LeadPartProps & {
  /** Number of leads with the same e-mail. */
  leadCount: number;
  /** Path of the page that records the next guarantee of the lead. */
  recordPath: string;
  /** Another lead that may be the same case. */
  related: RelatedLead | undefined;
  nextAct: LeadNextAct | null;
  /** Whether the applicant accepted the conditions, so that a payment is that of the guarantee. */
  isAgreed: boolean;
  /** Payments of the lead that were not refunded completely. */
  paidPayments: readonly { amount: string; description: string; refundText: string | null }[];
  remarks: readonly Remark[];
  tenderStatus: TenderStatus | null;
};

/**
 * The buttons are above all lines that an act may change, so that a second press does not hit
 * another button.
 */
export function LeadHeading({
  lead,
  me,
  list: listSearchParams,
  now,
  leadCount,
  recordPath,
  ...otherProps
}: Props) {
  const { related, remarks, paidPayments, tenderStatus, nextAct, isAgreed } = otherProps;
  const { kind, submissionId, company, erasedAt, tenderId } = lead;
  const wholePayments = paidPayments.filter(({ refundText }) => !refundText);
  const isDealPaid = isAgreed || lead.state === 'aprobada' || lead.state === 'emitida';
  const refundTexts = paidPayments.flatMap(({ refundText }) => refundText ?? []);
  const closing = leadClosing(lead);
  const cautionText =
    lead.state === 'emitida' ? null : tenderCautionText(tenderStatus, lead.requested);
  const stoppedText = stoppedState(tenderStatus);
  const status = leadStatusCopy[leadStatusOf(lead)];
  const call = pendingCallMark(lead, now);
  const lastAct = lead.lastAct;
  const lastActLabels =
    lastAct && lastAct !== 'begun' && !(call && lastAct === 'call')
      ? [lastActCopy[lastAct].label]
      : [];
  const labels = [status, ...lastActLabels].filter((text) => text !== leadTag(lead, now).label);
  const waitMark = unansweredTime(lead, now);
  return (
    <div className="rounded-lg border border-line bg-surface p-4 shadow-raised sm:px-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="text-sm font-semibold text-ink-soft">
          {submissionId === null ? leadKindCopy[kind] : 'Solicitud'} N.º {leadNumberOf(lead)}
        </p>
        <LeadTag {...{ lead, now }} />
      </div>
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h1 className="text-xl wrap-anywhere">{leadNameOf(lead)}</h1>
        {company && <p className="wrap-anywhere text-ink-soft">{company}</p>}
      </div>
      {lead.requested.map(guaranteeTexts).map(({ type, amount, until }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a requested guarantee is its position
        <p key={index} className="mt-1 text-sm">
          <UnbrokenText text={`${type}: `} />
          <strong className="whitespace-nowrap">{amount}</strong>
          <UnbrokenText text={`, hasta el ${until}`} />
        </p>
      ))}
      {lead.message && (
        <p className="mt-1 line-clamp-6 text-sm whitespace-pre-line wrap-anywhere lg:hidden">
          {lead.message}
        </p>
      )}
      {wholePayments.length > 0 && (
        <p className="mt-1 text-sm">
          {isDealPaid ? 'Pagada: ' : 'Pagó '}
          <strong>
            {wholePayments
              .map(({ amount, description }) =>
                isDealPaid ? amount : `${amount} (${description})`,
              )
              .join(' y ')}
          </strong>
        </p>
      )}
      {refundTexts.length > 0 && (
        <p className="mt-1 text-sm">
          <strong>{refundTexts.join('; ')}</strong>
        </p>
      )}
      {remarks.map((remark) => (
        <p key={remark} className="mt-2 text-sm">
          <Tag>Ley 19.886</Tag> <UnbrokenText text={ownRemarkText(remark, 'Pide')} />
        </p>
      ))}
      {cautionText && <p className="mt-2 text-sm font-semibold text-danger">{cautionText}</p>}
      {erasedAt === null && (
        <LeadButtons {...{ lead, list: listSearchParams, recordPath, call, nextAct, isAgreed }} />
      )}
      <UndeliveredMail lead={lead} list={listSearchParams} />
      <LikelyTypo lead={lead} list={listSearchParams} />
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
        {call && (
          <p className={urgencyTones[call.tone]}>
            <UnbrokenText text={call.words} />
          </p>
        )}
        {waitMark && <p className={urgencyTones[waitMark.tone]}>{waitMark.text}</p>}
        <p className="wrap-anywhere text-ink-soft">
          {[...labels, assigneeText(lead, me)].join(', ')} ·{' '}
          <span className="whitespace-nowrap">{formatDateTime(lead.createdAt)}</span>
        </p>
        {erasedAt === null && (
          <a href={`/admin/personas?${new URLSearchParams({ q: lead.email })}`} className="py-1.5">
            {leadCount > 1 ? `${leadCount} solicitudes de esta persona` : 'Todo lo de esta persona'}
          </a>
        )}
        {erasedAt === null && lead.assignedTo === null && (
          <AssignToMe {...{ lead, me, list: listSearchParams }} />
        )}
        <DuplicateLink {...{ related, listSearchParams }} />
        {closing && (
          <p>
            {tenderId && <span className="whitespace-nowrap">{tenderId}</span>}{' '}
            {stoppedText ? stoppedText.toLowerCase() : <ClosingText {...closing} now={now} />}
          </p>
        )}
      </div>
      {erasedAt !== null && (
        <p className="mt-4 max-w-text">
          Los datos de esta persona se borraron el {formatDateTime(erasedAt)}. Quedan el número, el
          tipo, el estado y las fechas.
        </p>
      )}
    </div>
  );
}

export function LeadNavigation({
  lead,
  list,
  neighbours,
}: Pick<LeadPartProps, 'lead' | 'list'> & { neighbours: Neighbours }) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4">
      <BackLink href={`/admin${list && `?${list}`}#fila-${lead.id}`} label="Volver a la bandeja" />
      <Watchers />
      <LeadNeighbours neighbours={neighbours} list={list} />
    </div>
  );
}

type NeighbourProps = { neighbours: Neighbours; list: string };

function LeadNeighbours({ neighbours: { previous, next }, list }: NeighbourProps) {
  if (previous === null && next === null) return null;
  return (
    <nav aria-label="En la lista" className="flex gap-5">
      {previous !== null && (
        <CommandLink
          command="previous"
          href={leadHref(previous, list)}
          className="inline-block py-2"
        >
          <span aria-hidden="true">←</span> Anterior
        </CommandLink>
      )}
      {next !== null && (
        <CommandLink command="next" href={leadHref(next, list)} className="inline-block py-2">
          Siguiente <span aria-hidden="true">→</span>
        </CommandLink>
      )}
    </nav>
  );
}
