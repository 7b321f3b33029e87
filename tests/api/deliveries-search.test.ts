import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import DeliveriesPage from '#app/admin/entregas/page.tsx';
import { deliveriesToEmails } from '#lib/domain/requests/team/reads/delivery-recipients.ts';
import { deliveriesOf } from '#lib/domain/requests/team/reads/list-deliveries.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { migrateDatabase } from '#lib/platform/db/migrate.ts';
import { DAY } from '#lib/platform/process/durations.ts';
import { makeUser } from '#tests/support/accounts.ts';
import { makeAdvisor } from '#tests/support/advisors.ts';
import { andesCompany, inviteMember, joinCompany } from '#tests/support/companies.ts';
import { deliverDue } from '#tests/support/delivery-worker.ts';
import { enqueue } from '#tests/support/enqueue.ts';
import { openDatabaseBefore } from '#tests/support/migrations.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { postForm } from '#tests/support/post-form.ts';
import { queryPlan } from '#tests/support/query-plan.ts';
import { addDocument, openFile, sendShareForm, sharesOf } from '#tests/support/shares.ts';
import { forEachTest, worldForTest } from '#tests/support/world.ts';

const world = worldForTest({ RATE_LIMITS: 'off' });
const advisor = forEachTest(() => makeAdvisor());
const ana = forEachTest(() => makeUser({ email: 'ana@andes.cl', ...andesCompany }));
beforeEach(() => deliverDue());

const html = (query: Record<string, string> = {}) => {
  browseAs(advisor.cookies);
  return renderPage(DeliveriesPage, {}, query);
};
const found = async (query: Record<string, string>) => {
  const text = textOf(await html(query));
  return text.slice(text.indexOf('Los más recientes primero'));
};

/** Ana shares a document with an address, which opens the link with the code mailed there. */
async function shareWith(recipients: string) {
  const { fileId } = await addDocument(ana.id);
  const form = { [`doc-${fileId}`]: 'si', expiresInHours: '168', recipients };
  const settings = { emailCode: 'si', notify: 'si', enviar: 'si' };
  await postForm('/panel/documentos/compartir/crear', {
    form: { ...form, ...settings },
    cookies: ana.cookies,
  });
  const [{ shortUrl }] = await sharesOf(ana);
  return String(shortUrl);
}

test('mails of a document link show their recipient, and are found by that e-mail or its domain', async () => {
  const shortUrl = await shareWith('Banco del Sur <Luz@Sur.cl>');
  await sendShareForm(shortUrl, 'codigo', {});
  await deliverDue();
  const hers = await found({ q: ' LUZ@sur.cl ' });
  expect(hers).toMatch(/Código de un enlace luz@sur\.cl Enviado/);
  expect(hers).toMatch(/Enlace a su destinatario luz@sur\.cl Enviado/);
  expect(hers).not.toContain('ana@andes.cl');
  expect(hers).not.toContain('Enviar otra vez');
  expect(await found({})).not.toContain('Enviar otra vez');
  expect(await found({ q: 'sur.cl' })).toContain('Enlace a su destinatario');
  const owners = await found({ q: 'ana@andes.cl' });
  expect(owners).toContain('Código de verificación ana@andes.cl');
  expect(owners).not.toContain('luz@sur.cl');
  for (const q of ["luz@sur.cl' or 1=1 --", '%@sur.cl', 'luz@sur.c_', `${'x'.repeat(300)}@y.cl`]) {
    expect(await found({ q }), q).not.toContain('Enlace a su destinatario');
  }
});

test('the notice that a link was opened goes to the member who made it, not to the company’s owner', async () => {
  const beto = await joinCompany(ana, 'beto@andes.cl');
  const shortUrl = await shareWith('luz@sur.cl');
  await getDb().client.execute(
    `update share_links set email = null, notify = 1, person_id = '${beto.personId}'`,
  );
  await openFile(shortUrl);
  await deliverDue();
  expect(await found({ q: 'beto@andes.cl' })).toMatch(/Aviso de enlace abierto beto@andes\.cl/);
  expect(await found({ q: 'ana@andes.cl' })).not.toContain('Aviso de enlace abierto');
});

test('a company invitation is found by its e-mail', async () => {
  await inviteMember(ana.cookies, 'nueva@andes.cl');
  await deliverDue();
  expect(await found({ q: 'nueva@andes.cl' })).toMatch(
    /Invitación a una empresa nueva@andes\.cl Enviado/,
  );
});

test('a list of more than 25 deliveries has a next page that keeps its filters by kind, state and day', async () => {
  for (let n = 0; n < 30; n += 1) await enqueue(`x/${n}/mail`, n, 'share.asked');
  await getDb().client.execute(`update deliveries set state = 'dead', last_error = 'timeout',
    settled_at = created_at where partition in ('x/3/mail', 'x/29/mail')`);
  const rows = (text: string) => text.match(/20-11-2026, 12:00 Aviso de que piden/g)?.length ?? 0;
  const list = (text: string) => text.slice(text.indexOf('Los más recientes primero'));
  const first = await html({ kind: 'share.asked' });
  expect(rows(textOf(list(first)))).toBe(25);
  const next = /href="\/admin\/entregas\?([^"]*before=[^"]*)"/.exec(first)?.[1] ?? '';
  const query = Object.fromEntries(new URLSearchParams(next.replaceAll('&amp;', '&')));
  expect(query).toMatchObject({ kind: 'share.asked' });
  const second = await html(query);
  expect(rows(textOf(list(second)))).toBe(5);
  expect(second).not.toContain('before=');
  const dead = await found({ kind: 'share.asked', state: 'dead' });
  expect(dead.match(/No se pudo enviar · El proveedor no respondió a tiempo/g)).toHaveLength(2);
  expect(await found({ state: 'waiting', kind: 'lead.crm' })).toContain('Nada coincide');
  const day = { from: '2026-11-21', to: '2026-11-21' };
  expect(await found(day)).toContain('Nada coincide');
  world.advance(DAY);
  await enqueue('y/mail', 1, 'share.locked');
  expect(await found(day)).toContain('Aviso de enlace bloqueado');
  expect(await found(day)).not.toContain('Aviso de que piden otro enlace');
  expect(textOf(await html({ from: 'ayer', kind: "x' or 1" }))).toMatch(
    /Elige una de las opciones.*Ingresa una fecha/,
  );
  expect(await found({ before: "1' or 1_2" })).toContain('Aviso de enlace bloqueado');
});

test('neither a search nor a filter of deliveries scans a whole table', async () => {
  const filters = [
    {},
    { kind: 'share.sent' },
    { state: 'dead' },
    { state: 'waiting' },
    { state: 'bounced' },
    { state: 'sent', from: '2026-11-20' },
  ] as const;
  for (const filter of filters) {
    const plan = await queryPlan(
      sql`select d.id from ${deliveriesOf(filter)} order by d.created_at desc, d.id desc limit 26`,
    );
    expect(plan, JSON.stringify(filter)).toMatch(/USING (COVERING )?INDEX deliveries_/);
  }
  const plan = await queryPlan(deliveriesToEmails(['luz@sur.cl']));
  expect(plan).toContain('share_links_by_recipient');
  const stored = /^SCAN (?!o$|h$|holders$|json_each|CONSTANT|\(subquery)/;
  const scans = plan.split('\n').filter((step) => stored.test(step));
  expect(scans).toEqual([]);
});

test('the migration fills in the e-mail of a link’s recipient where there is exactly one', async () => {
  const old = await openDatabaseBefore('link-recipients', getEnv().dataDir);
  const input = {
    'Banco del Sur <Luz@Sur.cl>': 'luz@sur.cl',
    'luz@sur.cl': 'luz@sur.cl',
    'Luz "la jefa" \\ (luz@sur.cl), gerenta;': 'luz@sur.cl',
    'luz@sur.cl y ana@sur.cl': null,
    'Banco @ Sur': null,
    'a@@b.cl': null,
    'Banco del Sur': null,
  };
  await old.client.execute(
    "insert into accounts (id, role, created_at, updated_at) values ('a', 'natural', 1, 1)",
  );
  for (const [n, recipient] of Object.keys(input).entries()) {
    await old.client.execute({
      sql: `insert into share_links (id, token_hash, account_id, recipient, notify, created_at, expires_at)
        values (?, ?, 'a', ?, 0, 1, 2)`,
      args: [`${n}`, `${n}`, recipient],
    });
  }
  await migrateDatabase(old.client, '.');
  const rows = await old.read.all<{ recipient: string; address: string | null }>(
    sql`select recipient, recipient_address as address from share_links`,
  );
  expect(Object.fromEntries(rows.map(({ recipient, address }) => [recipient, address]))).toEqual(
    input,
  );
});
