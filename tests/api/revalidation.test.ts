import { beforeEach, describe, expect, test } from 'vitest';
import { setCallTimes } from '#lib/platform/mercado-publico/timing.ts';
import { DAY } from '#lib/platform/process/durations.ts';
import { type Member, makeUser } from '#tests/support/accounts.ts';
import { api } from '#tests/support/call.ts';
import { marketplaceWithoutPauses } from '#tests/support/marketplace.ts';
import { startMercadoPublico } from '#tests/support/providers/mercado-publico.ts';
import { addDocument } from '#tests/support/shares.ts';
import { START, worldForTest } from '#tests/support/world.ts';

const source = await startMercadoPublico({ now: () => START, paceMs: 0 });
const world = worldForTest(source.variables);
let ana: Member;
let luis: Member;
beforeEach(async () => {
  setCallTimes(marketplaceWithoutPauses);
  [ana, luis] = [await makeUser(), await makeUser({ email: 'luis@andes.cl' })];
});

const paths = {
  profile: '/api/documents/profile?type=documents',
  alerts: '/api/documents/alerts',
  tender: '/api/validate-licitacion?id=4809-45-LE26',
} as const;

function ask(
  measure: keyof typeof paths,
  by: Member | null,
  known?: string,
  method: 'GET' | 'HEAD' = 'GET',
) {
  return api(paths[measure], {
    method,
    ...(known !== undefined && { headers: { 'if-none-match': known } }),
    ...(by && { cookies: by.cookies }),
  });
}

const tagOf = (response: Response) => response.headers.get('etag') ?? '';
const lapsing = ({ id }: Member) =>
  addDocument(id, { category: 'formulario_29', expiresAt: world.now() + 5 * DAY });

describe.each(['profile', 'alerts', 'tender'] as const)('the reply about %s', (subject) => {
  test('has a strong ETag, and a request that names it gets 304', async () => {
    await lapsing(ana);
    const first = await ask(subject, ana);
    const etag = tagOf(first);
    expect(etag).toMatch(/^"[\w-]{22}"$/);
    expect(Object.keys(await first.json()).length).toBeGreaterThan(0);
    for (const known of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const again = await ask(subject, ana, known);
      expect([again.status, await again.text(), tagOf(again)]).toEqual([304, '', etag]);
      expect(again.headers.get('x-request-id')).toMatch(/^[\w-]{22}$/);
      // Programs keep the copy for themselves, and no shared browser keeps one.
      expect(again.headers.get('cache-control')).toBe('no-store');
    }
    const head = await ask(subject, ana, undefined, 'HEAD');
    expect([head.status, tagOf(head), await head.text()]).toEqual([200, etag, '']);
    expect((await ask(subject, ana, etag, 'HEAD')).status).toBe(304);
    expect((await ask(subject, ana, '"another"')).status).toBe(200);
  });
});

describe.each(['profile', 'alerts'] as const)('the ETag of %s', (subject) => {
  test('differs between accounts that see the same', async () => {
    const etag = tagOf(await ask(subject, ana));
    const requestOptions = await ask(subject, luis, etag);
    expect([requestOptions.status, await requestOptions.json()]).toEqual([
      200,
      await (await ask(subject, ana)).json(),
    ]);
    expect(tagOf(requestOptions)).not.toBe(etag);
  });

  test('changes when a document is added', async () => {
    await lapsing(ana);
    const etag = tagOf(await ask(subject, ana));
    await lapsing(ana);
    const changed = await ask(subject, ana, etag);
    expect(changed.status).toBe(200);
    expect(tagOf(changed)).not.toBe(etag);
  });

  test('gets 401 without a live session', async () => {
    const etag = tagOf(await ask(subject, ana));
    expect((await ask(subject, ana, etag)).status).toBe(304);
    const gone = await ask(subject, null, etag);
    expect([gone.status, tagOf(gone)]).toEqual([401, '']);
    world.advance(31 * DAY);
    const expired = await ask(subject, ana, etag);
    expect([expired.status, tagOf(expired)]).toEqual([401, '']);
    expect(expired.headers.get('cache-control')).toBe('no-store');
  });
});

test('the ETag of alerts changes with the day', async () => {
  await lapsing(ana);
  const etag = tagOf(await ask('alerts', ana));
  expect((await ask('alerts', ana, etag)).status).toBe(304);
  world.advance(DAY);
  expect((await ask('alerts', ana, etag)).status).toBe(200);
});
