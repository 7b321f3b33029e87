import { expect, test } from 'vitest';
import AccountsPage from '#app/admin/cuentas/page.tsx';
import DeliveryPage from '#app/admin/entregas/[id]/page.tsx';
import DeliveriesPage from '#app/admin/entregas/page.tsx';
import GuaranteesPage from '#app/admin/garantias/page.tsx';
import PaymentsPage from '#app/admin/pagos/page.tsx';
import PeoplePage from '#app/admin/personas/page.tsx';
import { listWeekFigures } from '#lib/domain/requests/team/reads/week-figures.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { DAY } from '#lib/platform/process/durations.ts';
import { makeAccount } from '#tests/support/accounts.ts';
import { adminAreaForTest } from '#tests/support/admin-area.ts';
import { api } from '#tests/support/call.ts';
import { parseCsv } from '#tests/support/csv.ts';
import { enqueue } from '#tests/support/enqueue.ts';
import { putIssued } from '#tests/support/issued.ts';
import { insertLead, sendRequest } from '#tests/support/leads.ts';
import { renderPage, textOf } from '#tests/support/page-request.ts';
import { publicBody } from '#tests/support/request-bodies.ts';

const { world, ana, inbox, rows } = adminAreaForTest();

test('the inbox names the guarantee that must begin first of several', async () => {
  const [item] = publicBody.garantias;
  const begins = (day: string) => ({ ...item, vigenciaDesde: day, vigenciaHasta: '2027-12-31' });
  const garantias = [begins('2026-12-10'), begins('2026-11-27'), begins('2027-01-05')];
  await sendRequest({
    ...publicBody,
    idLicitacion: undefined,
    tipoLicitacion: undefined,
    garantias,
  });
  expect(JSON.stringify(await rows())).toContain('rige en 7 días');
});

test.each([
  [1, '>1 de 1<'],
  [2, '>1–2 de 2<'],
])('an inbox of %i leads says how many it shows', async (count, total) => {
  for (let n = 0; n < count; n++) await insertLead({ name: `Persona ${n}` });
  expect(await inbox({ sort: 'newest' })).toContain(total);
});

test('an inbox that is filtered by closing offers no CSV', async () => {
  await sendRequest(publicBody);
  const file = '/api/admin/leads.csv';
  expect(await inbox({ status: 'abiertas' })).toContain(`${file}?status=abiertas`);
  expect(await inbox({ status: 'abiertas', closing: 'week' })).not.toContain(file);
  expect(await inbox({ status: 'abiertas', closing: 'open' })).not.toContain(file);
});

test('the link to the CSV of guarantees contains the default sorting of its page', async () => {
  await putIssued([{ validFrom: '2026-01-01', validTo: '2026-11-25' }]);
  const html = await renderPage(GuaranteesPage, {});
  const [, query = ''] = /href="\/api\/admin\/guarantees\.csv\??([^"]*)"/.exec(html) ?? [];
  expect(Object.fromEntries(new URLSearchParams(query))).toMatchObject({ sort: 'vence' });
});

test('a heading that sorts payments keeps the filter by days', async () => {
  const at = world.now();
  await getDb().client.execute(`insert into payments (buy_order, session_id, account_id, amount, state,
    created_at, updated_at) values ('RG-1', 's', 'x', 1000, 'authorized', ${at}, ${at})`);
  const html = await renderPage(PaymentsPage, {}, { from: '2026-11-01', to: '2026-11-30' });
  const [heading = ''] =
    /<th[^>]*>(?:(?!<\/th>).)*Monto/s.exec(html.slice(html.indexOf('<thead'))) ?? [];
  expect(heading).toMatch(/from=2026-11-01&to=2026-11-30&sort=-?monto/);
});

test.each<[query: Record<string, string>, title: string, empty: string]>([
  [{}, 'Todos los pagos', 'Todavía no hay pagos.'],
  [{ sort: '-monto' }, 'Todos los pagos', 'Todavía no hay pagos.'],
  [{ q: 'RG-1' }, 'Encontrados', 'Nada coincide.'],
  [{ state: 'pagado' }, 'Encontrados', 'Nada coincide.'],
  [{ from: '2026-11-01' }, 'Encontrados', 'Nada coincide.'],
  [{ to: '2026-11-30' }, 'Encontrados', 'Nada coincide.'],
])(
  'payments filtered by %j have the heading and the empty text for that filter',
  async (query, title, empty) => {
    const empties = /Todavía no hay pagos\.|Nada coincide\./g;
    const titles = /Todos los pagos|Encontrados/g;
    expect((await renderPage(PaymentsPage, {}, query)).match(empties)).toEqual([empty]);
    const at = world.now();
    await getDb().client.execute(`insert into payments (buy_order, session_id, account_id, amount, state,
    created_at, updated_at) values ('RG-1', 's', 'x', 1000, 'authorized', ${at}, ${at})`);
    const html = await renderPage(PaymentsPage, {}, query);
    expect(html).toContain('RG-1');
    expect(new Set(html.match(titles))).toEqual(new Set([title]));
  },
);

test.each<[query: Record<string, string>, title: string, none: string]>([
  [{ q: '' }, 'Todas', 'Nada coincide'],
  [{ q: 'Andes' }, 'Encontradas, las más nuevas primero', 'Nada coincide'],
  [{ state: 'vigente' }, 'Encontradas', 'Nada coincide'],
  [{ sort: 'vence' }, 'Todas', 'Nada coincide'],
])(
  'guarantees filtered by %j have the heading and the empty text for that filter',
  async (query, title, none) => {
    const titled = async () =>
      textOf(await renderPage(GuaranteesPage, {}, query)).match(
        /(?:Todas|Encontradas|Nada coincide)(?:, las más nuevas primero)?/g,
      );
    expect(await titled()).toContain(none);
    await putIssued([{ issuerName: 'Andes', validFrom: '2026-01-01', validTo: '2030-11-25' }]);
    expect(await titled()).toContain(title);
  },
);

test.each<[query: Record<string, string>, title: string]>([
  [{}, 'El equipo y las más nuevas'],
  [{ q: 'luis' }, 'Encontradas'],
  [{ q: 'eva' }, 'Nada coincide'],
])('accounts searched by %j have the heading for that search', async (query, title) => {
  await makeAccount({ email: 'luis@obras.cl' });
  const titles = /El equipo y las más nuevas|Encontradas|Nada coincide/g;
  expect(new Set((await renderPage(AccountsPage, {}, query)).match(titles))).toEqual(
    new Set([title]),
  );
});

test('a week counts as old from the day two weeks after its last day', async () => {
  const isOld = async (at: string) => {
    const weeks = await listWeekFigures(Date.parse(`${at}-03:00`));
    return weeks.find(({ monday }) => monday === '2026-11-02')?.isOld;
  };
  expect(await isOld('2026-11-22T23:59')).toBe(false);
  expect(await isOld('2026-11-23T00:00')).toBe(true);
});

test('the CSV of leads has a state for requests only', async () => {
  await sendRequest(publicBody);
  await insertLead();
  const response = await api('/api/admin/leads.csv', { cookies: ana.cookies });
  const [head = [], ...lines] = parseCsv((await response.text()).replace(/^\uFEFF/, ''));
  const [kind, state] = ['Tipo', 'Estado'].map((name) => head.indexOf(name));
  const notices = lines.map((line) => [line[kind ?? 0], line[state ?? 0] !== '']);
  expect(notices.toSorted()).toEqual([
    ['Contacto', false],
    ['Garantía', true],
  ]);
});

test('the filter “sent” leaves out mails that bounced or failed', async () => {
  const at = world.now() - DAY;
  const row = (key: string, arrival: string) =>
    `('lead:1/${key}', 'lead.state-mail', '{}', '${key}', 'sent', ${at}, ${at}, ${arrival}, ${at}, '${key}@x.cl')`;
  await getDb().client.execute(`insert into deliveries (partition, kind, payload, idempotency_key, state,
    created_at, settled_at, arrival, arrival_at, sent_to) values
    ${row('a', 'null')}, ${row('b', "'delivered'")}, ${row('c', "'bounced'")}, ${row('d', "'failed'")}`);
  const shown = async (state: string) => {
    const html = await renderPage(DeliveriesPage, {}, { state });
    return new Set(html.match(/\/admin\/entregas\/\d+/g)).size;
  };
  expect([await shown('sent'), await shown('bounced')]).toEqual([2, 2]);
});

test('a waiting delivery names the one before it in its partition', async () => {
  const lead = await insertLead();
  for (const n of [1, 2, 3]) await enqueue(`lead:${lead}/mail`, n, 'lead.reply-mail');
  await enqueue('lead:99/mail', 4, 'lead.reply-mail');
  const { rows: stored } = await getDb().client.execute('select id from deliveries order by id');
  const [, second, third] = stored.map(({ id }) => `${id}`);
  const html = await renderPage(DeliveryPage, { id: third ?? '' });
  expect(textOf(html)).toContain(`Antes tiene que salir el envío ${second}`);
});

test('the former e-mails of a person leave out the one that they have again', async () => {
  const { id } = await makeAccount({ email: 'ana@andes.cl' });
  const other = await makeAccount({ email: 'luis@obras.cl' });
  const at = world.now();
  await getDb().client.execute(`insert into email_changes (account_id, former, email, changed_at, ends_at)
    values ('${id}', 'ana@andes.cl', 'ana@otra.cl', ${at}, ${at}),
      ('${id}', 'ana@otra.cl', 'ana@andes.cl', ${at}, ${at}),
      ('${other.id}', 'luis@antes.cl', 'luis@obras.cl', ${at}, ${at})`);
  for (const q of ['ana@andes.cl', 'ana@otra.cl']) {
    const [, previous] = /antes: ([^<]*)</.exec(await renderPage(PeoplePage, {}, { q })) ?? [];
    expect(previous).toBe('ana@otra.cl');
  }
});
