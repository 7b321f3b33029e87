import { beforeEach, describe, expect, test } from 'vitest';
import ChangePage from '#app/panel/documentos/enlaces/[id]/page.tsx';
import { MAX_WRONG_PASSWORDS } from '#lib/domain/share-links/rules.ts';
import { endOfDay } from '#lib/platform/chile/calendar.ts';
import { isoDay } from '#lib/platform/chile/format.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { auditEvents } from '#lib/platform/db/schema/audit.ts';
import { shareLinkDocuments, shareLinks } from '#lib/platform/db/schema/share-links.ts';
import { DAY, HOUR, MINUTE } from '#lib/platform/process/durations.ts';
import { type Member, makeUser } from '#tests/support/accounts.ts';
import { api, cookiesOf } from '#tests/support/call.ts';
import { markSessionsProved } from '#tests/support/factors.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { deliverMails } from '#tests/support/sent-mails.ts';
import {
  addDocument,
  createShare,
  openFile,
  openSharePage,
  revokeShare,
  sendShareForm,
  sharesOf,
  statusAndCode,
} from '#tests/support/shares.ts';
import { removeDocument } from '#tests/support/vault.ts';
import { forEachTest, worldForTest } from '#tests/support/world.ts';

const world = worldForTest();
const ana = forEachTest(() => makeUser());
type Document = Awaited<ReturnType<typeof addDocument>>;
let [f30, balance]: Document[] = [];
let newShare: { id: string; shortUrl: string };

async function make(settings: object = {}) {
  const documentKeys = [f30?.fileId, balance?.fileId];
  newShare = await (
    await createShare(ana, { documentKeys, expiresInHours: 168, ...settings })
  ).json();
}

beforeEach(async () => {
  f30 = await addDocument(ana.id, { fileName: 'F30.pdf', category: 'certificado_f30' });
  balance = await addDocument(ana.id, { fileName: 'Balance.pdf', category: 'balance_general' });
  await make();
  browseAs(ana.cookies);
});

const change = (json: object, { cookies }: Member = ana) =>
  api(`/api/documents/shares/${newShare.id}`, { method: 'PATCH', json, cookies });
const listed = async () =>
  (await sharesOf(ana)).find(({ id }: { id: string }) => id === newShare.id);
const changes = async () =>
  (await getDb().read.select().from(auditEvents)).filter(
    ({ action }) => action === 'share.changed',
  );
const pageOf = async (cookies = {}) =>
  (await openSharePage(newShare.shortUrl, '', { cookies })).text();
const opens = async (cookies: Record<string, string>) =>
  (await openFile(newShare.shortUrl, `?document=${f30?.fileId}`, { cookies })).status;
const enter = async (fields: Record<string, string>, cookies = {}) =>
  cookiesOf(await sendShareForm(newShare.shortUrl, 'abrir', fields, { cookies }));

describe('a link that still works', () => {
  test('ends when it would have ended, however often and late something else is changed', async () => {
    const { expiresAt } = await listed();
    for (const label of ['Uno', 'Dos', 'Tres']) {
      world.advance(2 * DAY);
      await markSessionsProved();
      expect((await change({ label })).status).toBe(200);
      expect(await listed()).toMatchObject({ label, expiresAt });
    }
    world.advance(DAY);
    expect(await listed()).toMatchObject({ state: 'expired', expiresAt });
  });

  test('gets a new end, name, note and limit; fields that the request omits stay as they are', async () => {
    expect((await change({ expiresInDays: 30, label: 'Licitación 12' })).status).toBe(200);
    expect(Date.parse((await listed()).expiresAt)).toBe(endOfDay(isoDay(world.now() + 30 * DAY)));
    expect(
      (await change({ expiresInHours: 1, recipientNote: 'Hola', maxOpenings: 3 })).status,
    ).toBe(200);
    const link = await listed();
    expect(link).toMatchObject({ label: 'Licitación 12', recipientNote: 'Hola', maxOpenings: 3 });
    expect(Date.parse(link.expiresAt) - world.now()).toBe(HOUR);
    expect(textOf(await pageOf())).toContain('Nota para ti: Hola');
    await change({ label: null, recipientNote: null, maxOpenings: null });
    expect(await listed()).toMatchObject({ label: null, recipientNote: null, maxOpenings: null });
    expect((await listed()).shortUrl).toBe(newShare.shortUrl);
    expect(await changes()).toHaveLength(3);
    // A request that changes nothing leaves no event.
    await change({ label: null });
    expect(await changes()).toHaveLength(3);
    world.advance(HOUR);
    expect((await openSharePage(newShare.shortUrl)).status).toBe(410);
  });

  test.each([
    [{ expiresInDays: 31 }, 'expiresInDays'],
    [{ expiresInHours: 169 }, 'expiresInHours'],
    [{ password: 'corta' }, 'password'],
    [{ password: '' }, 'password'],
    [{ maxOpenings: 101 }, 'maxOpenings'],
    [{ label: 'Entra a evil.cl' }, 'label'],
    [{ documentKeys: [] }, 'documentKeys'],
    [{ emailCode: true }, 'recipient'],
  ])('is not changed by an invalid body: %o', async (json, field) => {
    const refused = await change({ recipientNote: 'Hola', ...json });
    expect([refused.status, Object.keys((await refused.json()).fields)]).toEqual([400, [field]]);
    expect((await listed()).recipientNote).toBeNull();
  });

  test('can show other documents of its owner, at least one, in the order of the folder', async () => {
    const poder = await addDocument(ana.id, { fileName: 'Poder.pdf', category: 'otros' });
    const luis = await makeUser({ email: 'luis@empresa.cl' });
    const foreign = await addDocument(luis.id);
    const keys = (...of: (Document | undefined)[]) => of.map((one) => one?.fileId);
    expect(await statusAndCode(await change({ documentKeys: keys(f30, foreign) }))).toEqual([
      404,
      'document_not_found',
    ]);
    const renewed = { renewedAt: 5 };
    await getDb().write((tx) => tx.update(shareLinkDocuments).set(renewed));
    await change({ documentKeys: keys(poder, balance, poder) });
    const names = (await listed()).documents.map(({ fileName }: Document) => fileName);
    expect(names).toEqual(['Balance.pdf', 'Poder.pdf']);
    const rows = await getDb().read.select().from(shareLinkDocuments);
    expect(rows.map(({ renewedAt }) => renewedAt)).toEqual([5, null]);
    expect(await opens({})).toBe(404);
    const added = await openFile(newShare.shortUrl, `?document=${poder.fileId}`);
    expect(added.status).toBe(200);
  });

  test('gets no limit below its openings so far, and no other recipient after it was mailed', async () => {
    await make({ recipients: 'Banco del Sur <luis@banco.cl>', maxOpenings: 5 });
    expect(await opens({})).toBe(200);
    expect((await (await change({ maxOpenings: 1 })).json()).fields).toEqual({
      maxOpenings: 'Ya lleva 1: elige más, o cierra el enlace.',
    });
    expect((await change({ maxOpenings: 2, recipient: 'Eva, eva@banco.cl' })).status).toBe(200);
    await api('/api/documents/shares/send', { json: { ids: [newShare.id] }, cookies: ana.cookies });
    const { fields } = await (await change({ recipient: 'Ana, ana@otro.cl' })).json();
    expect(fields.recipient).toContain('Ya lo enviamos a eva@banco.cl.');
    expect((await change({ recipient: 'Eva Soto, eva@banco.cl' })).status).toBe(200);
    const sent = (await deliverMails()).filter(({ subject }) => subject.includes('te comparte'));
    expect(sent.map(({ to }) => to)).toEqual(['eva@banco.cl']);
  });
});

describe('a visitor who entered before', () => {
  test('must enter a new password, and still needs it when its removal lacks a proof', async () => {
    const before = cookiesOf(await openFile(newShare.shortUrl, `?document=${f30?.fileId}`));
    await change({ password: 'un paraguas azul' });
    expect([await opens({}), await opens(before)]).toEqual([403, 403]);
    const first = await enter({ password: 'un paraguas azul' });
    expect(await opens(first)).toBe(200);
    await change({ password: 'un paraguas verde' });
    expect(await opens(first)).toBe(403);
    expect(await pageOf(first)).toContain('Este enlace tiene contraseña');
    world.advance(15 * MINUTE);
    expect(await opens(await enter({ password: 'un paraguas azul' }))).toBe(403);
    expect(await opens(await enter({ password: 'un paraguas verde' }))).toBe(200);
    expect((await statusAndCode(await change({ password: null }))).at(1)).toBe('proof_required');
    expect(await opens({})).toBe(403);
  });

  test('enters by a new password although the previous one was locked after too many tries', async () => {
    await make({ password: 'un paraguas azul' });
    await getDb().write((tx) =>
      tx.update(shareLinks).set({ wrongTries: MAX_WRONG_PASSWORDS, wrongSince: world.now() }),
    );
    expect((await listed()).lockedUntil).not.toBeNull();
    await change({ password: 'un paraguas verde' });
    expect((await listed()).lockedUntil).toBeNull();
    expect(await opens(await enter({ password: 'un paraguas verde' }))).toBe(200);
  });

  test('needs no password once its owner removed it with a proof', async () => {
    await make({ password: 'un paraguas azul' });
    expect(await opens({})).toBe(403);
    await change({ password: null });
    expect(await opens({})).toBe(200);
    expect((await listed()).hasPassword).toBe(false);
  });

  test('by a mailed code is out once the recipient’s address changes, and so are codes mailed before', async () => {
    await make({ recipients: 'luis@banco.cl', emailCode: true });
    const codeFor = async (address: string) => {
      const mails = (await deliverMails()).filter(({ to }) => to === address);
      return / ?(\S+) es tu código/.exec(mails[0]?.subject ?? '')?.[1] ?? '';
    };
    await sendShareForm(newShare.shortUrl, 'codigo');
    const code = await codeFor('luis@banco.cl');
    const luis = await enter({ code });
    expect(await opens(luis)).toBe(200);
    await change({ recipient: 'Eva <eva@banco.cl>' });
    expect(await listed()).toMatchObject({ codeEmail: 'eva@banco.cl' });
    expect(await opens(luis)).toBe(403);
    expect(await opens(await enter({ code }))).toBe(403);
    world.advance(MINUTE);
    await sendShareForm(newShare.shortUrl, 'codigo');
    expect(await opens(await enter({ code: await codeFor('eva@banco.cl') }))).toBe(200);
    await change({ emailCode: false });
    expect(await opens({})).toBe(200);
  });
});

test('a link that ended for any reason, or that is someone else’s, cannot be edited', async () => {
  const luis = await makeUser({ email: 'luis@empresa.cl' });
  expect(await statusAndCode(await change({ label: 'X' }, luis))).toEqual([404, 'share_not_found']);
  browseAs(luis.cookies);
  await expect(renderPage(ChangePage, { id: newShare.id })).rejects.toThrow(
    'NEXT_HTTP_ERROR_FALLBACK;404',
  );
  browseAs(ana.cookies);
  const ended = async () => {
    expect(await statusAndCode(await change({ expiresInDays: 30 }))).toEqual([409, 'conflict']);
    expect(textOf(await renderPage(ChangePage, { id: newShare.id }))).toContain(
      'Este enlace ya terminó',
    );
  };
  await revokeShare(ana, newShare.id);
  await ended();
  await make({ expiresInHours: 1, maxOpenings: 1 });
  await opens({});
  await ended();
  await make();
  for (const one of [f30, balance]) await removeDocument(ana.cookies, one?.category ?? '', one?.id);
  await ended();
  f30 = await addDocument(ana.id);
  await make({ documentKeys: [f30.fileId], expiresInHours: 1 });
  world.advance(HOUR);
  expect((await change({ expiresInDays: 30 })).status).not.toBe(200);
});

test('of two edits at once the second is refused as a conflict, and the two are not mixed', async () => {
  const { version } = await listed();
  const both = [{ label: 'Uno' }, { label: 'Dos', recipientNote: 'Hola' }];
  const replies = await Promise.all(both.map((json) => change({ version, ...json })));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  const { label, recipientNote } = await listed();
  expect([
    ['Uno', null],
    ['Dos', 'Hola'],
  ]).toContainEqual([label, recipientNote]);
});
