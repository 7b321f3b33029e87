import type { Metadata } from 'next';
import { getPageMember } from '#app/page-member.ts';
import { addressOf, type PageProps, readPageQuery } from '#app/page-query.ts';
import { IssuedList } from '#components/issued/issued-list.tsx';
import { SearchForm } from '#components/issued/search-form.tsx';
import { YearStrip } from '#components/issued/year-strip.tsx';
import { PanelPage } from '#components/panel/panel-page.tsx';
import { Card } from '#components/ui/card.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { Tabs } from '#components/ui/tabs.tsx';
import { nothingFound, standingCopy } from '#lib/domain/issued/copy.ts';
import { searchIssued } from '#lib/domain/issued/desk.ts';
import {
  type IssuedDetail,
  listCovering,
  listIssued,
  MOST_COVERING,
} from '#lib/domain/issued/reads.ts';
import { isAhead } from '#lib/domain/issued/rules.ts';
import { issuedPage, type Standing, standings } from '#lib/domain/issued/schema.ts';
import { totalsOf } from '#lib/domain/issued/view.ts';
import { isoDay } from '#lib/platform/format.ts';

export const metadata: Metadata = { title: 'Tus garantías' };

const filterHref = (state?: Standing) => `/panel/garantias${state ? `?state=${state}` : ''}`;
const states = [
  { href: filterHref(), label: 'Todas' },
  ...standings.map((state) => ({ href: filterHref(state), label: standingCopy[state].label })),
];

const hrefOf = ({ id }: IssuedDetail) => `/panel/garantias/${id}`;

export default async function GuaranteesPage(props: PageProps) {
  const { query } = await readPageQuery(props);
  const member = await getPageMember(addressOf('/panel/garantias', query));
  const asked = issuedPage.safeParse(query);
  const { state, before } = asked.success ? asked.data : {};
  const q = query.q?.trim() ?? '';
  const isFirst = !q && state === undefined && before === undefined;
  const [alive, listed] = await Promise.all([
    isFirst ? listCovering(member) : [],
    q
      ? searchIssued(q, { before, of: member.email })
      : listIssued(member, { state: state ?? 'ended', before }),
  ]);
  const { rows } = listed;
  const next = 'next' in listed ? listed.next : listed.before;
  const isEmpty = isFirst && alive.length + rows.length === 0;
  const { now } = member;
  const older = addressOf('/panel/garantias', {
    ...(q ? { q } : state && { state }),
    ...(next !== null && { before: String(next) }),
  });
  return (
    <PanelPage member={member} current="garantias">
      <PageHeading lead="Las que emitimos para ti y las que agregas tú, con su término a la vista.">
        Tus garantías
      </PageHeading>
      <div className="mb-6 flex flex-wrap gap-3">
        <LinkButton href="/panel/garantias/nueva" wide>
          Agregar una que ya tengo
        </LinkButton>
        {!isEmpty && (
          <LinkButton
            href={`/panel/garantias/csv${state ? `?state=${state}` : ''}`}
            variant="secondary"
            wide
            download
          >
            Descargar CSV
          </LinkButton>
        )}
      </div>
      {alive.length > 0 && <Overview alive={alive} now={now} />}
      {!isEmpty && (
        <>
          <SearchForm q={q} hint="Emisor, beneficiario, licitación, RUT o número." />
          <Tabs label="Estado" tabs={states} current={q ? '' : filterHref(state)} />
        </>
      )}
      {isEmpty ? (
        <EmptyState art="folder">
          Todavía no hay ninguna. Cuando emitamos una para ti, aparece aquí con su documento. Si ya
          tienes otras, agrégalas: así ves todos los términos juntos.
        </EmptyState>
      ) : (
        <div className="grid gap-5">
          {alive.length > 0 && (
            <Card
              title={alive.some((one) => isAhead(one, now)) ? 'Vigentes y por empezar' : 'Vigentes'}
            >
              <IssuedList rows={alive} {...{ hrefOf, now }} />
              {alive.length === MOST_COVERING && (
                <p className="mt-4">
                  Son las {MOST_COVERING} que terminan antes. El CSV las trae todas.
                </p>
              )}
            </Card>
          )}
          {rows.length > 0 && (
            <Card title={q ? 'Encontradas' : state ? 'Las más nuevas primero' : 'Terminadas'}>
              <IssuedList {...{ rows, hrefOf, now }} />
            </Card>
          )}
          {!isFirst && rows.length === 0 && (
            <p>
              {before
                ? 'No hay más garantías así.'
                : q
                  ? `Nada coincide. ${nothingFound(q)}`
                  : 'Ninguna está así.'}
            </p>
          )}
        </div>
      )}
      {next !== null && (
        <div className="mt-6">
          <LinkButton href={older} variant="secondary" wide>
            Ver anteriores
          </LinkButton>
        </div>
      )}
    </PanelPage>
  );
}

function Overview({ alive, now }: { alive: readonly IssuedDetail[]; now: number }) {
  const begun = alive.filter(({ validFrom }) => validFrom <= isoDay(now));
  const ahead = alive.length - begun.length;
  return (
    <div className="mb-6 grid items-start gap-5 lg:grid-cols-[1fr_2fr]">
      <Card title="Monto vigente">
        <ul>
          {totalsOf(begun).map((total) => (
            <li key={total} className="text-xl font-semibold tabular-nums wrap-anywhere">
              {total}
            </li>
          ))}
        </ul>
        <p className="mt-2 text-sm text-ink-soft">
          {begun.length === 0
            ? 'Ninguna rige hoy.'
            : `En ${begun.length === 1 ? '1 garantía' : `${begun.length} garantías`}. Cada moneda por separado.`}
          {ahead > 0 && ` Otra${ahead === 1 ? ' empieza' : `s ${ahead} empiezan`} más adelante.`}
        </p>
      </Card>
      <Card title="Lo que termina en los próximos 12 meses">
        <YearStrip ends={alive} today={isoDay(now)} />
      </Card>
    </div>
  );
}
