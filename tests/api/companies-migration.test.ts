import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { getEnv } from '#lib/platform/config/env.ts';
import { migrateDatabase } from '#lib/platform/db/migrate.ts';
import { openDatabaseBefore } from '#tests/support/migrations.ts';
import { worldForTest } from '#tests/support/world.ts';

worldForTest();

type Old = Awaited<ReturnType<typeof openDatabaseBefore>>;
type Values = Record<string, string | number | null>;

/** Inserts a row whose other required columns are filled by their kind. */
async function add(old: Old, table: string, values: Values): Promise<void> {
  const columns = await old.read.all<{ name: string; type: string; notnull: number }>(
    sql.raw(
      `select name, type, "notnull" from pragma_table_info('${table}') where dflt_value is null and pk = 0`,
    ),
  );
  const needed = columns.filter(({ name, notnull }) => notnull && !(name in values));
  const filler = (type: string) =>
    type.toLowerCase() === 'integer' ? 1 : `${table}-${Math.random()}`;
  const row = {
    ...Object.fromEntries(needed.map(({ name, type }) => [name, filler(type)])),
    ...values,
  };
  await old.client.execute({
    sql: `insert into ${table} (${Object.keys(row)}) values (${Object.keys(row).map(() => '?')})`,
    args: Object.values(row),
  });
}

/** Each account has one of everything. `luz` never verified her company. */
async function fill(old: Old): Promise<void> {
  for (const [id, role, verified] of [
    ['ana', 'juridica', 5],
    ['beto', 'natural', 5],
    ['jefa', 'admin', 5],
    ['luz', 'juridica', null],
  ] as const) {
    const names = {
      rut: `${id}-rut`,
      name: id,
      razon_social: role === 'juridica' ? `${id} SpA` : null,
    };
    const email = `${id}@obras.cl`;
    await add(old, 'accounts', {
      id,
      email,
      role,
      email_verified_at: verified,
      created_at: 3,
      ...names,
    });
    await add(old, 'sessions', { id, account_id: id, profile: role, token_hash: id });
    await add(old, 'documents', { id, account_id: id, file_id: id, state: 'kept' });
    await add(old, 'share_links', { id, account_id: id });
    await add(old, 'payments', { account_id: id, buy_order: id });
    await add(old, 'alert_settings', {
      account_id: id,
      calendar_id: `calendar-${id}`,
      mails_off_at: 7,
    });
    await add(old, 'leads', { kind: 'garantia', email, answers: '{}' });
    await add(old, 'leads', { kind: 'contacto', email, answers: '{}' });
    await add(old, 'issued_guarantees', { id, email, recorded_by: 'company' });
    await add(old, 'payment_requests', { id, email });
  }
}

test('the migration turns a company’s account into the company and its owner, and leaves other accounts alone', async () => {
  const old = await openDatabaseBefore('companies', getEnv().dataDir);
  await fill(old);
  await migrateDatabase(old.client);
  const all = <T>(text: string) => old.read.all<T>(sql.raw(text));
  const [company] = await all<{ id: string }>(`select * from accounts where email is null`);
  const id = company?.id ?? '';
  expect(company).toMatchObject({ role: 'juridica', rut: 'ana-rut', razon_social: 'ana SpA' });
  expect(
    await all(
      `select id, email, role, rut, razon_social as name from accounts where email is not null order by id`,
    ),
  ).toEqual([
    { id: 'ana', email: 'ana@obras.cl', role: 'natural', rut: null, name: null },
    { id: 'beto', email: 'beto@obras.cl', role: 'natural', rut: 'beto-rut', name: null },
    { id: 'jefa', email: 'jefa@obras.cl', role: 'admin', rut: 'jefa-rut', name: null },
    { id: 'luz', email: 'luz@obras.cl', role: 'juridica', rut: 'luz-rut', name: 'luz SpA' },
  ]);
  expect(await all('select * from company_members')).toMatchObject([
    {
      company_id: id,
      person_id: 'ana',
      role: 'owner',
      calendar_id: 'calendar-ana',
      mails_off_at: 7,
    },
  ]);
  for (const [table, key] of [
    ['documents', 'id'],
    ['share_links', 'id'],
    ['payments', 'buy_order'],
  ]) {
    expect(await all(`select ${key} as of, account_id as holder from ${table} order by 1`)).toEqual(
      [{ of: 'ana', holder: id }, ...['beto', 'jefa', 'luz'].map((of) => ({ of, holder: of }))],
    );
  }
  const owners = ['beto@obras.cl', 'jefa@obras.cl', 'luz@obras.cl'];
  for (const table of [
    'issued_guarantees',
    'payment_requests',
    `leads where kind = 'garantia'`,
    `leads where kind = 'contacto'`,
  ]) {
    expect(await all(`select owner from ${table} order by email`)).toEqual(
      [id, ...owners].map((owner) => ({ owner })),
    );
  }
  expect(await all('select id, company_id as acts, profile from sessions order by id')).toEqual([
    { id: 'ana', acts: id, profile: 'juridica' },
    { id: 'beto', acts: null, profile: 'natural' },
    { id: 'jefa', acts: null, profile: 'admin' },
    { id: 'luz', acts: null, profile: 'juridica' },
  ]);
  expect(await all('pragma foreign_key_check')).toEqual([]);
  old.client.close();
});
