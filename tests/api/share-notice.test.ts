import { beforeEach, expect, test } from 'vitest';
import { listAuditEvents } from '#lib/domain/audit/reads.ts';
import { readPersonalData } from '#lib/domain/personal-data/reads.ts';
import { listAsked } from '#lib/domain/share-links/listing.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { shareLinks, shareOpenings } from '#lib/platform/db/schema/share-links.ts';
import { DAY } from '#lib/platform/durations.ts';
import type { MemberCtx } from '#lib/platform/operation.ts';
import { queuedMails } from '#tests/support/auth-calls.ts';
import { postForm } from '#tests/support/post-form.ts';
import { sentMails } from '#tests/support/sent-mails.ts';
import {
  addDocument,
  type Member,
  makeMember,
  open,
  openPage,
  openShort,
  revoke,
  sharesOf,
  shareToken,
} from '#tests/support/shares.ts';
import { START, worldForTest } from '#tests/support/world.ts';

let ana: Member;
let key: string;
const world = worldForTest();
beforeEach(async () => {
  ana = await makeMember();
  key = (await addDocument(ana.id, { fileName: 'F30 <b>.pdf' })).fileId;
});

const notices = async () => (await queuedMails()).filter(({ kind }) => kind === 'share.opened');

test('the first opening is mailed to the owner who asked for it, once', async () => {
  const quiet = await shareToken(ana, { documentKey: key });
  const token = await shareToken(ana, { documentKey: key, notify: true });
  await open(quiet);
  await open(token, '', { method: 'HEAD' });
  expect(await notices()).toEqual([]);
  await Promise.all(Array.from({ length: 5 }, () => open(token)));
  expect(await notices()).toHaveLength(1);
  const [mail] = await sentMails();
  expect(mail).toMatchObject({ to: ana.email, subject: 'Abrieron tu enlace: F30 <b>.pdf' });
  expect(mail?.html).toContain('F30 &lt;b&gt;.pdf');
  expect(mail?.text).toContain('desde la red 203.0.113.0/24');
  expect(mail?.text).not.toContain(token);
});

test('a link to several documents is named by all of them', async () => {
  const other = (await addDocument(ana.id)).fileId;
  await open(await shareToken(ana, { documentKeys: [key, other], notify: true }));
  const [mail] = await sentMails();
  expect(mail?.subject).toBe('Abrieron tu enlace: F30 <b>.pdf y 1 más');
  const trail = await listAuditEvents(ana.id);
  expect(trail.find(({ action }) => action === 'share.created')?.name).toMatch(/ y 1 más$/);
});

test('the form of the panel makes a link, leads to its address, and ends it', async () => {
  const other = (await addDocument(ana.id)).fileId;
  const form = {
    [`doc-${key}`]: '1',
    [`doc-${other}`]: '1',
    expiresInHours: '24',
    maxOpenings: '',
    label: ' Banco ',
    password: '',
    notify: 'on',
  };
  const { cookies } = ana;
  const made = await postForm('/panel/documentos/compartir/crear', { form, cookies });
  expect(made.status).toBe(303);
  const [shown] = await sharesOf(ana);
  expect(made.headers.get('location')).toBe(`/panel/documentos/enlaces?enlace=${shown.id}`);
  expect(Date.parse(shown.expiresAt)).toBe(world.now() + 24 * 60 * 60 * 1000);
  expect(shown).toMatchObject({ label: 'Banco', notify: true, maxOpenings: null });
  expect(shown.documents).toHaveLength(2);
  expect((await openShort(shown.shortUrl)).status).toBe(200);

  const ended = await postForm('/panel/documentos/enlaces/cerrar', {
    form: { id: shown.id },
    cookies,
  });
  expect(ended.headers.get('location')).toBe('/panel/documentos/enlaces?aviso=cerrado');
  expect((await sharesOf(ana))[0].state).toBe('revoked');
});

test('own links are among the own data, and end with the account', async () => {
  const token = await shareToken(ana, { documentKey: key, label: 'Banco' });
  await open(token);
  // Only what the read needs of a context.
  const ctx = { accountId: ana.id, email: ana.email, now: world.now() } as MemberCtx;
  const { shares } = await readPersonalData(ctx);
  const lastOpenings = [{ place: '203.0.113.0/24' }];
  expect(shares).toMatchObject([{ label: 'Banco', shortUrl: null, lastOpenings }]);
  await getDb().write((tx) => tx.delete(accounts));
  expect(await getDb().read.$count(shareLinks)).toBe(0);
  expect(await getDb().read.$count(shareOpenings)).toBe(0);
  expect((await open(token)).status).toBe(404);
});

test('who holds a link that ended is told whose it was, and asks for a new one once a day', async () => {
  await addDocument(ana.id);
  const token = await shareToken(ana, { documentKey: key, recipients: 'Banco del Sur' });
  const [{ id, shortUrl }] = await sharesOf(ana);
  const ask = () => openShort(shortUrl, '', { form: { ask: '1' } });
  const asked = async () => (await queuedMails()).filter(({ kind }) => kind === 'share.asked');
  await ask();
  expect(await asked()).toEqual([]);
  await revoke(ana, id);
  for (const closed of [await openShort(shortUrl), await openPage(token)]) {
    expect(closed.status).toBe(410);
    const page = await closed.text();
    expect(page).toContain('Te lo compartió <strong>Ana Muñoz</strong>');
    expect(page).toContain('Pedir un enlace nuevo');
    expect(page).not.toContain('F30');
  }
  const json = await open(token);
  expect([json.status, await json.text()]).toEqual([410, expect.not.stringContaining('Ana')]);
  expect((await (await openShort(`${shortUrl}0`)).text()).includes('Ana')).toBe(false);
  await Promise.all([ask(), ask()]);
  expect(await asked()).toHaveLength(1);
  const [mail] = await sentMails();
  expect(mail).toMatchObject({ to: ana.email });
  expect(mail?.subject).toContain('Piden un enlace nuevo: F30 <b>.pdf, para Banco del Sur');
  expect(await (await openShort(shortUrl)).text()).toContain('Ya le avisamos');
  expect(await listAsked(ana.id, START - DAY)).toMatchObject([{ id, recipient: 'Banco del Sur' }]);
  await postForm('/panel/documentos/enlaces/repetir', { form: { id }, cookies: ana.cookies });
  expect(await listAsked(ana.id, START - DAY)).toEqual([]);
});
