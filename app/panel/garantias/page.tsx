import type { Metadata } from 'next';
import { readPageQuery } from '#app/_lib/page-query.ts';
import { requirePageUser } from '#app/_lib/page-user.ts';
import { ProblemNotice } from '#components/forms/problem-notice.tsx';
import { GuaranteeOverview } from '#components/issued-guarantees/guarantee-overview.tsx';
import { MoveOffers } from '#components/issued-guarantees/move-offers.tsx';
import { NextAct } from '#components/issued-guarantees/next-act.tsx';
import { CsvLink } from '#components/list/csv-link.tsx';
import { ListTable } from '#components/list/list-table.tsx';
import { Listing, NextPage } from '#components/list/listing.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { EditorsOnly } from '#components/ui/holder-scope.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import {
  type IssuedFilter,
  issuedColumns,
  issuedFilterQuery,
  issuedFilters,
  nothingFoundText,
} from '#lib/domain/issued-guarantees/columns.ts';
import { issuedLabels } from '#lib/domain/issued-guarantees/copy.ts';
import { listGuaranteePage } from '#lib/domain/issued-guarantees/reads/admin-list.ts';
import { listExtensions } from '#lib/domain/issued-guarantees/reads/extensions.ts';
import {
  type IssuedDetail,
  listGuaranteesInForce,
  listIssuedGuarantees,
  MAX_COVERING,
} from '#lib/domain/issued-guarantees/reads/guarantees.ts';
import { listMoveOffers } from '#lib/domain/issued-guarantees/reads/moves.ts';
import { hasNotBegun } from '#lib/domain/issued-guarantees/rules.ts';
import type { Extension } from '#lib/domain/issued-guarantees/view.ts';
import { isoDay } from '#lib/platform/chile/format.ts';
import { parseValid } from '#lib/platform/operations/fields.ts';
import { parseRowId } from '#lib/platform/operations/row-id.ts';

export const metadata: Metadata = { title: 'Tus garantías' };

const pagePath = '/panel/garantias';
const search = {
  name: 'q',
  label: 'Buscar',
  placeholder: 'Tipo, estado, fecha, emisor, beneficiario, licitación o número',
};
/** Headings of columns that show more on this page than in the CSV. */
const headings: Record<string, string> = {
  'N.º': 'Garantía',
  [issuedLabels.issuerName]: 'Emisor y beneficiario',
};
const tablePropsOf = (extensions: ReadonlyMap<number, Extension>) => ({
  columns: [
    ...issuedColumns('company').map((column) => ({
      ...column,
      heading: headings[column.label] ?? column.label,
      className: 'lg:whitespace-normal!',
      isStacked: true,
    })),
    {
      label: 'Qué hacer',
      width: 'time' as const,
      cell: (record: IssuedDetail, now: number) => (
        <NextAct {...{ record, now }} extension={extensions.get(record.number)} />
      ),
    },
  ],
  keyOf: ({ number }: IssuedDetail) => number,
});

export default async function GuaranteesPage(props: PageProps<'/panel/garantias'>) {
  const { query, problem } = await readPageQuery(props);
  const user = await requirePageUser();
  const { now, owner } = user;
  const { before, error: _, ...filterParams } = query;
  const filter = parseValid(issuedFilterQuery, filterParams);
  const isPlain = !(filter.q ?? filter.state ?? filter.sort);
  const isFirst = isPlain && !before;
  const [guaranteesInForce, offers, foundPage] = await Promise.all([
    listGuaranteesInForce(user),
    isFirst ? listMoveOffers(user) : [],
    isPlain
      ? listEndedGuarantees(user, before)
      : listGuaranteePage({ ...filter, before, owner, now }),
  ]);
  const listedInForce = isFirst ? guaranteesInForce : [];
  // Results are sorted by number, newest first. If all fit on one page they are sorted by end
  // instead: the next one to end needs action first.
  const fitsOnePage = filter.q && !filter.sort && !before && foundPage.next === null;
  const page = fitsOnePage
    ? { ...foundPage, rows: foundPage.rows.toSorted(bySoonest(now)) }
    : foundPage;
  const numbers = [...listedInForce, ...page.rows].map(({ number }) => number);
  const tableProps = tablePropsOf(await listExtensions(numbers));
  const isEmpty = isFirst && listedInForce.length + page.rows.length === 0;
  return (
    <>
      {user.companyId ? (
        <PageHeading intro="Las que emitimos para ella y las que se agregan aquí, con su término a la vista.">
          Garantías de la empresa
        </PageHeading>
      ) : (
        <PageHeading intro="Las que emitimos para ti y las que agregas tú, con su término a la vista.">
          Tus garantías
        </PageHeading>
      )}
      <ProblemNotice problem={problem} />
      <MoveOffers offers={offers} isCompany={user.companyId !== null} />
      <div className="mb-6 flex flex-wrap gap-3">
        <EditorsOnly>
          <LinkButton href={`${pagePath}/nueva`} wide>
            Agregar una que ya tengo
          </LinkButton>
        </EditorsOnly>
        {!isEmpty && <CsvLink path={pagePath} values={filterParams} />}
      </div>
      {guaranteesInForce.length > 0 && !before && (
        <GuaranteeOverview alive={guaranteesInForce} now={now} />
      )}
      {isEmpty ? (
        <EmptyState art="folder">
          Todavía no hay ninguna. Cuando emitamos una para ti, aparece aquí con su documento. Si ya
          tienes otras, agrégalas: así ves todos los términos juntos.
        </EmptyState>
      ) : (
        <Listing
          {...{ ...tableProps, search, now }}
          path={pagePath}
          values={filterParams}
          filters={issuedFilters}
          page={isFirst ? { rows: listedInForce, next: null } : page}
          title={isFirst ? aliveTitle(listedInForce, now) : titleOf(filter, page.rows.length)}
          empty={
            isFirst
              ? 'Ninguna rige hoy.'
              : filter.q
                ? nothingFoundText(filter.q)
                : 'Ninguna está así.'
          }
          isSearch={Boolean(filter.q)}
        />
      )}
      {listedInForce.length === MAX_COVERING && (
        <p className="mt-4">Son las {MAX_COVERING} que terminan antes. El CSV las trae todas.</p>
      )}
      {isFirst && page.rows.length > 0 && (
        <section aria-labelledby="terminadas" className="mt-8">
          <h2 id="terminadas" className="text-lg max-lg:mb-2">
            Terminadas
          </h2>
          <ListTable {...{ ...tableProps, now }} caption="Lo que terminó" rows={page.rows} />
          <NextPage path={pagePath} values={{}} page={page} />
        </section>
      )}
    </>
  );
}

function aliveTitle(alive: readonly IssuedDetail[], now: number): string {
  return alive.some((record) => hasNotBegun(record, now)) ? 'Vigentes y por empezar' : 'Vigentes';
}

function titleOf({ q, state, sort }: IssuedFilter, rowCount: number): string {
  if (q && rowCount === 0) return 'Nada coincide';
  if (q) return 'Encontradas';
  return (state ?? sort) ? 'Garantías' : 'Terminadas';
}

/** Compares by end date, with ended guarantees last. */
function bySoonest(now: number) {
  const rank = ({ validTo }: IssuedDetail) => `${validTo < isoDay(now) ? 1 : 0}${validTo}`;
  return (a: IssuedDetail, b: IssuedDetail) => (rank(a) < rank(b) ? -1 : 1);
}

async function listEndedGuarantees(member: { owner: string; now: number }, before?: string) {
  const page = await listIssuedGuarantees(member, { state: 'ended', before: parseRowId(before) });
  return { rows: page.rows, next: page.before };
}
