import { notFound } from 'next/navigation';
import { listAttachableDocuments } from '#app/_lib/own-documents.ts';
import { openPageLink } from '#app/_lib/page-link.ts';
import { findNotice, pageMetadata, secretPageMetadata } from '#app/_lib/page-query.ts';
import { sendAgainUrl } from '#app/(sitio)/_lib/contact-page.ts';
import { CallForm } from '#components/contact/call-form.tsx';
import { BookingSection, MailedNotice, NextSteps } from '#components/contact/message-steps.tsx';
import { UrgentContact } from '#components/contact/team-contact.tsx';
import { ProblemNotice } from '#components/forms/problem-notice.tsx';
import { AskAnother } from '#components/requests/ask-another.tsx';
import { RequestFiles } from '#components/requests/request-files.tsx';
import { RequestTimeline } from '#components/requests/request-timeline.tsx';
import { EndedLink } from '#components/site/ended-link.tsx';
import { Container } from '#components/ui/container.tsx';
import { FirstFocus } from '#components/ui/first-focus.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { Section } from '#components/ui/section.tsx';
import { StatusCard } from '#components/ui/status-card.tsx';
import { SummaryList } from '#components/ui/summary-list.tsx';
import { UnbrokenText } from '#components/ui/unbroken-text.tsx';
import { PersistedStep } from '#components/wizard/persisted-step.tsx';
import { listFreeHours } from '#lib/domain/bookings/free-hours.ts';
import { timeToClosingText } from '#lib/domain/marketplace/view.ts';
import {
  askFromMessageCopy,
  hasWritten,
  makeReplyTitle,
  messagePageHeader,
  sentAnswers,
  sentNotices,
  stageOfMessage,
} from '#lib/domain/requests/applicant/message-view.ts';
import { findRequestPath, listShownEvents } from '#lib/domain/requests/applicant/reads.ts';
import { answerTimeText } from '#lib/domain/requests/leads/answer-time.ts';
import { callTimeText, describeCall } from '#lib/domain/requests/leads/call-copy.ts';
import {
  formCopy,
  meetingTitle,
  nextFormSteps,
  numberedNoun,
  receivedTitle,
} from '#lib/domain/requests/leads/form-copy.ts';
import { findFormLead } from '#lib/domain/requests/leads/reads/leads.ts';
import {
  callOffer,
  callValues,
  closingEnd,
  parseCallChoice,
  wantsWriting,
} from '#lib/domain/requests/leads/rules.ts';
import {
  answerRows,
  callCalendarUrl,
  findMeetingAt,
  offeredBookingUrl,
} from '#lib/domain/requests/leads/view.ts';
import { findLeadWithDocuments } from '#lib/domain/requests/requested-documents/reads.ts';
import { documentsInStates } from '#lib/domain/requests/requested-documents/rules.ts';
import { requestedRows } from '#lib/domain/requests/requested-documents/view.ts';
import { capitalise, formatDateTime } from '#lib/platform/chile/format.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { findMailbox } from '#lib/platform/mail/client.ts';
import { suggestEmail } from '#lib/platform/mail/email-typos.ts';
import { now } from '#lib/platform/process/clock.ts';
import { randomId } from '#lib/platform/security/ids.ts';

export const generateMetadata = pageMetadata('Recibido', secretPageMetadata);

export default async function ReceivedPage(props: PageProps<'/recibido/[token]'>) {
  const { link, path, pageQuery, ended } = await openPageLink('lead-receipt', props);
  if (ended) return <EndedLink {...ended} />;
  const { query, problem, values, errors } = pageQuery;
  const lead = await findFormLead(Number(link.subject));
  if (!lead) notFound();
  const request = await findLeadWithDocuments(lead.id);
  const requestedDocuments = request?.requestedDocuments ?? [];
  const closesAt = closingEnd(lead.answers.cuando_cierra, lead.createdAt);
  const isUrgent = timeToClosingText(closesAt, now()) !== null;
  const events = await listShownEvents([lead.id]);
  const meetingAt = findMeetingAt(events, now());
  const bookingUrl = meetingAt ? null : offeredBookingUrl(lead);
  const prefersWriting = wantsWriting(lead.answers);
  const { stage, since } = stageOfMessage(lead, events);
  const missingCount = documentsInStates(['missing'], requestedDocuments, now()).length;
  const call = parseCallChoice(lead.preferred ?? undefined, lead.createdAt);
  const hasCall = call !== null && (call.day ? call.day > now() : stage === 'new');
  const head = messagePageHeader({
    lead,
    stage,
    received: hasCall
      ? receivedTitle(lead)
      : meetingAt && lead.answers.acepta_politicas === undefined
        ? meetingTitle(meetingAt)
        : formCopy[lead.kind].received,
    callTime: call && hasCall ? callTimeText(call) : '',
    missingCount,
    events,
  });
  const isMissed = head.todo?.href === '#llamada';
  const takesCalls = lead.kind === 'asesor' && lead.answers.telefono && (hasCall || !meetingAt);
  const calendarUrl = hasCall ? callCalendarUrl(lead, path) : null;
  const soonText = answerTimeText(since);
  const nextSteps = nextFormSteps(lead, {
    stage,
    isMissed,
    hasWritten: hasWritten(events),
    soon: soonText,
    mayBook: bookingUrl !== null && !prefersWriting,
    namesPhone: true,
    mayAdd: true,
    now: now(),
    meetingAt,
  });
  const requestUrl = await findRequestPath(events);
  const submissionKey = randomId();
  const isScanning = requestedDocuments.some(({ files }) =>
    files.some(({ verdict }) => verdict === 'waiting'),
  );
  const notice = problem ? undefined : findNotice(sentNotices(isScanning), query);
  const lastCall = events.find(({ event }) => event.kind === 'message' && event.isCall)?.event;
  const callChange = lastCall?.kind === 'message' ? lastCall.call : undefined;
  const { title, text } = describeCall(lead, callChange, soonText);
  const callNotice = !problem && query.aviso === 'llamada' ? `${title}. ${text}`.trim() : undefined;
  const documentsPart = (
    <RequestFiles
      documents={requestedRows(requestedDocuments)}
      advanceKinds={[]}
      requestedDocuments={requestedDocuments}
      note={request?.note}
      now={now()}
      mayTakeMore
      action={`${path}/archivos`}
      {...{ submissionKey }}
      errors={errors}
      message={{ value: values.mensaje }}
      maxUploadMb={getEnv().maxUploadMb}
      vault={await listAttachableDocuments(lead.answers.correo)}
      doneNotice={query.aviso === 'llamada' ? undefined : notice}
    />
  );
  return (
    <Container width="form">
      <div className="grid gap-8 pt-8 pb-16">
        <ProblemNotice problem={problem} />
        <StatusCard
          tone={missingCount > 0 ? 'info' : 'success'}
          caption={
            <UnbrokenText
              text={`${capitalise(numberedNoun(lead.kind, lead.id))}, ${formatDateTime(lead.createdAt)}, hora de Chile`}
            />
          }
          title={head.title}
        >
          {head.reply && (
            <p className="mt-4 max-w-text border-l-4 border-copper-bright pl-3 whitespace-pre-line wrap-anywhere">
              <UnbrokenText text={head.reply} />
            </p>
          )}
          {stage === 'wrote' && soonText && missingCount === 0 && (
            <p className="mt-4">
              {lead.advisor ?? 'Un asesor'} te responde{soonText.replace(/,$/, '')}.
            </p>
          )}
          <MailedNotice
            email={lead.answers.correo}
            suggestion={suggestEmail(lead.answers.correo)}
            formUrl={sendAgainUrl(lead.kind, path)}
            isLocal={findMailbox() !== null}
          />
          {takesCalls && hasCall && (
            <p className="mt-2">
              <a href="#llamada" className="inline-block py-1">
                Cambiar o cancelar la llamada
              </a>
            </p>
          )}
          {head.todo && (
            <p className="mt-4">
              <LinkButton href={head.todo.href} wide>
                {head.todo.verb}
              </LinkButton>
            </p>
          )}
        </StatusCard>
        {isUrgent && (stage === 'new' || stage === 'wrote') && (
          <UrgentContact
            {...getEnv().company}
            title="Tu plazo se acaba pronto"
            closesAt={closesAt}
            now={now()}
          />
        )}
        {(missingCount > 0 || head.reply) && documentsPart}
        {bookingUrl && !prefersWriting && (
          <BookingSection bookingUrl={bookingUrl} {...(await listFreeHours(now()))} />
        )}
        <NextSteps steps={nextSteps} calendarUrl={calendarUrl} />
        {takesCalls && (
          <CallForm
            action={`${path}/llamada`}
            {...{ submissionKey, hasCall, errors }}
            isOpen={hasCall || isMissed}
            // The form begins with the promised call, so that sending it unchanged changes nothing.
            values={{
              ...callValues(lead.preferred ?? undefined, lead.createdAt),
              telefono: lead.answers.telefono ?? '',
              ...values,
            }}
            {...callOffer(now())}
            doneNotice={callNotice && <UnbrokenText text={callNotice} />}
          />
        )}
        {bookingUrl && prefersWriting && (
          <p>
            <a href={bookingUrl} className="inline-block py-2">
              Prefiero conversarlo: elegir una hora
            </a>
          </p>
        )}
        {missingCount === 0 && !head.reply && documentsPart}
        {requestUrl ? (
          <p>
            <LinkButton href={requestUrl} variant="secondary" wide>
              Ver mi solicitud
            </LinkButton>
          </p>
        ) : (
          <AskAnother
            action={`${path}/garantia`}
            {...askFromMessageCopy(lead, requestedDocuments)}
            isMain={stage === 'answered' && !isMissed}
          />
        )}
        <RequestTimeline
          events={events}
          receivedAt={lead.createdAt}
          replyTitle={makeReplyTitle(events, lead.advisor)}
        />
        <Section id="enviado" title="Lo que enviaste">
          <SummaryList dense rows={answerRows(sentAnswers(lead, hasCall, now()))} />
        </Section>
        <a href="/" className="w-fit py-2">
          Volver al inicio
        </a>
      </div>
      <FirstFocus />
      <PersistedStep page="recibido" />
    </Container>
  );
}
