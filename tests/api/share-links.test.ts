import { beforeEach, describe, expect, test } from 'vitest';
import { listShares as listLinks } from '#lib/domain/share-links/reads/list-links.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { documents } from '#lib/platform/db/schema/documents.ts';
import { shareLinks } from '#lib/platform/db/schema/share-links.ts';
import { HOUR } from '#lib/platform/process/durations.ts';
import { makeUser } from '#tests/support/accounts.ts';
import { auditTrailOf, fieldRefusal, refusalBodyOf } from '#tests/support/auth-calls.ts';
import {
  addDocument,
  bytesOf,
  createShare,
  insertShares,
  listShares,
  openShare,
  revokeShare,
  shareToken,
  statusAndCode,
  visitShare,
} from '#tests/support/shares.ts';
import { forEachTest, START, worldForTest } from '#tests/support/world.ts';

let key: string;
let bytes: Buffer;

const world = worldForTest({ RATE_LIMITS: 'off' });

const ana = forEachTest(() => makeUser());
const luis = forEachTest(() => makeUser({ email: 'luis@empresa.cl' }));
beforeEach(async () => {
  ({ fileId: key, bytes } = await addDocument(ana.id));
});

const mine = async (query = '') => (await listShares(ana, query)).json();

describe('sharing a document', () => {
  test('answers with an address that gives the file for 72 hours by default', async () => {
    const response = await createShare(ana, { documentKey: key });
    expect(response.status).toBe(200);
    const { shareUrl, ...reply } = await response.json();
    expect(reply).toEqual({
      success: true,
      expiresAt: new Date(START + 72 * HOUR).toISOString(),
      id: expect.stringMatching(/^[\w-]{22}$/),
      shortUrl: expect.stringMatching(/^http:\/\/localhost:3000\/c\/[\da-z]{25}$/),
    });
    expect(shareUrl).toMatch(/^http:\/\/localhost:3000\/api\/share\/[\w-]{43}$/);
    const token = shareUrl.split('/').at(-1);
    const opened = await openShare(token);
    expect(opened.status).toBe(200);
    expect(Object.fromEntries(opened.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': expect.stringMatching(
        /^attachment; filename="Carpeta tributaria.pdf"/,
      ),
      'cache-control': 'private, no-store, no-transform',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    });
    expect(await bytesOf(opened)).toEqual(bytes);
    world.advance(72 * HOUR - 1);
    expect((await openShare(token)).status).toBe(200);
    world.advance(1);
    expect(await statusAndCode(await openShare(token))).toEqual([410, 'share_expired']);
    expect(await auditTrailOf(ana.id)).toContain('share.created');
    const rows = JSON.stringify(await getDb().read.select().from(shareLinks));
    expect(rows).not.toContain(token);
  });

  test.each([1, 168])(
    'makes a link that lasts %i hours when the request says so',
    async (expiresInHours) => {
      const response = await createShare(ana, { documentKey: key, expiresInHours });
      const { expiresAt } = await response.json();
      expect(expiresAt).toBe(new Date(START + expiresInHours * HOUR).toISOString());
    },
  );

  test.each([0, 169, 1.5, -1, '72', null, Number.MAX_SAFE_INTEGER])(
    'refuses a link of %j hours',
    async (expiresInHours) => {
      const response = await createShare(ana, { documentKey: key, expiresInHours });
      expect(await refusalBodyOf(response)).toEqual(
        fieldRefusal({ expiresInHours: 'Elige de 1 a 168 horas, sin decimales.' }),
      );
    },
  );

  test.each([
    [{ maxOpenings: 0 }, 'maxOpenings'],
    [{ maxOpenings: 101 }, 'maxOpenings'],
    [{ maxOpenings: '5' }, 'maxOpenings'],
    [{ password: 'siete 7' }, 'password'],
    [{ password: 12345678 }, 'password'],
    [{ password: ' ' }, 'password'],
    [{ password: ' '.repeat(8) }, 'password'],
    [{ password: '\u00a0\u3000\ufeff'.repeat(3) }, 'password'],
    [{ label: 'x'.repeat(121) }, 'label'],
    [{ label: 'a\u0000b' }, 'label'],
    [{ notify: 'yes' }, 'notify'],
    [{ documentKeys: Array(51).fill('x') }, 'documentKeys'],
    [{ documentKey: undefined }, 'documentKey'],
    [{ documentKey: '', documentKeys: [] }, 'documentKey'],
  ])('refuses the invalid body %j', async (extra, field) => {
    const { status, fields } = await refusalBodyOf(
      await createShare(ana, { documentKey: key, ...extra }),
    );
    expect([status, Object.keys(fields)]).toEqual([400, [field]]);
  });

  test('works only for the owner, and only for a document that was checked and still exists', async () => {
    expect(await statusAndCode(await createShare(null, { documentKey: key }))).toEqual([
      401,
      'no_session',
    ]);
    const other = await createShare(luis, { documentKey: key });
    expect(await statusAndCode(other)).toEqual([404, 'document_not_found']);
    const keyOf = async (state: 'waiting' | 'infected' | 'deleted' | 'removing') =>
      (await addDocument(ana.id, { state })).fileId;
    const waiting = await createShare(ana, { documentKey: await keyOf('waiting') });
    expect(await statusAndCode(waiting)).toEqual([409, 'conflict']);
    for (const state of ['infected', 'deleted', 'removing'] as const) {
      const documentKeys = [key, await keyOf(state)];
      expect(await statusAndCode(await createShare(ana, { documentKeys }))).toEqual([
        404,
        'document_not_found',
      ]);
    }
    expect(await getDb().read.$count(shareLinks)).toBe(0);
  });

  test('stops at 500 live links of an account', async () => {
    await insertShares(luis, 500, { expiresAt: START + HOUR });
    await insertShares(ana, 499, { expiresAt: START + HOUR });
    await insertShares(ana, 1, { expiresAt: START + 1 });
    expect(await statusAndCode(await createShare(ana, { documentKey: key }))).toEqual([
      409,
      'conflict',
    ]);
    world.advance(1);
    expect((await createShare(ana, { documentKey: key })).status).toBe(200);
  });
});

describe('a share link', () => {
  test('that does not exist is 404, with or without a session', async () => {
    for (const token of ['x', 'A'.repeat(43), 'A'.repeat(5000), '%00', '../panel']) {
      expect(await statusAndCode(await openShare(token))).toEqual([404, 'share_not_found']);
      expect((await visitShare(token, '', { cookies: ana.cookies })).status).toBe(404);
    }
  });

  test('ends when its owner closes it, which nobody else can do', async () => {
    const newShare = await (await createShare(ana, { documentKey: key })).json();
    const token = newShare.shareUrl.split('/').at(-1);
    expect(await statusAndCode(await revokeShare(null, newShare.id))).toEqual([401, 'no_session']);
    expect(await statusAndCode(await revokeShare(luis, newShare.id))).toEqual([
      404,
      'share_not_found',
    ]);
    expect(await statusAndCode(await revokeShare(ana, 'unknown'))).toEqual([
      404,
      'share_not_found',
    ]);
    expect((await openShare(token)).status).toBe(200);
    expect((await revokeShare(ana, newShare.id)).status).toBe(200);
    expect(await statusAndCode(await openShare(token))).toEqual([410, 'share_expired']);
    expect((await visitShare(token)).status).toBe(410);
    expect((await revokeShare(ana, newShare.id)).status).toBe(200);
    const revoked = (await auditTrailOf(ana.id)).filter((action) => action === 'share.revoked');
    expect(revoked).toHaveLength(1);
    expect((await mine()).data[0]).toMatchObject({ state: 'revoked' });
  });

  test('is listed among the ended ones once it was closed or its time is over', async () => {
    const closed = await (await createShare(ana, { documentKey: key })).json();
    const short = await (await createShare(ana, { documentKey: key, expiresInHours: 1 })).json();
    const open = await (await createShare(ana, { documentKey: key })).json();
    await revokeShare(ana, closed.id);
    world.advance(HOUR);
    const idsOf = async (only: 'open' | 'ended') =>
      (await listLinks(ana.id, { now: world.now(), limit: 9, state: only })).shares.map(
        ({ id }) => id,
      );
    expect(await idsOf('open')).toEqual([open.id]);
    expect((await idsOf('ended')).sort()).toEqual([closed.id, short.id].sort());
  });

  test('ends when its document is deleted, and works again when the document is restored', async () => {
    const token = await shareToken(ana, { documentKey: key });
    const put = (state: 'deleted' | 'kept') =>
      getDb().write((tx) => tx.update(documents).set({ state }));
    await put('deleted');
    expect(await statusAndCode(await openShare(token))).toEqual([410, 'share_expired']);
    expect((await mine()).data[0]).toMatchObject({
      state: 'gone',
      documents: [{ fileName: null }],
    });
    await put('kept');
    expect((await openShare(token)).status).toBe(200);
    await getDb().write((tx) => tx.delete(documents));
    expect(await statusAndCode(await openShare(token))).toEqual([410, 'share_expired']);
  });
});
