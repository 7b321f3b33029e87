import type { Metadata } from 'next';
import { findDraftLink } from '#app/_lib/page-draft.ts';
import { findNotice, readPageQuery } from '#app/_lib/page-query.ts';
import { requirePageUser } from '#app/_lib/page-user.ts';
import { findScopes } from '#app/panel/_lib/scopes.ts';
import { OtherScopes } from '#components/company/other-scopes.tsx';
import { endText } from '#components/issued-guarantees/guarantee-status-tag.tsx';
import { DueList } from '#components/panel/due-list.tsx';
import { OpenDraft } from '#components/panel/open-draft.tsx';
import { StateTag } from '#components/requests/state-tag.tsx';
import { Button } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { DoneNotice } from '#components/ui/done-notice.tsx';
import { Form } from '#components/ui/form.tsx';
import { EditorsOnly } from '#components/ui/holder-scope.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { UnbrokenText } from '#components/ui/unbroken-text.tsx';
import { getAccount, getPerson } from '#lib/domain/accounts/reads/accounts.ts';
import { firstNameOf, missingProfileFields } from '#lib/domain/accounts/view.ts';
import { closingItems } from '#lib/domain/dashboard/closing-items.ts';
import { dueItems, MESSAGE_MS } from '#lib/domain/dashboard/view.ts';
import { listUncategorizedDocuments, listVault } from '#lib/domain/documents/reads/documents.ts';
import { LAPSED_DAYS, listExtensions } from '#lib/domain/issued-guarantees/reads/extensions.ts';
import { listOpenGuarantees } from '#lib/domain/issued-guarantees/reads/guarantees.ts';
import { listMoveOffers } from '#lib/domain/issued-guarantees/reads/moves.ts';
import { listDuePayments } from '#lib/domain/payments/reads/list-requests.ts';
import { listClosedRequests } from '#lib/domain/requests/applicant/closings.ts';
import { listOwnRequests } from '#lib/domain/requests/applicant/reads.ts';
import { listedStage } from '#lib/domain/requests/applicant/view.ts';
import { listAwaitedDocuments } from '#lib/domain/requests/requested-documents/reads.ts';
import { guaranteeTypeCopy } from '#lib/domain/requests/submissions/copy.ts';
import { listNewLinkRequests } from '#lib/domain/share-links/reads/list-links.ts';
import { formatDay, formatRequestNumber, isoDay } from '#lib/platform/chile/format.ts';

export const metadata: Metadata = { title: 'Tu panel' };

const NEXT_ENDS = 20;

export default async function PanelHome(props: PageProps<'/panel'>) {
  const user = await requirePageUser();
  const { query } = await readPageQuery(props);
  const { holderId, role, now } = user;
  const [
    scopes,
    account,
    person,
    { requests },
    payments,
    documents,
    awaitedDocuments,
    guarantees,
    links,
    unplaced,
    moveOffers,
    closingPage,
    closedRequests,
  ] = await Promise.all([
    findScopes(),
    getAccount(holderId),
    getPerson(user.accountId),
    listOwnRequests(user),
    listDuePayments(user),
    listVault(holderId),
    listAwaitedDocuments(user),
    listOpenGuarantees(user, { limit: NEXT_ENDS, lapsed: LAPSED_DAYS }),
    listNewLinkRequests(holderId, now - MESSAGE_MS),
    listUncategorizedDocuments(holderId),
    user.companyId && user.memberRole !== 'reader' ? listMoveOffers(user) : [],
    listOwnRequests(user, { cierre: 'semana' }),
    listClosedRequests(user),
  ]);
  const extensions = await listExtensions(guarantees.map(({ number }) => number));
  const [latestRequest] = requests;
  const latestStage = latestRequest && listedStage(latestRequest, now);
  const nextEnd = guarantees.find(({ validTo }) => validTo >= isoDay(now));
  const nextExtension = nextEnd && extensions.get(nextEnd.number);
  const name = firstNameOf(person);
  const isOwner = user.memberRole === 'owner';
  const profile = isOwner ? missingProfileFields(account, person) : [];
  return (
    <>
      <PageHeading>{name ? `Hola, ${name}` : 'Hola'}</PageHeading>
      <DoneNotice>{findNotice(notices, query)}</DoneNotice>
      <OtherScopes scopes={scopes} />
      <EditorsOnly>
        <OpenDraft draft={await findDraftLink()} />
      </EditorsOnly>
      <DueList
        title="Necesita tu atención"
        items={dueItems(
          {
            payments,
            documents,
            requests,
            awaitedDocuments,
            guarantees,
            extensions,
            links,
            moves: moveOffers,
            profile,
            closed: closedRequests,
            unplaced: unplaced.length,
          },
          role,
          now,
        )}
        empty={<p>Estás al día: nada te espera.</p>}
      />
      {closingPage.requests.length > 0 && (
        <div className="mt-5">
          <DueList title="Cierra esta semana" items={closingItems(closingPage.requests, now)} />
        </div>
      )}
      <div className="mt-5 grid gap-5 lg:auto-cols-fr lg:grid-flow-col">
        {account.role === 'admin' && (
          <Card title="Bandeja de asesores">
            <p>Quiénes escribieron, qué piden y qué falta por atender.</p>
            <div className="mt-5">
              <LinkButton href="/admin">Ir a la bandeja</LinkButton>
            </div>
          </Card>
        )}
        {latestRequest && latestStage && (
          <Card
            title="La última solicitud"
            aside={<StateTag state={latestRequest.state} stage={latestStage.stage} />}
          >
            <p>
              <a href={`/panel/solicitudes/${latestRequest.submissionId}`}>
                Solicitud {formatRequestNumber(latestRequest.submissionId)}
              </a>
              . <UnbrokenText text={latestStage.meaning} />
            </p>
            {latestStage.pending && (
              <p className="mt-2 font-semibold">
                <UnbrokenText text={latestStage.pending} />
              </p>
            )}
            <div className="mt-5">
              <LinkButton href="/panel/solicitudes" variant="secondary">
                Ver las solicitudes
              </LinkButton>
            </div>
          </Card>
        )}
        {nextEnd && (
          <Card title="La que termina antes">
            <p>
              <a href={`/panel/garantias/${nextEnd.id}`}>
                {guaranteeTypeCopy[nextEnd.type].label}, {formatRequestNumber(nextEnd.number)}
              </a>
              . <UnbrokenText text={endText(nextEnd, now)} />
            </p>
            {nextExtension?.requestedAt && (
              <p className="mt-2 font-semibold">
                Prórroga pedida el {formatDay(nextExtension.requestedAt)}:{' '}
                <a href={`/panel/solicitudes/${nextExtension.requestSubmissionId}`}>
                  solicitud {formatRequestNumber(nextExtension.requestSubmissionId ?? '')}
                </a>
              </p>
            )}
            <div className="mt-5">
              <LinkButton href="/panel/garantias" variant="secondary">
                Ver las garantías
              </LinkButton>
            </div>
          </Card>
        )}
        <EditorsOnly>
          <Card title="Pide una garantía">
            <p>Seriedad de la oferta, fiel cumplimiento, anticipo y más. Te toma unos minutos.</p>
            <div className="mt-5">
              <LinkButton href="/gestiona-tu-garantia">Pedir garantía</LinkButton>
            </div>
            {latestRequest && (
              <Form
                action={`/panel/solicitudes/${latestRequest.submissionId}/otra`}
                className="mt-3"
              >
                <Button variant="secondary">
                  <span>Pedir una como la {formatRequestNumber(latestRequest.submissionId)}</span>
                </Button>
              </Form>
            )}
          </Card>
        </EditorsOnly>
      </div>
    </>
  );
}

const notices: Record<string, string> = {
  entrada: 'Ya trabajas en esta empresa.',
  salida: 'Saliste de la empresa. Ahora actúas por tu cuenta.',
  eliminada: 'Eliminamos la empresa. Ahora actúas por tu cuenta.',
};
