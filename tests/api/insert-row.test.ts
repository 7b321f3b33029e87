import { eq, isNull } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { getDb } from '#lib/platform/db/client.ts';
import { insertRow } from '#lib/platform/db/insert-row.ts';
import { leads } from '#lib/platform/db/schema/leads.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest();
const lead = () => ({
  kind: 'contacto' as const,
  name: `Ana "O'Higgins"; --`,
  email: 'ana@andes.cl',
  answers: {},
  consentVersion: '1',
  consentIp: '203.0.113.7',
  httpRequestId: 'request-1',
  createdAt: world.now(),
});
const read = async (id: number) =>
  (await getDb().read.select().from(leads).where(eq(leads.id, id)))[0];

test('insertRow stores a row as drizzle does, with the database’s defaults for values that are not given', async () => {
  const [ours, theirs] = await getDb().write(async (tx) => {
    const id = await insertRow(tx, leads, {
      ...lead(),
      phone: undefined,
      rut: null,
      crmContact: null,
    });
    const [row] = await tx.insert(leads).values(lead()).returning({ id: leads.id });
    return [id, row?.id ?? 0] as const;
  });
  expect(theirs).toBe(ours + 1);
  expect(await getDb().read.$count(leads, isNull(leads.crmContact))).toBe(2);
  expect({ ...(await read(ours)), id: 0 }).toEqual({ ...(await read(theirs)), id: 0 });
  expect(await read(ours)).toMatchObject({ ...lead(), state: 'recibida', phone: null, rut: null });
});

test('insertRow stores rows with different columns one after another', async () => {
  const ids = await getDb().write(async (tx) => [
    await insertRow(tx, leads, lead()),
    await insertRow(tx, leads, { ...lead(), company: 'Andes SpA' }),
    await insertRow(tx, leads, { company: 'Otra SpA', ...lead(), phone: '+56 9' }),
    await insertRow(tx, leads, lead()),
  ]);
  const stored = await Promise.all(ids.map(read));
  expect(stored.map((row) => [row?.company, row?.phone])).toEqual([
    [null, null],
    ['Andes SpA', null],
    ['Otra SpA', '+56 9'],
    [null, null],
  ]);
});

test('insertRow throws for a row that breaks a rule of the table, and stores nothing', async () => {
  const add = () => getDb().write((tx) => insertRow(tx, leads, { ...lead(), idempotencyKey: 'a' }));
  await add();
  await expect(add()).rejects.toThrow();
  expect(await getDb().read.$count(leads)).toBe(1);
});
