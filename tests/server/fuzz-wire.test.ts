import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AppProcess, startApp } from '#tests/support/app-process.ts';
import { insertSession, openDatabaseOf, sessionCookie } from '#tests/support/app-session.ts';
import { residentMib } from '#tools/bench/process-cost.ts';
import { pageRequests, pages } from '#tools/fuzz/page-requests.ts';
import { fuzz, RUNS } from '#tools/fuzz/property.ts';
import { piecesOf, type RawConnection, rawConnections } from '#tools/fuzz/raw-requests.ts';
import { createTallies } from '#tools/fuzz/tally.ts';
import { exchange } from '#tools/fuzz/wire.ts';

/** The built server behind real sockets never answers 5xx, hangs, grows or falls. */
const file = 'tests/server/fuzz-wire.test.ts';
const tallies = createTallies('wire');
const runs = (share: number) => Math.ceil(RUNS * share);
const CROWD = 12;
const fine = { hung: false, bad: [] };

describe('the built server', () => {
  let app: AppProcess;
  let port: number;
  /** Length of the app's earlier output, in which the set-up may have logged a slow disk. */
  let begun: number;
  beforeAll(async () => {
    app = await startApp({ variables: { LOG_LEVEL: 'error' } });
    port = Number(new URL(app.url).port);
    const db = openDatabaseOf(app);
    await insertSession(db);
    db.close();
    await fetch(`${app.url}/api/health`);
    begun = app.output().length;
  });
  afterAll(() => {
    tallies.save();
  });

  test('answers or closes any random connection without a failure, a hang or a leak', async () => {
    // Several connections come at once, like those of strangers.
    const crowd = fc.array(rawConnections, { minLength: CROWD, maxLength: CROWD });
    const check = async (connections: RawConnection[]) => {
      const ends = connections.map((input) => exchange(port, piecesOf(input), { pause: 5 }));
      for (const { statuses, locations, hung, ms } of await Promise.all(ends)) {
        for (const status of statuses.length > 0 ? statuses : ['closed']) {
          tallies.count('raw sockets', status, ms, false);
        }
        expect({ hung, bad: statuses.filter((status) => status >= 500) }).toEqual(fine);
        for (const item of locations) expect(new URL(item, app.url).origin).toBe(app.url);
      }
    };
    const name = 'answers or ends';
    await fuzz(crowd, check, { file, name, runs: runs(0.002 / CROWD) });
    const before = residentMib(app.pid());
    await fuzz(crowd, check, { file, name, runs: runs(0.014 / CROWD), seed: 1 });
    const grown = residentMib(app.pid()) - before;
    // A warm server may grow this much until its next collection. A leak would grow far more.
    expect(grown).toBeLessThan(150);
    expect((await fetch(`${app.url}/api/health`)).status).toBe(200);
    expect(app.output().slice(begun)).not.toMatch(/unhandled|internal|"level":[56]0/);
  });

  test.each([
    ['TRACE /api/health', 405],
    ['PROPFIND /api/health', 405],
    ['TRACE /contacto', 405],
    ['GET *', 404],
    ['OPTIONS *', 404],
    ['GET /api/licitaciones/%zz', 404],
    ['GET /api/%e0%a4%a', 404],
    ['GET /gestiona-tu-garantia/%ff', 404],
    ['GET http://localhost/api/health', 200],
    ['GET /api/health', 200, 'Connection: Upgrade\r\nUpgrade: websocket\r\n'],
    ['GET /api/health', 200, 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n'],
  ])('answers the odd request %s with its status', async (line, status, more = '') => {
    const bytes = Buffer.from(`${line} HTTP/1.1\r\nHost: localhost\r\n${more}\r\n`);
    expect((await exchange(port, [bytes], { isAnswered: true })).statuses).toEqual([status]);
  });

  test('serves other clients while slow ones send their requests', async () => {
    const { promise: othersWereServed, resolve } = Promise.withResolvers<void>();
    const text =
      'POST /api/contact HTTP/1.1\r\nHost: localhost\r\nContent-Length: 20\r\n\r\n{"a":1,';
    const pieces = text.split('\r\n').map((line) => Buffer.from(`${line}\r\n`));
    const slow = Array.from({ length: 20 }, () =>
      exchange(port, pieces, { pause: othersWereServed }),
    );
    expect((await fetch(`${app.url}/api/csrf-token`)).status).toBe(200);
    resolve();
    for (const { statuses, hung } of await Promise.all(slow)) {
      expect(hung).toBe(false);
      expect(statuses.filter((status) => status >= 500)).toEqual([]);
    }
  });

  test.each(pages)('answers every random request for %s with a proper page', async (page) => {
    const check = async ({
      path,
      cookie,
      signedIn,
    }: {
      path: string;
      cookie: string;
      signedIn: boolean;
    }) => {
      const cookies = signedIn ? `${sessionCookie}; ${cookie}` : cookie;
      const start = performance.now();
      const response = await fetch(app.url + path, {
        headers: { cookie: cookies },
        redirect: 'manual',
      });
      const html = await response.text();
      tallies.count(`page ${page}`, response.status, performance.now() - start, false);
      expect(response.status).toBeLessThan(500);
      expect(html).not.toMatch(/<script>alert|undefined<|\[object Object\]/);
    };
    const name = `page ${page}`;
    await fuzz(pageRequests(page), check, {
      file,
      name,
      runs: Math.ceil(runs(0.02) / pages.length),
    });
  });
});
