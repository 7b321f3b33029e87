import { pageMetadata, readPageQuery } from '#app/_lib/page-query.ts';
import { getPageAdmin } from '#app/_lib/page-user.ts';
import { eventColumns } from '#app/admin/personas/_lib/event-columns.tsx';
import { AffectedList } from '#components/admin/affected-list.tsx';
import { leadColumns } from '#components/admin/inbox/lead-columns.tsx';
import { PeopleFound } from '#components/admin/people-found.tsx';
import { PersonPart } from '#components/admin/person-part.tsx';
import { PreviousEmails } from '#components/admin/previous-emails.tsx';
import { ListFilters } from '#components/list/list-filters.tsx';
import { wrapColumn } from '#components/list/list-table.tsx';
import { FoldedOnPhones } from '#components/ui/folded-on-phones.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { Section } from '#components/ui/section.tsx';
import {
  accountColumnsFor,
  searchAccounts,
  withLocks,
} from '#lib/domain/accounts/reads/search-accounts.ts';
import { personEmail } from '#lib/domain/accounts/schema.ts';
import { recordViews } from '#lib/domain/audit/writes.ts';
import {
  documentSummaryColumns,
  listDocumentSummaries,
} from '#lib/domain/documents/reads/summaries.ts';
import { listRequestsWithContact } from '#lib/domain/erasure/contacts.ts';
import { issuedColumns } from '#lib/domain/issued-guarantees/columns.ts';
import { listGuaranteePage } from '#lib/domain/issued-guarantees/reads/admin-list.ts';
import { paymentColumns } from '#lib/domain/payments/lists/payment-columns.ts';
import { listPaymentsAndRequests } from '#lib/domain/payments/reads/admin-list.ts';
import { readNumberMatches } from '#lib/domain/requests/leads/reads/number-matches.ts';
import { deliveryColumns } from '#lib/domain/requests/team/delivery-list.ts';
import { countLeadsByEmail } from '#lib/domain/requests/team/reads/counts.ts';
import { listDeliveries } from '#lib/domain/requests/team/reads/list-deliveries.ts';
import { listLeads } from '#lib/domain/requests/team/reads/list-leads.ts';
import {
  auditAndListPersonEvents,
  parsePerson,
} from '#lib/domain/requests/team/reads/person-events.ts';
import { findPreviousEmails } from '#lib/domain/requests/team/reads/previous-emails.ts';
import { linkColumns, listShareLinksOf } from '#lib/domain/share-links/admin-list.ts';
import { parseRowId } from '#lib/platform/operations/row-id.ts';

const pagePath = '/admin/personas';
const search = { name: 'q', label: 'Buscar', placeholder: 'Correo o RUT completo, o un número' };

export const generateMetadata = pageMetadata('Personas');

export default async function PersonPage(props: PageProps<'/admin/personas'>) {
  const { query } = await readPageQuery(props);
  const admin = await getPageAdmin();
  const searchText = query.q?.trim().slice(0, 200) ?? '';
  const previousEmails = searchText.includes('@')
    ? await findPreviousEmails(searchText.toLowerCase())
    : null;
  // If a former e-mail was typed, the page shows the person's present one.
  const q = previousEmails?.email ?? searchText;
  const searchedEmail = q.includes('@') ? q.toLowerCase() : null;
  const { solicitudes, garantias: guaranteesBefore, pagos, envios } = query;
  const leadsBefore = parseRowId(solicitudes);
  const { accountId: me, now } = admin;
  const person = parsePerson(q);
  const listPersonEvents = (part: { before: string | undefined; onlyNotes: boolean }) =>
    person ? auditAndListPersonEvents(admin, person, part) : { rows: [], next: null };
  const [foundLeads, money, guaranteesPage, accounts, notes, history, requestsNamingPerson, mails] =
    await Promise.all([
      q ? listLeads({ q }, { me, before: leadsBefore }) : { leads: [], before: null },
      listPaymentsAndRequests({
        ...(searchedEmail ? { q: searchedEmail } : { named: await readNumberMatches(q) }),
        ...{ before: pagos, now },
      }),
      q
        ? listGuaranteePage(
            searchedEmail
              ? { owner: searchedEmail, before: guaranteesBefore, now }
              : { q, before: guaranteesBefore, now },
          )
        : { rows: [], next: null },
      q ? searchAccounts(q).then((rows) => withLocks(rows, now)) : [],
      listPersonEvents({ before: query.notas, onlyNotes: true }),
      listPersonEvents({ before: query.historia, onlyNotes: false }),
      searchedEmail ? listRequestsWithContact(searchedEmail) : [],
      searchedEmail ? listDeliveries({ q: searchedEmail }, envios) : { rows: [], next: null },
    ]);
  // The search also finds accounts of others, whose e-mail only begins with the text.
  const ownAccounts = person
    ? accounts.filter(({ email, rut }) =>
        'email' in person ? email === person.email : rut === person.rut,
      )
    : [];
  const accountIds = ownAccounts.map(({ id }) => id);
  const [documents, links] = await Promise.all([
    listDocumentSummaries(accountIds),
    listShareLinksOf({ accountIds, email: searchedEmail }, query.enlaces),
  ]);
  const accountId = ownAccounts[0]?.id ?? null;
  const recordSeen = (seenRows: readonly { accountId: string }[], accountId: string | null) => {
    const subjects = seenRows.map((row) => `account:${row.accountId}`);
    return recordViews(admin, { action: 'account.seen-by-team', subjects, accountId });
  };
  const ownLinks = links.rows.filter((link) => accountIds.includes(link.accountId));
  await recordSeen([...documents, ...ownLinks], accountId);
  await recordSeen(links.rows, null);
  const [, ...columns] = leadColumns({
    leads: [],
    me,
    related: new Map(),
    listSearchParams: '',
    tickedBoxes: {},
  });
  const partProps = { q, now };
  const foundParts = [
    foundLeads.leads,
    money.rows,
    guaranteesPage.rows,
    accounts,
    requestsNamingPerson,
    ...[notes, history, mails, links].map(({ rows }) => rows),
    documents,
  ];
  const isNothing = q !== '' && foundParts.every((rows) => rows.length === 0);
  return (
    <>
      <PageHeading intro="Lo que hay bajo un correo, un RUT o un número de solicitud, póliza, orden o licitación: solicitudes, notas, historia, garantías, pagos, cuenta, carpeta y enlaces que compartió o recibió.">
        {q || 'Personas'}
      </PageHeading>
      {previousEmails && (
        <PreviousEmails
          emails={previousEmails.previous}
          counts={await countLeadsByEmail(previousEmails.previous)}
        />
      )}
      <ListFilters path={pagePath} values={{ q }} search={search} />
      <p className="text-sm">
        ¿Alguien pide que borremos sus datos?{' '}
        <a
          href={
            personEmail.safeParse(q).success
              ? `/admin/borrar?correo=${encodeURIComponent(q)}`
              : '/admin/borrar'
          }
          className="inline-block py-1"
        >
          Bórralos por su correo
        </a>
      </p>
      {!person && <PeopleFound emails={foundLeads.leads.map(({ email }) => email)} />}
      {isNothing && (
        <p className="mt-6">
          No hay nada bajo {q}: ni solicitudes, garantías, pagos, correos, cuenta, carpeta o
          enlaces.
        </p>
      )}
      {q && !isNothing && (
        <>
          <PersonPart
            {...{ ...partProps, columns }}
            title="Solicitudes y mensajes"
            cursorParam="solicitudes"
            page={{ rows: foundLeads.leads, next: foundLeads.before }}
            keyOf={({ id }) => id}
          />
          {requestsNamingPerson.length > 0 && (
            <Section title="Solicitudes de otros que la nombran">
              <AffectedList records={requestsNamingPerson} />
            </Section>
          )}
          {person && (
            <>
              <PersonPart
                {...{ ...partProps, columns: eventColumns }}
                title="Notas"
                cursorParam="notas"
                page={notes}
                keyOf={({ id }) => id}
              />
              <FoldedOnPhones title={`Su historia (${history.rows.length})`}>
                <PersonPart
                  {...{ ...partProps, columns: eventColumns }}
                  title="Historia"
                  cursorParam="historia"
                  page={history}
                  keyOf={({ id }) => id}
                />
              </FoldedOnPhones>
            </>
          )}
          <PersonPart
            {...partProps}
            title="Garantías"
            cursorParam="garantias"
            columns={issuedColumns('advisor')}
            page={guaranteesPage}
            keyOf={({ number }) => number}
          />
          <PersonPart
            {...partProps}
            title="Pagos"
            cursorParam="pagos"
            columns={paymentColumns}
            page={money}
            keyOf={({ key }) => key}
            none={/[@\d]/.test(q) ? undefined : 'Los pagos se buscan por el correo o un número.'}
          />
          <PersonPart
            {...partProps}
            title="Envíos"
            cursorParam="envios"
            columns={deliveryColumns.map(wrapColumn)}
            page={mails}
            keyOf={({ id }) => id}
            none={searchedEmail ? undefined : 'Los correos se buscan por la dirección.'}
          />
          <PersonPart
            {...partProps}
            title="Cuentas"
            cursorParam="cuentas"
            columns={accountColumnsFor(accounts)}
            page={{ rows: accounts, next: null }}
            keyOf={({ id }) => id}
          />
          {person && (
            <>
              <PersonPart
                {...partProps}
                title="Carpeta de documentos"
                cursorParam="carpeta"
                columns={documentSummaryColumns}
                page={{ rows: documents, next: null }}
                keyOf={({ id }) => id}
              />
              <PersonPart
                {...partProps}
                title="Enlaces de documentos"
                cursorParam="enlaces"
                columns={linkColumns.map(wrapColumn)}
                page={links}
                keyOf={({ id }) => id}
              />
            </>
          )}
        </>
      )}
    </>
  );
}
