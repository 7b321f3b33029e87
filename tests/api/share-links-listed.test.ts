import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, describe, expect, test } from 'vitest';
import { ShareCard } from '#components/documents/share-card.tsx';
import { listAuditEvents } from '#lib/domain/audit/reads.ts';
import { readPersonalData } from '#lib/domain/personal-data/reads.ts';
import type { Share } from '#lib/domain/share-links/schema.ts';
import { sweepShareLinks } from '#lib/domain/share-links/sweep.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { shareLinks, shareOpenings } from '#lib/platform/db/schema/share-links.ts';
import type { SignedInCtx } from '#lib/platform/operations/operation.ts';
import { DAY, HOUR } from '#lib/platform/process/durations.ts';
import { makeUser } from '#tests/support/accounts.ts';
import { queuedMails } from '#tests/support/auth-calls.ts';
import { textOf } from '#tests/support/page-request.ts';
import { postForm } from '#tests/support/post-form.ts';
import { samples } from '#tests/support/sample-files.ts';
import { deliverMails } from '#tests/support/sent-mails.ts';
import {
  addDocument,
  createShare,
  listShares,
  openShare,
  openSharePage,
  revokeShare,
  sendShareForm,
  sharesOf,
  shareToken,
  statusAndCode,
  visitShare,
} from '#tests/support/shares.ts';
import { forEachTest, START, worldForTest } from '#tests/support/world.ts';

let key: string;

const world = worldForTest({ RATE_LIMITS: 'off' });

const ana = forEachTest(() => makeUser());
const luis = forEachTest(() => makeUser({ email: 'luis@empresa.cl' }));
beforeEach(async () => {
  ({ fileId: key } = await addDocument(ana.id));
});

const mine = async (query = '') => (await listShares(ana, query)).json();

describe('a share link', () => {
  test('with one opening is opened by exactly one of twenty simultaneous requests', async () => {
    const token = await shareToken(ana, { documentKey: key, maxOpenings: 1 });
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, n) => openShare(token, '', { ip: `192.0.2.${n}` })),
    );
    const statuses = replies.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array(19).fill(410)]);
    expect((await mine()).data[0]).toMatchObject({ state: 'spent', openings: 1 });
    expect((await visitShare(token)).status).toBe(410);
    const asOwner = await openShare(token, '', { cookies: ana.cookies });
    expect([asOwner.status, (await mine()).data[0].openings]).toEqual([200, 1]);
    expect((await openShare(token, '', { cookies: luis.cookies })).status).toBe(410);
  });

  test('shows its owner when, from which network and with which device it was opened', async () => {
    const token = await shareToken(ana, { documentKey: key, label: 'Aseguradora' });
    const agent = 'Mozilla/5.0 (Windows NT 10.0) Chrome/142.0 Safari/537.36';
    await openShare(token, '', { ip: '203.0.113.77', headers: { 'user-agent': agent } });
    world.advance(HOUR);
    const long = { 'user-agent': 'x'.repeat(900) };
    await openShare(token, '', { ip: '2001:db8:1:2:3::9', headers: long });
    const { data, pagination } = await mine();
    expect(pagination).toEqual({ total: 1, limit: 50, offset: 0, hasMore: false });
    expect(data[0]).toMatchObject({
      label: 'Aseguradora',
      state: 'live',
      openings: 2,
      hasPassword: false,
      maxOpenings: null,
      documents: [{ fileName: 'Carpeta tributaria.pdf', category: 'carpeta_tributaria' }],
      lastOpenings: [
        { at: new Date(START + HOUR).toISOString(), place: '2001:db8:1::/48' },
        { place: '203.0.113.0/24', device: 'Chrome en Windows' },
      ],
    });
    const stored = await getDb().read.select().from(shareOpenings);
    expect(stored.map(({ agent }) => agent.length)).toEqual([agent.length, 200]);
    expect(JSON.stringify(stored)).not.toContain('203.0.113.77');
    expect(JSON.stringify(await mine())).not.toContain(token);
  });

  test('shows its owner what was viewed, what was downloaded, and by whose code', async () => {
    const { fileId } = await addDocument(ana.id, { bytes: samples.pdf });
    await createShare(ana, { documentKey: fileId, recipients: 'ana@banco.cl', emailCode: true });
    const { id: link } = (await sharesOf(ana))[0];
    const token = await shareToken(ana, { documentKey: fileId });
    for (const query of ['?inline=1', '?inline=1', '?download=1']) await openShare(token, query);
    const [newest] = await sharesOf(ana);
    expect(newest).toMatchObject({ openings: 3, views: 2, downloads: 1 });
    expect(newest.lastOpenings.map(({ way }: { way: string }) => way)).toEqual([
      'download',
      'view',
      'view',
    ]);
    const last = { at: new Date(world.now()).toISOString(), place: 'x', device: 'Chrome' };
    const bound = { ...newest, id: link, codeEmail: 'ana@banco.cl', lastOpenings: [last] };
    const read = (shown: Share) => renderToStaticMarkup(createElement(ShareCard, { share: shown }));
    expect(textOf(read(bound))).toMatch(
      /3 visitas, el .*, por ana@banco\.cl · 2 documentos vistos · 1 descarga/,
    );
    expect(textOf(read({ ...bound, maxOpenings: 9 }))).toMatch(
      /3 de 9 visitas.* · 2 documentos vistos/,
    );
    // Without unfolding the details.
    expect(textOf(read(bound).split('<details')[0] ?? '')).toContain('2 documentos vistos');
    // Earlier openings have no known kind.
    expect(textOf(read({ ...bound, openings: 8 }))).toMatch(/8 visitas.* · 2 documentos vistos/);
  });

  test('is listed only to its owner, newest first, in pages', async () => {
    for (const label of ['uno', 'dos', 'tres']) {
      world.advance(1000);
      await createShare(ana, { documentKey: key, label });
    }
    expect(await sharesOf(luis)).toEqual([]);
    expect(await statusAndCode(await listShares(null))).toEqual([401, 'no_session']);
    const page = await mine('?limit=2');
    expect(page.data.map(({ label }: { label: string }) => label)).toEqual(['tres', 'dos']);
    expect(page.pagination).toEqual({ total: 3, limit: 2, offset: 0, hasMore: true });
    const rest = await mine('?limit=2&offset=2');
    expect(rest.data.map(({ label }: { label: string }) => label)).toEqual(['uno']);
    expect(rest.pagination.hasMore).toBe(false);
    for (const query of ['?limit=0', '?limit=101', '?offset=-1', '?limit=a']) {
      expect((await listShares(ana, query)).status).toBe(400);
    }
  });

  test('is deleted with its openings 90 days after it ended', async () => {
    const token = await shareToken(ana, { documentKey: key, expiresInHours: 1 });
    await openShare(token);
    await sweepShareLinks(START + HOUR + 90 * DAY - 1);
    expect(await getDb().read.$count(shareOpenings)).toBe(1);
    await sweepShareLinks(START + HOUR + 90 * DAY);
    expect(await getDb().read.$count(shareLinks)).toBe(0);
    expect(await getDb().read.$count(shareOpenings)).toBe(0);
  });
});

describe('the owner of a link', () => {
  beforeEach(async () => {
    key = (await addDocument(ana.id, { category: 'otros', customTitle: 'F30 <b>' })).fileId;
  });

  const notices = async () => (await queuedMails()).filter(({ kind }) => kind === 'share.opened');

  test('is mailed once, at the first opening, and only if the link asks for it', async () => {
    const quiet = await shareToken(ana, { documentKey: key });
    const token = await shareToken(ana, { documentKey: key, notify: true });
    await openShare(quiet);
    await openShare(token, '', { method: 'HEAD' });
    expect(await notices()).toEqual([]);
    await Promise.all(Array.from({ length: 5 }, () => openShare(token)));
    expect(await notices()).toHaveLength(1);
    const [mail] = await deliverMails();
    expect(mail).toMatchObject({ to: ana.email, subject: 'Abrieron tu enlace: F30 <b>' });
    expect(mail?.html).toContain('F30 &lt;b&gt;');
    expect(mail?.text).toContain('desde la red 203.0.113.0/24');
    expect(mail?.text).not.toContain(token);
  });

  test('reads in mail and audit trail that a link has several documents', async () => {
    const other = (await addDocument(ana.id)).fileId;
    await openShare(await shareToken(ana, { documentKeys: [key, other], notify: true }));
    const [mail] = await deliverMails();
    expect(mail?.subject).toBe('Abrieron tu enlace: Carpeta de 2 documentos');
    const [event] = (await listAuditEvents(ana.id)).filter(({ name }) => name);
    expect(event?.name).toBe('Carpeta de 2 documentos');
  });

  test('makes a link by the form of the panel, is led to its address, and closes it', async () => {
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
    const response = await postForm('/panel/documentos/compartir/crear', { form, cookies });
    expect(response.status).toBe(303);
    const [shown] = await sharesOf(ana);
    expect(response.headers.get('location')).toBe(`/panel/documentos/enlaces?enlace=${shown.id}`);
    expect(Date.parse(shown.expiresAt)).toBe(world.now() + 24 * 60 * 60 * 1000);
    expect(shown).toMatchObject({ label: 'Banco', notify: true, maxOpenings: null });
    expect(shown.documents).toHaveLength(2);
    expect((await openSharePage(shown.shortUrl)).status).toBe(200);

    const ended = await postForm('/panel/documentos/enlaces/cerrar', {
      form: { id: shown.id },
      cookies,
    });
    expect(ended.headers.get('location')).toBe('/panel/documentos/enlaces?aviso=cerrado');
    expect((await sharesOf(ana))[0].state).toBe('revoked');
  });

  test('finds the links in the export of personal data, and their rows are deleted with the account', async () => {
    const token = await shareToken(ana, { documentKey: key, label: 'Banco' });
    await openShare(token);
    // The read needs only this of a context.
    const whose = { holderId: ana.id, owner: ana.email, companyId: null };
    const ctx = { accountId: ana.id, email: ana.email, ...whose, now: world.now() } as SignedInCtx;
    const { shares } = await readPersonalData(ctx);
    const lastOpenings = [{ place: '203.0.113.0/24' }];
    expect(shares).toMatchObject([{ label: 'Banco', shortUrl: null, lastOpenings }]);
    await getDb().write((tx) => tx.delete(accounts));
    expect(await getDb().read.$count(shareLinks)).toBe(0);
    expect(await getDb().read.$count(shareOpenings)).toBe(0);
    expect((await openShare(token)).status).toBe(404);
  });

  test('is named to the visitor of an ended link, who can ask for a new one once a day', async () => {
    await addDocument(ana.id);
    const token = await shareToken(ana, { documentKey: key, recipients: 'Banco del Sur' });
    const [{ id, shortUrl }] = await sharesOf(ana);
    const ask = (correo = 'eva@banco.cl') => sendShareForm(shortUrl, 'pedir', { correo });
    const mails = async () => (await queuedMails()).filter(({ kind }) => kind === 'share.asked');
    await ask();
    expect(await mails()).toEqual([]);
    await revokeShare(ana, id);
    for (const closed of [await openSharePage(shortUrl), await visitShare(token)]) {
      expect(closed.status).toBe(410);
      const page = await closed.text();
      expect(page).toContain('Te lo compartió <strong>Ana Muñoz</strong>');
      expect(page).toContain('Pedir un enlace nuevo');
      expect(page).not.toContain('F30');
    }
    const json = await openShare(token);
    expect([json.status, await json.text()]).toEqual([410, expect.not.stringContaining('Ana')]);
    expect((await (await openSharePage(`${shortUrl}0`)).text()).includes('Ana')).toBe(false);
    await ask('eva');
    expect(await mails()).toEqual([]);
    await Promise.all([ask(), ask()]);
    expect(await mails()).toHaveLength(1);
    const [mail] = await deliverMails();
    expect(mail).toMatchObject({ to: ana.email });
    expect(mail?.subject).toContain('Piden un enlace nuevo: F30 <b>, para Banco del Sur');
    expect(mail?.text).toContain('dejó este correo, que no comprobamos: eva@banco.cl');
    expect(await (await openSharePage(shortUrl)).text()).toContain('Ya le avisamos');
  });
});
