import { createClient } from '@libsql/client';
import { eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { cachedReply } from '#lib/http/api/reply-cache.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { documents } from '#lib/platform/db/schema/documents.ts';
import { type Member, makeUser } from '#tests/support/accounts.ts';
import { api } from '#tests/support/call.ts';
import { addDocument } from '#tests/support/shares.ts';
import { worldForTest } from '#tests/support/world.ts';

worldForTest({ RATE_LIMITS: 'on' });
/** A database server does not report foreign writes, so each reply is computed again there. */
const remote = process.env.TEST_DATABASE === 'remote';
const path = '/api/documents/profile?type=documents';
const bodyOf = (text: string) => ({ body: Buffer.from(text), etag: '"a"' });

async function listOf(member: Member): Promise<string> {
  const response = await api(path, { cookies: member.cookies });
  expect(response.status).toBe(200);
  return response.text();
}

const keptOf = ({ id }: Member) => cachedReply(`${id} ${getEnv().appUrl}${path}`);

/** Marks the cached reply, so that it differs from a newly computed one. */
async function mark(member: Member): Promise<void> {
  await listOf(member);
  keptOf(member).keep(bodyOf('{"kept":true}'));
}

test.skipIf(remote)(
  'a list is answered as it was made, though each time takes a point',
  async () => {
    const ana = await makeUser();
    await mark(ana);
    expect(await listOf(ana)).toBe('{"kept":true}');
    expect(await listOf(ana)).toBe('{"kept":true}');
  },
);

test('a kept list ends with a write of this process', async () => {
  const ana = await makeUser();
  const { fileId } = await addDocument(ana.id);
  await mark(ana);
  const changed = { fileName: 'Otro nombre.pdf' };
  await getDb().write((tx) =>
    tx.update(documents).set(changed).where(eq(documents.fileId, fileId)),
  );
  expect(await listOf(ana)).toContain('Otro nombre.pdf');
});

test('a kept list ends with a write of another process', async () => {
  const ana = await makeUser();
  await addDocument(ana.id);
  await mark(ana);
  const { url, token } = getEnv().database;
  const other = createClient({ url: url ?? '', authToken: token });
  await other.execute(`update documents set file_name = 'De otro proceso.pdf'`);
  other.close();
  expect(await listOf(ana)).toContain('De otro proceso.pdf');
});

test('what is kept for one account is no other’s, nor for another question', async () => {
  const [ana, luis] = [await makeUser(), await makeUser({ email: 'luis@andes.cl' })];
  await mark(ana);
  expect(await listOf(luis)).toBe('{}');
  const other = await api(`${path}&x=1`, { cookies: ana.cookies });
  expect(await other.text()).not.toContain('kept');
});

test('nothing is taken from the kept ones while a write is under way', async () => {
  const ana = await makeUser();
  await mark(ana);
  await getDb().write(async () => {
    expect(keptOf(ana)).not.toHaveProperty('found');
  });
});

test('what was read before a write is not kept after it', async () => {
  const ana = await makeUser();
  const before = keptOf(ana);
  await addDocument(ana.id);
  before.keep(bodyOf('late'));
  expect(keptOf(ana).found).toBeUndefined();
  before.keep(bodyOf('later'));
  expect(keptOf(ana).found).toBeUndefined();
});

test.skipIf(remote)('ten seconds later nothing is kept, and never more than 4 MB', async () => {
  const ana = await makeUser();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const keep = (name: string, size: number) => cachedReply(name).keep(bodyOf('x'.repeat(size)));
    const found = (name: string) => cachedReply(name).found !== undefined;
    const half = 2 * 1024 * 1024;
    keep('one', half);
    expect(found('one')).toBe(true);
    keep('two', half);
    expect([found('one'), found('two')]).toEqual([false, false]);
    await mark(ana);
    vi.advanceTimersByTime(9_000);
    expect(keptOf(ana).found).toBeDefined();
    vi.advanceTimersByTime(1_500);
    expect(keptOf(ana).found).toBeUndefined();
  } finally {
    vi.useRealTimers();
  }
});
