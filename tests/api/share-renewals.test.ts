import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { sweepDocuments } from '#lib/domain/documents/sweep.ts';
import { endOfDay } from '#lib/platform/chile/calendar.ts';
import { isoDay } from '#lib/platform/chile/format.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { shareLinks } from '#lib/platform/db/schema/share-links.ts';
import { DAY, HOUR } from '#lib/platform/process/durations.ts';
import { type Member, makeUser } from '#tests/support/accounts.ts';
import { auditTrailOf, fieldRefusal, refusalBodyOf } from '#tests/support/auth-calls.ts';
import { api } from '#tests/support/call.ts';
import { markSessionsProved } from '#tests/support/factors.ts';
import { EICAR, startClamd } from '#tests/support/providers/clamd.ts';
import { samples } from '#tests/support/sample-files.ts';
import {
  addDocument,
  bytesOf,
  createShare,
  openFile,
  openShare,
  openSharePage,
  sharesOf,
  visitShare,
} from '#tests/support/shares.ts';
import {
  removeDocument,
  restoreDocument,
  uploadForm,
  uploadToVault,
} from '#tests/support/vault.ts';
import { START, worldForTest } from '#tests/support/world.ts';

const MANY = 'balance_general';
let ana: Member;
const world = worldForTest();
beforeEach(async () => {
  ana = await makeUser();
});

const pdf = (text: string) => ({
  bytes: Buffer.concat([samples.pdf, Buffer.from(`%${text}`)]),
  name: `${text}.pdf`,
});
const put = (category: string, text: string, fields = {}) =>
  uploadToVault(ana.cookies, category, pdf(text), fields);
const listed = async () => (await sharesOf(ana))[0];
const renewed = async () =>
  (await auditTrailOf(ana.id)).filter((item) => item === 'share.renewed').length;
async function linkTo(documentKeys: string[], extra: object = {}) {
  const newShare = await (await createShare(ana, { documentKeys, ...extra })).json();
  return { ...newShare, token: String(newShare.shareUrl.split('/').at(-1)) };
}
const opened = async (token: string, query = '') => bytesOf(await openShare(token, query));

describe('a link to a document that is replaced', () => {
  test('shows the new document at both addresses until the link ends, and tells its owner', async () => {
    const { fileId } = await put('carpeta_tributaria', 'viejo');
    const { token, shortUrl } = await linkTo([fileId], { maxOpenings: 4 });
    const before = await openShare(token);
    expect(await bytesOf(before)).toEqual(pdf('viejo').bytes);
    world.advance(HOUR);
    const { id } = await put('carpeta_tributaria', 'nuevo');
    const etag = before.headers.get('etag') ?? '';
    const again = await openShare(token, '', { headers: { 'if-none-match': etag } });
    expect(await bytesOf(again)).toEqual(pdf('nuevo').bytes);
    expect(await bytesOf(await openFile(shortUrl))).toEqual(pdf('nuevo').bytes);
    expect(await (await openSharePage(shortUrl)).text()).toContain('nuevo.pdf');
    const renewedAt = new Date(START + HOUR).toISOString();
    expect(await listed()).toMatchObject({
      state: 'live',
      openings: 3,
      documents: [{ id, fileName: 'nuevo.pdf', renewedAt }],
    });
    expect(await renewed()).toBe(1);
    world.advance(71 * HOUR);
    expect((await openShare(token)).status).toBe(410);
  });

  test('follows each later replacement, which stands once in the folder', async () => {
    const rut = await put('carpeta_tributaria', 'uno');
    const deed = await put(MANY, 'escritura');
    const { token } = await linkTo([deed.fileId, rut.fileId]);
    for (const name of ['dos', 'tres', 'cuatro']) await put('carpeta_tributaria', name);
    const names = (await listed()).documents.map((item: { fileName: string }) => item.fileName);
    expect(names).toEqual(['escritura.pdf', 'cuatro.pdf']);
    const page = await (await visitShare(token)).text();
    expect(page).toContain('2 documentos');
    const stale = await visitShare(token, `?document=${rut.fileId}`);
    expect(stale.status).toBe(404);
    const text = await stale.text();
    expect(text).toContain('lo renovó');
    expect(text).not.toContain('/pedir');
  });

  test('in a category of several documents, follows only replacements of its own document', async () => {
    const [first, second] = [await put(MANY, 'uno'), await put(MANY, 'dos')];
    const { token } = await linkTo([first.fileId]);
    await put(MANY, 'tres');
    await put(MANY, 'cuatro', { replaces: second.id });
    expect(await opened(token)).toEqual(pdf('uno').bytes);
    expect(await renewed()).toBe(0);
    await put(MANY, 'cinco', { replaces: first.id });
    expect(await opened(token)).toEqual(pdf('cinco').bytes);
  });

  test('does not follow a deletion, nor a document uploaded after it', async () => {
    const old = await put('carpeta_tributaria', 'viejo');
    const { token } = await linkTo([old.fileId]);
    expect((await removeDocument(ana.cookies, 'carpeta_tributaria', old.id)).status).toBe(200);
    expect((await openShare(token)).status).toBe(410);
    expect((await restoreDocument(ana.cookies, old.id)).status).toBe(200);
    expect(await opened(token)).toEqual(pdf('viejo').bytes);
    await removeDocument(ana.cookies, 'carpeta_tributaria', old.id);
    await put('carpeta_tributaria', 'nuevo');
    expect((await openShare(token)).status).toBe(410);
    expect(await renewed()).toBe(0);
  });

  test('does not follow when it has ended, predates renewals or is another account’s', async () => {
    const { fileId, id } = await put('carpeta_tributaria', 'viejo');
    const over = await linkTo([fileId], { expiresInHours: 1 });
    world.advance(HOUR);
    await markSessionsProved();
    const older = await linkTo([fileId]);
    await getDb().write((tx) =>
      tx.update(shareLinks).set({ codeHash: null }).where(eq(shareLinks.id, older.id)),
    );
    const luis = await makeUser({ email: 'luis@empresa.cl' });
    const theirs = (await addDocument(luis.id, { category: 'carpeta_tributaria' })).fileId;
    const { shareUrl } = await (await createShare(luis, { documentKey: theirs })).json();
    await put('carpeta_tributaria', 'nuevo');
    expect(await renewed()).toBe(0);
    for (const { token } of [over, older]) expect((await openShare(token)).status).toBe(410);
    expect(await opened(shareUrl.split('/').at(-1))).toEqual(samples.pdf);
    const storedRows = await getDb().read.all(sql`select document_id from share_link_documents
      where document_id = ${id}`);
    expect(storedRows).toHaveLength(2);
  });

  test('shows the last of five simultaneous uploads, also while it is opened', async () => {
    const { fileId } = await put('carpeta_tributaria', 'viejo');
    const { token } = await linkTo([fileId]);
    const bodies = Array.from({ length: 5 }, (_, n) => pdf(`nuevo ${n}`));
    const send = (file: (typeof bodies)[number]) =>
      api('/api/documents/upload', {
        body: uploadForm({ category: 'carpeta_tributaria' }, file),
        cookies: ana.cookies,
      });
    await Promise.all([...bodies.map(send), ...bodies.map(() => openShare(token))]);
    const [{ fileName }] = (await listed()).documents;
    const last = bodies.find(({ name }) => name === fileName);
    expect(await opened(token)).toEqual(last?.bytes);
  });
});

test('with a scanner, the link shows the checked document until its replacement is found clean', async () => {
  const clamd = await startClamd();
  await world.reopen(clamd.variables);
  ana = await makeUser();
  const { fileId } = await put('carpeta_tributaria', 'viejo');
  const { token } = await linkTo([fileId]);
  const virus = { bytes: Buffer.concat([samples.pdf, Buffer.from(EICAR)]), name: 'Malo.pdf' };
  clamd.fail('hang-up');
  await uploadToVault(ana.cookies, 'carpeta_tributaria', virus);
  expect(await opened(token)).toEqual(pdf('viejo').bytes);
  clamd.fail(null);
  await sweepDocuments(world.now());
  expect(await opened(token)).toEqual(pdf('viejo').bytes);
  expect(await renewed()).toBe(0);
  clamd.fail('hang-up');
  await put('carpeta_tributaria', 'nuevo');
  expect(await opened(token)).toEqual(pdf('viejo').bytes);
  clamd.fail(null);
  await sweepDocuments(world.now());
  expect(await opened(token)).toEqual(pdf('nuevo').bytes);
  expect(await renewed()).toBe(1);
});

describe('the duration of a link', () => {
  test.each([1, 30])('may be given as %i days instead of hours', async (expiresInDays) => {
    const { fileId } = await addDocument(ana.id);
    const { token, expiresAt } = await linkTo([fileId], { expiresInDays });
    const lastDay = isoDay(START + expiresInDays * DAY);
    expect(expiresAt).toBe(new Date(endOfDay(lastDay)).toISOString());
    world.advance(endOfDay(lastDay) - START - 1);
    expect((await openShare(token)).status).toBe(200);
    world.advance(1);
    expect((await openShare(token)).status).toBe(410);
  });

  test.each([0, 31, 1.5, '7', null])('is refused as %j days', async (expiresInDays) => {
    const { fileId } = await addDocument(ana.id);
    const response = await createShare(ana, { documentKey: fileId, expiresInDays });
    expect(await refusalBodyOf(response)).toEqual(
      fieldRefusal({ expiresInDays: 'Elige de 1 a 30 días, sin decimales.' }),
    );
  });
});
