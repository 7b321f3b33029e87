import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, describe, expect, test } from 'vitest';
import { ShareCard } from '#components/documents/share-card.tsx';
import type { Share } from '#lib/domain/share-links/schema.ts';
import { sweepShareLinks } from '#lib/domain/share-links/sweep.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { shareLinks, shareOpenings } from '#lib/platform/db/schema/share-links.ts';
import { DAY, HOUR } from '#lib/platform/durations.ts';
import { samples } from '#tests/support/sample-files.ts';
import {
  addDocument,
  errorOf,
  listShares,
  type Member,
  makeMember,
  open,
  openPage,
  share,
  sharesOf,
  shareToken,
} from '#tests/support/shares.ts';
import { START, worldForTest } from '#tests/support/world.ts';

let ana: Member;

let luis: Member;

let key: string;

const world = worldForTest({ RATE_LIMITS: 'off' });

beforeEach(async () => {
  ana = await makeMember();
  luis = await makeMember({ email: 'luis@empresa.cl' });
  ({ fileId: key } = await addDocument(ana.id));
});

const mine = async (query = '') => (await listShares(ana, query)).json();

describe('a share link', () => {
  test('is opened by exactly one of twenty at once when it says so', async () => {
    const token = await shareToken(ana, { documentKey: key, maxOpenings: 1 });
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, n) => open(token, '', { address: `192.0.2.${n}` })),
    );
    const statuses = replies.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array(19).fill(410)]);
    expect((await mine()).data[0]).toMatchObject({ state: 'spent', openings: 1 });
    expect((await openPage(token)).status).toBe(410);
  });

  test('tells its owner when, whence and with what it was opened', async () => {
    const token = await shareToken(ana, { documentKey: key, label: 'Aseguradora' });
    const agent = 'Mozilla/5.0 (Windows NT 10.0) Chrome/142.0 Safari/537.36';
    await open(token, '', { address: '203.0.113.77', headers: { 'user-agent': agent } });
    world.advance(HOUR);
    const long = { 'user-agent': 'x'.repeat(900) };
    await open(token, '', { address: '2001:db8:1:2:3::9', headers: long });
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

  test('tells its owner what was looked at and what was saved, and by whom', async () => {
    const { fileId } = await addDocument(ana.id, { bytes: samples.pdf });
    await share(ana, { documentKey: fileId, recipients: 'ana@banco.cl', emailCode: true });
    const { id: link } = (await sharesOf(ana))[0];
    const token = await shareToken(ana, { documentKey: fileId });
    for (const query of ['?inline=1', '?inline=1', '?download=1']) await open(token, query);
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
    expect(read(bound)).toMatch(
      /3 aperturas: visto 2 veces, descargado 1 vez.*, el .*, por ana@banco\.cl/,
    );
    expect(read({ ...bound, maxOpenings: 9 })).toContain('3 de 9 aperturas: visto 2 veces');
    // Of before it is not known.
    expect(read({ ...bound, openings: 8 })).toContain('8 aperturas: visto 2 veces');
  });

  test('is listed to its owner alone, newest first, in pages', async () => {
    for (const label of ['uno', 'dos', 'tres']) {
      world.advance(1000);
      await share(ana, { documentKey: key, label });
    }
    expect(await sharesOf(luis)).toEqual([]);
    expect(await errorOf(await listShares(null))).toEqual([401, 'no_session']);
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

  test('is forgotten with its openings 90 days after it ended', async () => {
    const token = await shareToken(ana, { documentKey: key, expiresInHours: 1 });
    await open(token);
    await sweepShareLinks(START + HOUR + 90 * DAY - 1);
    expect(await getDb().read.$count(shareOpenings)).toBe(1);
    await sweepShareLinks(START + HOUR + 90 * DAY);
    expect(await getDb().read.$count(shareLinks)).toBe(0);
    expect(await getDb().read.$count(shareOpenings)).toBe(0);
  });
});
