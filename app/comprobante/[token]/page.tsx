import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { notFound } from 'next/navigation';
import { findPageDraft } from '#app/page-draft.ts';
import { noticeOf, type PageProps, readPageQuery } from '#app/page-query.ts';
import { ownDocuments } from '#app/page-vault.ts';
import { ProblemNotice } from '#components/forms/problem-notice.tsx';
import { AskAnother } from '#components/requests/ask-another.tsx';
import { RequestEnhancers } from '#components/requests/enhancers.tsx';
import { RequestConditions } from '#components/requests/request-conditions.tsx';
import { RequestFiles } from '#components/requests/request-files.tsx';
import { RequestGuarantees } from '#components/requests/request-guarantees.tsx';
import { RequestPayments } from '#components/requests/request-payments.tsx';
import { RequestTender } from '#components/requests/request-tender.tsx';
import { RequestTimeline } from '#components/requests/request-timeline.tsx';
import { EndedLink } from '#components/site/ended-link.tsx';
import { SiteShell } from '#components/site/site-shell.tsx';
import { Container } from '#components/ui/container.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { ReceiptPanel } from '#components/ui/receipt-panel.tsx';
import { SummaryCards } from '#components/ui/summary-cards.tsx';
import { conditionsState } from '#lib/domain/conditions/rules.ts';
import { isOther } from '#lib/domain/drafts/rules.ts';
import { documentRows, requestSections } from '#lib/domain/guarantees/view.ts';
import { listOfRequest } from '#lib/domain/issued/reads.ts';
import { isDecided } from '#lib/domain/leads/rules.ts';
import { getShownPath } from '#lib/domain/links/reads.ts';
import { isEnded, isVisit } from '#lib/domain/links/rules.ts';
import { openLink } from '#lib/domain/links/writes.ts';
import { getLinkedRequest } from '#lib/domain/own-requests/reads.ts';
import { askedPayment, headOf, stepsOf } from '#lib/domain/own-requests/view.ts';
import { papersBy } from '#lib/domain/papers/rules.ts';
import { findStanding } from '#lib/domain/tenders/reads.ts';
import { needsPerformance } from '#lib/domain/tenders/view.ts';
import { now } from '#lib/platform/clock.ts';
import { getEnv } from '#lib/platform/env.ts';
import { formatDateTime } from '#lib/platform/format.ts';
import { randomId } from '#lib/platform/ids.ts';

export const metadata: Metadata = {
  title: 'Tu solicitud',
  robots: { index: false },
  referrer: 'no-referrer',
};

type Props = PageProps & { params: Promise<{ token: string }> };

/** The page of a request. Its address needs no login, so it is never linked from elsewhere. */
export default async function ReceiptPage({ params, searchParams }: Props) {
  const { token } = await params;
  const link = await openLink('receipt', token, { visit: isVisit(await headers()), now: now() });
  if (!link) notFound();
  const { query, problem, errors } = await readPageQuery({ searchParams });
  if (isEnded(link, now())) {
    const action = `/f/comprobante/${encodeURIComponent(token)}/pedir`;
    const asked = query.aviso === 'enviado';
    return (
      <SiteShell quiet>
        <EndedLink kind="receipt" {...{ action, asked, problem }} />
      </SiteShell>
    );
  }
  const request = await getLinkedRequest(Number(link.subject));
  const { id, answers, createdAt, state, events, asked, conditions, tenderId, missing } = request;
  const { papers, note } = request;
  const payments = asked.map((one) => askedPayment(one, { now: now(), to: answers.email }));
  const offer = conditions ? conditionsState(conditions, request.stands, now(), state) : 'closed';
  const guarantees = await linkedGuarantees(id);
  const lacks = missing.length + papersBy(['missing'], papers, now()).length;
  const moment = { state, answers, events, lacks, conditions, offer, payments };
  const { title, lines, todo } = headOf(moment, guarantees.length);
  const steps = stepsOf(moment, getEnv().about.answerHours);
  const look = todo?.title === title ? 'todo' : 'done';
  const isNext = (one: (typeof payments)[number]) =>
    one.state === 'waiting' && one.id === conditions?.paymentRequestId;
  const led = todo?.href;
  return (
    <SiteShell quiet>
      <Container width="form">
        <div className="grid gap-8 pt-8 pb-16">
          <ProblemNotice problem={problem}>
            {offer !== 'closed' && <a href="#condiciones">Ver las condiciones</a>}
          </ProblemNotice>
          <ReceiptPanel
            title={title}
            look={state === 'rechazada' ? 'refused' : look}
            numberLabel="Número de solicitud"
            number={`N.º ${id}`}
          >
            {lines.filter(Boolean).map((line) => (
              <p key={line} className="mb-4 text-center whitespace-pre-line wrap-anywhere">
                {line}
              </p>
            ))}
            {todo && (
              <div className="mb-6 text-center">
                <LinkButton href={todo.href} wide>
                  {todo.verb}
                </LinkButton>
              </div>
            )}
            <p className="text-center text-sm text-ink-soft">
              Recibida el {formatDateTime(createdAt)}, hora de Chile
            </p>
            <p className="mt-4 text-center">
              Te enviamos el enlace a esta página a{' '}
              <strong className="wrap-anywhere">{answers.email}</strong>. Aquí ves cómo va.
            </p>
            <div className="mt-6 text-center">
              <LinkButton
                href={`/comprobante/${encodeURIComponent(token)}/pdf`}
                variant="secondary"
                wide
                download
              >
                Descargar comprobante
              </LinkButton>
            </div>
          </ReceiptPanel>
          <RequestGuarantees asked={answers.garantias.length} guarantees={guarantees} now={now()} />
          {conditions && offer !== 'closed' && (
            <RequestConditions
              action={`/f/comprobante/${encodeURIComponent(token)}/condiciones`}
              {...{ led }}
              payment={payments.find(isNext)}
              state={offer}
              conditions={conditions}
            />
          )}
          <RequestPayments payments={payments.filter((one) => !isNext(one))} led={led} />
          <RequestFiles
            documents={documentRows(request)}
            missing={missing}
            {...{ papers, note }}
            now={now()}
            takesMore
            action={
              isDecided(state) ? null : `/f/comprobante/${encodeURIComponent(token)}/archivos`
            }
            once={randomId()}
            errors={errors}
            maxUploadMb={getEnv().maxUploadBytes / 1024 / 1024}
            vault={await ownDocuments(answers.email)}
            done={problem ? undefined : noticeOf(notices, query)}
          />
          {steps.length > 0 && (
            <section>
              <h2 className="text-xl">Qué sigue</h2>
              <ol className="mt-3 grid list-decimal gap-2 pl-6">
                {steps.map((step) => (
                  <li key={step}>{step}</li>
                ))}
              </ol>
            </section>
          )}
          <RequestTender standing={await findStanding(tenderId, now())} />
          <RequestTimeline events={events} receivedAt={createdAt} />
          <AskAnother
            action={`/f/comprobante/${encodeURIComponent(token)}/otra`}
            isOver={isOther(await findPageDraft(), { request: id })}
            isAwarded={needsPerformance(events, answers)}
          />
          <section className="grid gap-5">
            <h2 className="text-xl">Lo que pediste</h2>
            <SummaryCards sections={requestSections(answers, [])} />
          </section>
        </div>
      </Container>
      <RequestEnhancers />
    </SiteShell>
  );
}

async function linkedGuarantees(submissionId: number) {
  const records = await listOfRequest(submissionId);
  return Promise.all(
    records.map(async (one) => ({ ...one, href: await getShownPath('issued', one.number) })),
  );
}

const notices = { documentos: 'Recibimos tus documentos: ya los tiene tu asesor.' };
