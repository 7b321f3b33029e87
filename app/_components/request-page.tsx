import type { ReactNode } from 'react';
import { listAttachableDocuments } from '#app/_lib/own-documents.ts';
import { findNotice, type readPageQuery } from '#app/_lib/page-query.ts';
import { readDeadlines } from '#app/_lib/request-deadlines.ts';
import { ProblemNotice } from '#components/forms/problem-notice.tsx';
import { HandInSteps } from '#components/issued-guarantees/hand-in-steps.tsx';
import { AskAnother } from '#components/requests/ask-another.tsx';
import { ClosedTender } from '#components/requests/closed-tender.tsx';
import { RequestAnswers } from '#components/requests/request-answers.tsx';
import { RequestCancel } from '#components/requests/request-cancel.tsx';
import { RequestClosing } from '#components/requests/request-closing.tsx';
import { RequestConditions } from '#components/requests/request-conditions.tsx';
import { RequestContact } from '#components/requests/request-contact.tsx';
import { RequestFiles } from '#components/requests/request-files.tsx';
import { RequestGuarantees } from '#components/requests/request-guarantees.tsx';
import { RequestHead } from '#components/requests/request-head.tsx';
import { RequestMessage } from '#components/requests/request-message.tsx';
import { RequestPayments } from '#components/requests/request-payments.tsx';
import { RequestPending } from '#components/requests/request-pending.tsx';
import { RequestSteps } from '#components/requests/request-steps.tsx';
import { RequestTender } from '#components/requests/request-tender.tsx';
import { RequestTimeline } from '#components/requests/request-timeline.tsx';
import { Section } from '#components/ui/section.tsx';
import { listRecordsOfRequest } from '#lib/domain/issued-guarantees/reads/guarantees.ts';
import { handoversOf } from '#lib/domain/issued-guarantees/steps.ts';
import {
  closedTenderText,
  correctionText,
  filesText,
} from '#lib/domain/requests/applicant/copy.ts';
import type { getLinkedRequest, OwnRequest } from '#lib/domain/requests/applicant/reads.ts';
import {
  applicantTasks,
  mayCancel,
  mayWithdraw,
  pendingText,
} from '#lib/domain/requests/applicant/rules.ts';
import { requestPageHeader, requestPageSteps } from '#lib/domain/requests/applicant/view.ts';
import { answerTimeText } from '#lib/domain/requests/leads/answer-time.ts';
import { eventKindsThatAnswer, isDecided } from '#lib/domain/requests/leads/rules.ts';
import { contactText } from '#lib/domain/requests/leads/view.ts';
import { documentRows } from '#lib/domain/requests/submissions/request-view.ts';
import { findTenderStatus } from '#lib/domain/tenders/reads.ts';
import { needsPerformanceBond } from '#lib/domain/tenders/view.ts';
import { formatPesos, formatRequestNumber } from '#lib/platform/chile/format.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { now } from '#lib/platform/process/clock.ts';
import { randomId } from '#lib/platform/security/ids.ts';

type Request = Omit<Awaited<ReturnType<typeof getLinkedRequest>>, 'events'> &
  Pick<OwnRequest, 'events'>;
type IssuedGuarantee = Awaited<ReturnType<typeof listRecordsOfRequest>>[number];

type Props = {
  request: Request;
  /** Path of the page. Its forms are posted to paths below it. */
  path: string;
  pdfPath: string;
  pageQuery: Awaited<ReturnType<typeof readPageQuery>>;
  hrefOf: (guarantee: IssuedGuarantee) => string | Promise<string>;
  /** Content below the number. */
  about?: ReactNode;
  footer?: ReactNode;
  /** Id of the logged-in account holder, who may open the receipts of their own payments. */
  me?: string;
};

const notices = {
  documentos: 'Recibimos lo que enviaste: ya lo tiene tu asesor.',
  quitado: 'Quitaste el documento.',
  mensaje: 'Recibimos tu mensaje',
};

/** The page of a request, for its applicant and for visitors of its link. */
export async function RequestPage({ request, path, pdfPath, pageQuery, ...slots }: Props) {
  const { query, problem, values, errors } = pageQuery;
  const { id, answers, createdAt, state, events, conditions, tenderId, requestedDocuments, note } =
    request;
  const { company: contact } = getEnv();
  const pending = applicantTasks(request, now(), slots.me);
  const { conditionsState, due, sumText, todos } = pending;
  const guarantees = await Promise.all(
    (await listRecordsOfRequest(id)).map(async (record) => ({
      ...record,
      href: await slots.hrefOf(record),
    })),
  );
  const tenderStatus = await findTenderStatus(tenderId, now());
  const closedText = closedTenderText(request, tenderStatus?.closesAt, now());
  const { closesAt = null } = tenderStatus ?? {};
  const times = await readDeadlines(request, { ...pending, closesAt, now: now() });
  const { lateText, handIn, readyOn, payLimit, timelyText } = times;
  const requestFacts = { state, answers, events, conditions };
  const facts = { ...pending, ...requestFacts, closed: closedText, handIn, readyOn };
  const { title, lines, todo, receipt } = requestPageHeader(
    facts,
    guarantees.map(({ href }) => href),
  );
  const tasksText = (todos.length > 1 && pendingText(pending)) || '';
  const shownLines = [...lines, timelyText ?? '', tasksText].filter(Boolean);
  const steps = requestPageSteps(facts, answerTimeText(createdAt), contact.issueDays);
  const tone = todo && 'title' in todo && todo.title === title ? 'info' : 'success';
  const firstTaskHref = todo?.href;
  const isOpen = conditionsState === 'open';
  const isAnswered = events.some(({ event }) => eventKindsThatAnswer.includes(event.kind));
  const chatText = contactText(`solicitud ${formatRequestNumber(id)}`, tenderId);
  const handIns = state === 'emitida' ? handoversOf(guarantees, tenderStatus) : [];
  const notice = problem ? undefined : findNotice(notices, query);
  const submissionKey = randomId();
  const conditionsPart = conditions && conditionsState !== 'closed' && (
    <RequestConditions
      action={`${path}/condiciones`}
      declineAction={`${path}/no-acepto`}
      {...{ values, errors }}
      state={conditionsState}
      issueDays={contact.issueDays}
      {...{ conditions, payLimit }}
      refund={contact.refund}
      coveredAnswers={{ ...answers, tenderId }}
    />
  );
  const documentsPart = (
    <RequestFiles
      documents={documentRows(request, slots.me ? (file) => `${path}/archivos/${file}` : undefined)}
      mayWithdraw={(file) =>
        slots.me !== undefined &&
        request.files.some((uploaded) => uploaded.id === file && mayWithdraw(uploaded, request))
      }
      {...{ requestedDocuments, note, submissionKey, errors }}
      advanceKinds={pending.sendableAhead}
      variant={answers.sistemaLicitacion}
      isApproved={state === 'aprobada'}
      now={now()}
      mayTakeMore
      isItem={pending.missingCount > 0}
      isFirst={firstTaskHref === '#documentos'}
      action={isDecided(state) ? null : `${path}/archivos`}
      maxUploadMb={getEnv().maxUploadMb}
      vault={await listAttachableDocuments(request.email)}
      sentFiles={request.files}
      doneNotice={
        notice && query.aviso === 'documentos' && todo ? (
          <>
            {notice} Siguiente:{' '}
            <a href={todo.href} className="inline-block py-1">
              {todo.href === '#condiciones'
                ? 'acepta las condiciones'
                : `${todo.verb.charAt(0).toLowerCase()}${todo.verb.slice(1)}`}
            </a>
            .
          </>
        ) : (
          (query.aviso === 'documentos' || query.aviso === 'quitado') && notice
        )
      }
    />
  );
  // A request that was just sent is confirmed first.
  const warnings = (
    <>
      {!isDecided(state) && (
        <RequestClosing {...{ contact, chatText, closesAt, lateText, isAnswered }} now={now()} />
      )}
      {!isDecided(state) && (
        <ClosedTender
          {...{ tenderStatus }}
          answers={answers}
          isPaid={due.length === 0 && pending.payments.some((payment) => payment.state === 'paid')}
        />
      )}
    </>
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,46rem)_minmax(0,1fr)]">
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-8">
        {events.length > 0 && warnings}
        <ProblemNotice problem={problem}>
          {conditionsState !== 'closed' && <a href="#condiciones">Ver las condiciones</a>}
        </ProblemNotice>
        <RequestHead
          {...{ id, createdAt, pdfPath, title, todo, receiptPath: receipt }}
          tone={state === 'rechazada' ? 'danger' : tone}
          lines={shownLines}
          isOpen={!isDecided(state)}
          about={slots.about}
        />
        {events.length === 0 && warnings}
        <RequestPending
          {...{ pending }}
          price={isOpen && conditions ? formatPesos(conditions.price) : null}
          conditions={conditionsPart}
          documents={documentsPart}
          payments={
            <RequestPayments
              payments={due}
              {...{ mainButtonPath: firstTaskHref, sumText, payByText: payLimit?.text ?? null }}
            />
          }
        />
        <RequestSteps {...{ steps }} filesText={filesText(pending, request)} />
        {handIns.map(({ title, ...handIn }) => (
          <Section key={title} title={title}>
            <HandInSteps {...handIn} />
          </Section>
        ))}
        <RequestContact {...{ contact, chatText }} now={now()} />
      </div>
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-8 lg:col-start-1">
        <RequestGuarantees
          requested={answers.garantias.length}
          guarantees={guarantees}
          now={now()}
        />
        {!isOpen && conditionsPart}
        <RequestPayments
          payments={pending.payments.filter((payment) => !due.includes(payment))}
          mainButtonPath={firstTaskHref}
        />
        {pending.missingCount === 0 && documentsPart}
        <RequestMessage
          action={`${path}/mensaje`}
          {...{ submissionKey }}
          value={values.mensaje}
          error={errors.mensaje}
          notice={
            query.aviso === 'mensaje' && notice
              ? `${notice}: un asesor te responde${answerTimeText(now())} por correo y aquí.`
              : undefined
          }
          correctionHint={correctionText(request, conditionsState)}
        />
      </div>
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-8 lg:col-start-2 lg:row-span-3 lg:row-start-1">
        <RequestTender status={tenderStatus} />
        <AskAnother action={`${path}/otra`} isAwarded={needsPerformanceBond(events, answers)} />
        <RequestAnswers {...{ answers }} />
        {mayCancel(request, pending) && <RequestCancel action={`${path}/anular`} />}
        {slots.footer}
      </div>
      <div className="min-w-0 lg:col-start-1">
        <RequestTimeline events={events} receivedAt={createdAt} />
      </div>
    </div>
  );
}
