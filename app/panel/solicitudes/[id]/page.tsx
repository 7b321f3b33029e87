import type { Metadata } from 'next';
import { orNotFound } from '#app/or-not-found.ts';
import { findPageDraft } from '#app/page-draft.ts';
import { getPageMember } from '#app/page-member.ts';
import { noticeOf, type PageProps, readPageQuery } from '#app/page-query.ts';
import { ProblemNotice } from '#components/forms/problem-notice.tsx';
import { PanelPage } from '#components/panel/panel-page.tsx';
import { AskAnother } from '#components/requests/ask-another.tsx';
import { RequestGuarantees } from '#components/requests/request-guarantees.tsx';
import { RequestLinks } from '#components/requests/request-links.tsx';
import { RequestTender } from '#components/requests/request-tender.tsx';
import { RequestTimeline } from '#components/requests/request-timeline.tsx';
import { StateTag } from '#components/requests/state-tag.tsx';
import { BackLink } from '#components/ui/back-link.tsx';
import { Card } from '#components/ui/card.tsx';
import { DoneNotice } from '#components/ui/done-notice.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { SummaryCards } from '#components/ui/summary-cards.tsx';
import { isOther } from '#lib/domain/drafts/rules.ts';
import { documentRows, requestSections } from '#lib/domain/guarantees/view.ts';
import { listOfRequest } from '#lib/domain/issued/reads.ts';
import { findLastEnd } from '#lib/domain/links/reads.ts';
import { refusalReason, stateMeaning } from '#lib/domain/own-requests/copy.ts';
import { getOwnRequest } from '#lib/domain/own-requests/reads.ts';
import { findStanding } from '#lib/domain/tenders/reads.ts';
import { needsPerformance } from '#lib/domain/tenders/view.ts';
import { requestNumber } from '#lib/platform/format.ts';

type Props = PageProps & { params: Promise<{ id: string }> };

export const metadata: Metadata = { title: 'Tu solicitud', referrer: 'no-referrer' };

const notices = {
  cerrados: 'Cerraste los enlaces: ya no abren nada.',
  enviado: 'Te enviamos un enlace nuevo a tu correo. Puede tardar unos minutos.',
};

export default async function RequestPage({ params, searchParams }: Props) {
  const { id } = await params;
  const { query, problem } = await readPageQuery({ searchParams });
  const notice = problem ? undefined : noticeOf(notices, query);
  const member = await getPageMember(`/panel/solicitudes/${id}`);
  const request = await orNotFound(id, (number) => getOwnRequest(member, number));
  const { submissionId, state, answers, events, createdAt } = request;
  const reason = refusalReason(request);
  const issued = await listOfRequest(submissionId);
  return (
    <PanelPage member={member} current="solicitudes">
      <BackLink href="/panel/solicitudes" label="Volver a tus solicitudes" />
      <PageHeading>Solicitud {requestNumber(submissionId)}</PageHeading>
      <ProblemNotice problem={problem} />
      <DoneNotice>{notice}</DoneNotice>
      <div className="grid items-start gap-5 lg:grid-cols-[5fr_7fr]">
        <div className="grid gap-5">
          <Card title="Estado" aside={<StateTag state={state} />}>
            {reason && <p className="mb-3 whitespace-pre-line wrap-anywhere">{reason}</p>}
            <p>{stateMeaning(request)}</p>
            <div className="mt-5">
              <LinkButton
                href={`/panel/solicitudes/${submissionId}/comprobante`}
                variant="secondary"
                wide
                download
              >
                Descargar comprobante
              </LinkButton>
            </div>
          </Card>
          <RequestTender standing={await findStanding(request.tenderId, member.now)} />
          <RequestTimeline events={events} receivedAt={createdAt} />
          <AskAnother
            action={`/f/panel/solicitudes/${submissionId}/otra`}
            isOver={isOther(await findPageDraft(), { request: submissionId })}
            isAwarded={needsPerformance(events, answers)}
          />
          <RequestLinks
            submissionId={submissionId}
            openUntil={await findLastEnd('receipt', submissionId, member.now)}
          />
          <p>
            <a href={`/panel/solicitudes/${submissionId}/borrar`} className="inline-block py-2">
              Borrar los datos de esta solicitud
            </a>
          </p>
        </div>
        <div className="grid gap-5">
          <RequestGuarantees
            asked={answers.garantias.length}
            guarantees={issued.map((one) => ({ ...one, href: `/panel/garantias/${one.id}` }))}
            now={member.now}
          />
          <SummaryCards sections={requestSections(answers, documentRows(request))} />
        </div>
      </div>
    </PanelPage>
  );
}
