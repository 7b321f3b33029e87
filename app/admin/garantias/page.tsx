import { getPageAdmin } from '#app/page-member.ts';
import { addressOf, type PageProps, readPageQuery } from '#app/page-query.ts';
import { AdminPage } from '#components/admin/admin-page.tsx';
import { leadHref } from '#components/admin/lead-form.ts';
import { nameOf } from '#components/admin/lead-table.tsx';
import { RenewLink } from '#components/admin/renew-link.tsx';
import { IssuedList } from '#components/issued/issued-list.tsx';
import { SearchForm } from '#components/issued/search-form.tsx';
import { Card } from '#components/ui/card.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { listUnrecorded } from '#lib/domain/inbox/reads/list-unrecorded.ts';
import type { LeadsPage } from '#lib/domain/inbox/reads/rows.ts';
import { nothingFound } from '#lib/domain/issued/copy.ts';
import { type DeskPage, ENDING_DAYS, listEnding, searchIssued } from '#lib/domain/issued/desk.ts';
import { listExtensions } from '#lib/domain/issued/extensions.ts';
import type { Extension, IssuedDetail } from '#lib/domain/issued/view.ts';

const home = '/admin/garantias';

export const metadata = { title: 'Garantías' };

export default async function GuaranteesPage(props: PageProps) {
  const { query } = await readPageQuery(props);
  const { email, now } = await getPageAdmin(addressOf(home, query));
  const q = query.q?.trim();
  const before = /^\d{1,15}$/.test(query.antes ?? '') ? Number(query.antes) : undefined;
  const found = q === undefined ? null : await searchIssued(q, { before });
  const work = found
    ? null
    : await Promise.all([listEnding(now, query.desde), listUnrecorded(before)]);
  const extensions = await listExtensions(work?.[0].rows.map(({ number }) => number) ?? []);
  return (
    <AdminPage email={email} current="garantias">
      <PageHeading>Garantías</PageHeading>
      <SearchForm
        q={q ?? ''}
        hint="Nuestro número; un RUT, la licitación o el código de verificación, también solo su comienzo; o palabras del emisor, del número del documento, del tomador o del beneficiario."
      >
        <a href={`${home}${found ? '' : '?q='}`} className="inline-block py-2.5">
          {found ? 'Ver las que terminan pronto' : 'Ver todas'}
        </a>
      </SearchForm>
      {found && <Found q={q ?? ''} page={found} now={now} />}
      {work && <Work ending={work[0]} tasks={work[1]} {...{ extensions, now }} />}
    </AdminPage>
  );
}

function Found({ q, page, now }: { q: string; page: DeskPage; now: number }) {
  const { rows, next, isCut } = page;
  return (
    <Card title={rows.length === 0 ? 'Nada coincide' : q ? 'Encontradas' : 'Todas'}>
      {rows.length === 0 ? (
        <p className="max-w-text">
          {isCut
            ? 'No está entre las más recientes.'
            : q
              ? nothingFound(q)
              : 'Todavía no hay ninguna.'}
        </p>
      ) : (
        <IssuedList {...{ rows, hrefOf, now }} desk />
      )}
      {next && (
        <More query={{ q, antes: next }}>{isCut ? 'Seguir buscando' : 'Ver anteriores'}</More>
      )}
    </Card>
  );
}

type WorkProps = {
  ending: DeskPage;
  tasks: LeadsPage;
  extensions: Map<number, Extension>;
  now: number;
};

function Work({ ending, tasks, extensions, now }: WorkProps) {
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[7fr_4fr]">
      <Card title={`Terminan en ${ENDING_DAYS} días`}>
        {ending.rows.length === 0 ? (
          <EmptyState art="request">
            Ninguna garantía vigente termina en los próximos {ENDING_DAYS} días.
          </EmptyState>
        ) : (
          <IssuedList
            rows={ending.rows}
            {...{ hrefOf, now }}
            desk
            action={(record) => (
              <RenewLink {...{ record, now }} extension={extensions.get(record.number)} />
            )}
          />
        )}
        {ending.next && <More query={{ desde: ending.next }}>Ver las siguientes</More>}
      </Card>
      <Card id="por-registrar" title="Por registrar">
        {tasks.leads.length === 0 ? (
          <p>Cada solicitud que el CRM da por emitida tiene sus garantías registradas.</p>
        ) : (
          <>
            <p className="mb-3">El CRM las da por emitidas y falta registrar sus garantías.</p>
            <ul className="border-t border-line">
              {tasks.leads.map((lead) => (
                <li key={lead.id} className="border-b border-line py-2">
                  <a
                    href={`${leadHref(lead.id, '')}#emision`}
                    className="inline-block py-1 font-semibold"
                  >
                    Solicitud N.º {lead.submissionId}
                  </a>
                  <p className="text-sm wrap-anywhere text-ink-soft">
                    {lead.company ?? nameOf(lead)}
                  </p>
                </li>
              ))}
            </ul>
          </>
        )}
        {tasks.before !== null && <More query={{ antes: `${tasks.before}` }}>Ver anteriores</More>}
      </Card>
    </div>
  );
}

function More({ query, children }: { query: Record<string, string>; children: string }) {
  return (
    <div className="mt-6">
      <LinkButton href={`/admin/garantias?${new URLSearchParams(query)}`} variant="secondary">
        {children}
      </LinkButton>
    </div>
  );
}

const hrefOf = ({ id }: IssuedDetail) => `/admin/garantias/${id}`;
