import type { Metadata } from 'next';
import { findDraftLink } from '#app/_lib/page-draft.ts';
import { findNotice, readPageQuery } from '#app/_lib/page-query.ts';
import { getPageUser } from '#app/_lib/page-user.ts';
import { ProblemNotice } from '#components/forms/problem-notice.tsx';
import type { TableColumn } from '#components/list/list-table.tsx';
import { Listing } from '#components/list/listing.tsx';
import { OpenDraft } from '#components/panel/open-draft.tsx';
import { ClosedTendersNotice } from '#components/requests/closed-tenders-notice.tsx';
import { RequestMoves } from '#components/requests/request-moves.tsx';
import { StateTag } from '#components/requests/state-tag.tsx';
import { DoneNotice } from '#components/ui/done-notice.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { EditorsOnly } from '#components/ui/holder-scope.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { Tag } from '#components/ui/tag.tsx';
import { UnbrokenText } from '#components/ui/unbroken-text.tsx';
import { listClosedRequests } from '#lib/domain/requests/applicant/closings.ts';
import { listRequestMoves } from '#lib/domain/requests/applicant/moves.ts';
import { listOwnRequests, type OwnRequest } from '#lib/domain/requests/applicant/reads.ts';
import { ownRequestsListQuery } from '#lib/domain/requests/applicant/schema.ts';
import { listApplicants } from '#lib/domain/requests/applicant/search.ts';
import { listedStage } from '#lib/domain/requests/applicant/view.ts';
import { requestStateCopy } from '#lib/domain/requests/leads/copy.ts';
import { beneficiaryOf, guaranteeTexts } from '#lib/domain/requests/submissions/view.ts';
import { formatDay, formatRequestNumber } from '#lib/platform/chile/format.ts';
import { parseValid } from '#lib/platform/operations/fields.ts';
import type { Filter } from '#lib/platform/operations/listing.ts';
import { isRowId } from '#lib/platform/operations/row-id.ts';

export const metadata: Metadata = { title: 'Tus solicitudes' };

const pagePath = '/panel/solicitudes';
const search = {
  name: 'q',
  label: 'Buscar',
  placeholder: 'Número, licitación, beneficiario o persona',
};
const closingChoices = { semana: 'Cierra esta semana', cerrada: 'Ya cerró, sin avisar' };
const filters: readonly Filter[] = [
  { name: 'state', label: 'Estado', choices: requestStateCopy },
  { name: 'cierre', label: 'Cierre de la licitación', allLabel: 'Todos', choices: closingChoices },
];
const personFilter = (choices: Record<string, string>): Filter => ({
  ...{ name: 'persona', label: 'Quién la pidió', allLabel: 'Todas las personas', choices },
});
const keyOf = ({ submissionId }: OwnRequest) => submissionId;

const wrappedStyle = 'max-lg:w-full lg:whitespace-normal!';

const columns: readonly TableColumn<OwnRequest>[] = [
  {
    label: 'Solicitud',
    width: 'time',
    className: 'lg:whitespace-normal!',
    cell: ({ submissionId, createdAt, name }) => ({
      text: formatRequestNumber(submissionId),
      href: `/panel/solicitudes/${submissionId}`,
      note: [formatDay(createdAt), name].filter(Boolean).join(', '),
    }),
  },
  {
    label: 'Estado',
    width: 'short',
    cell: (request, now) => (
      <StateTag state={request.state} stage={listedStage(request, now).stage} />
    ),
  },
  {
    label: 'Garantía',
    className: wrappedStyle,
    cell: ({ answers, tenderId, closesAt, isUnsigned }, now) => (
      <>
        <ul>
          {answers.garantias.map(guaranteeTexts).map(({ type, amount }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a sent request never changes
            <li key={index}>
              {type}: <span className="font-semibold whitespace-nowrap">{amount}</span>
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {beneficiaryOf(answers) && <p className="wrap-anywhere">Para {beneficiaryOf(answers)}</p>}
          {tenderId && (
            <p className="text-ink-soft">
              Licitación <span className="whitespace-nowrap">{tenderId}</span>
              {closesAt !== null && (
                <UnbrokenText
                  text={closesAt > now ? `, cierra el ${formatDay(closesAt)}` : ', cerró'}
                />
              )}
            </p>
          )}
          {isUnsigned && <Tag>Enviada sin iniciar sesión</Tag>}
        </div>
      </>
    ),
  },
  {
    label: 'Qué sigue',
    className: wrappedStyle,
    cell: (request, now) => {
      const { pending, meaning } = listedStage(request, now);
      return pending ? (
        <strong className="font-semibold">
          <UnbrokenText text={pending} />
        </strong>
      ) : (
        <span className="text-ink-soft">
          <UnbrokenText text={meaning} />
        </span>
      );
    },
  },
];

const notices = {
  borrada: 'Borramos los datos de tu solicitud. Sus archivos se borran en menos de una hora.',
  movida: 'La solicitud pasó a la empresa, con sus pagos.',
};

function MovedLink({ id }: { id?: string | undefined }) {
  if (!isRowId(id)) return null;
  return <a href={`/panel/solicitudes/${id}`}>Ver la solicitud {formatRequestNumber(id)}</a>;
}

/** Shows how requests were sent only if that differs between them. */
function withoutCommonTag(requests: readonly OwnRequest[]): OwnRequest[] {
  const isCommon = requests.length > 1 && requests.every(({ isUnsigned }) => isUnsigned);
  return requests.map((request) => (isCommon ? { ...request, isUnsigned: false } : request));
}

export default async function RequestsPage(props: PageProps<'/panel/solicitudes'>) {
  const { query, problem } = await readPageQuery(props);
  const user = await getPageUser();
  const { before, ...filter } = parseValid(ownRequestsListQuery, query);
  const [{ requests, before: next }, people, moves, closedRequests] = await Promise.all([
    listOwnRequests(user, { ...filter, before }),
    user.companyId ? listApplicants(user.owner) : {},
    listRequestMoves(user, { companyId: user.companyId }),
    listClosedRequests(user),
  ]);
  const isPlain = !Object.values(filter).some(Boolean);
  const isEmpty = isPlain && !before && requests.length === 0;
  return (
    <>
      {user.companyId ? (
        <PageHeading intro="Las que enviaron quienes trabajan en ella, y las que llegaron con el correo de una de esas personas y el RUT de la empresa.">
          Solicitudes de la empresa
        </PageHeading>
      ) : (
        <PageHeading intro={`Las que enviaste con ${user.email}.`}>Tus solicitudes</PageHeading>
      )}
      <ProblemNotice problem={problem} />
      <DoneNotice>
        {findNotice(notices, query) && (
          <>
            {findNotice(notices, query)}{' '}
            {query.aviso === 'movida' && <MovedLink id={query.numero} />}
          </>
        )}
      </DoneNotice>
      <EditorsOnly>
        <div className="mb-6">
          <LinkButton href="/gestiona-tu-garantia" wide>
            Pedir una garantía
          </LinkButton>
        </div>
        <OpenDraft draft={await findDraftLink()} />
      </EditorsOnly>
      <RequestMoves moves={moves} />
      <ClosedTendersNotice
        count={closedRequests.length}
        href={filter.cierre === 'cerrada' ? undefined : `${pagePath}?cierre=cerrada`}
      />
      {isEmpty ? (
        <EmptyState art="request">
          Aún no hay ninguna. Si pediste una garantía con otro correo, no aparece aquí.
        </EmptyState>
      ) : (
        <Listing
          {...{ search, columns, keyOf }}
          filters={user.companyId ? [...filters, personFilter(people)] : filters}
          path={pagePath}
          values={filter}
          page={{ rows: withoutCommonTag(requests), next }}
          now={user.now}
          title={isPlain ? 'Todas' : 'Encontradas'}
          empty={before ? 'No hay más solicitudes.' : 'Ninguna coincide. Prueba con menos letras.'}
        />
      )}
    </>
  );
}
