import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { findScanner } from '#lib/platform/scanner/client.ts';
import { type ClamdStandIn, EICAR, startClamd } from '#tests/support/providers/clamd.ts';
import { clamdPath, startRealClamd } from '#tests/support/providers/real-clamd.ts';
import { samples, zipOfFiles } from '#tests/support/sample-files.ts';
import { measureWait } from '#tests/support/timing.ts';
import { createWorld } from '#tests/support/world.ts';

const scan = (...parts: (Buffer | string)[]) =>
  findScanner()?.scan(async () => Readable.from(parts.map((part) => Buffer.from(part))));

const folder = mkdtempSync(join(tmpdir(), 'resguardo-clamd-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Started = { variables: Record<string, string>; close: () => Promise<void> };
/** Debian's clamd runs where it is installed, the stand-ins everywhere. */
const kinds: [string, () => Promise<Started>][] = [
  ['a stand-in on TCP', () => startClamd()],
  ['a stand-in on a socket', () => startClamd({ path: join(folder, 'clamd.sock') })],
];
if (clamdPath) kinds.push(['clamd itself', () => startRealClamd(clamdPath ?? '')]);

describe.each(kinds)('%s', (_, start) => {
  let clamd: Started;
  beforeAll(async () => {
    clamd = await start();
  });

  test('answers a ping', async () => {
    createWorld(clamd.variables);
    await expect(findScanner()?.ping()).resolves.toBeUndefined();
  });

  test('finds the test virus in any part of a file, also when it is split', async () => {
    createWorld(clamd.variables);
    expect(await scan(samples.pdf)).toEqual({ isClean: true });
    expect(await scan()).toEqual({ isClean: true });
    const found = { isClean: false, finding: expect.stringMatching(/^Eicar-Test/) };
    expect(await scan(EICAR)).toEqual(found);
    expect(await scan(samples.pdf, EICAR.slice(0, 30), EICAR.slice(30))).toEqual(found);
    expect(
      await scan(zipOfFiles({ '[Content_Types].xml': '', 'word/document.xml': EICAR })),
    ).toEqual(found);
  });

  test('scans 5 MB in chunks, and ten files at once', async () => {
    createWorld(clamd.variables);
    const many = Array.from({ length: 80 }, () => Buffer.alloc(64 * 1024, 'x'));
    expect(await scan(...many)).toEqual({ isClean: true });
    const verdicts = await Promise.all(
      Array.from({ length: 10 }, (_, n) => scan(n % 2 ? EICAR : samples.pdf)),
    );
    expect(verdicts.map((verdict) => verdict?.isClean)).toEqual(
      Array.from({ length: 10 }, (_, n) => n % 2 === 0),
    );
  });
});

describe('a scanner that fails', () => {
  let clamd: ClamdStandIn;
  beforeAll(async () => {
    clamd = await startClamd({ maxStream: 100_000, delay: 20 });
  });
  afterEach(() => clamd.fail(null));

  test('by hanging up while the store is slow leaves no stream open', async () => {
    createWorld(clamd.variables);
    clamd.fail('hang-up');
    const slow = Readable.from(
      (async function* () {
        for (let part = 0; part < 3; part++) {
          await sleep(50);
          yield Buffer.alloc(64 * 1024);
        }
      })(),
    );
    await expect(findScanner()?.scan(async () => slow)).rejects.toMatchObject({
      code: 'unavailable',
    });
    await expect.poll(() => slow.destroyed).toBe(true);
  });

  test.each(['hang-up', 'nonsense'] as const)('by %s gives no verdict', async (fault) => {
    createWorld(clamd.variables);
    clamd.fail(fault);
    const code = fault === 'nonsense' ? 'upstream_failed' : 'unavailable';
    await expect(scan(samples.pdf)).rejects.toMatchObject({ code });
    await expect(findScanner()?.ping()).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('by hanging lets a ping give up in time', async () => {
    createWorld(clamd.variables);
    clamd.fail('hang');
    const { ms } = await measureWait(() =>
      expect(findScanner()?.ping()).rejects.toMatchObject({ code: 'unavailable' }),
    );
    expect(ms).toBeLessThan(2_000);
  });

  test('by being unable to judge a file or getting too large a one gives no verdict', async () => {
    createWorld(clamd.variables);
    const large = Array.from({ length: 64 }, () => Buffer.alloc(64 * 1024));
    await expect(scan(...large)).rejects.toMatchObject({ code: 'upstream_failed' });
    clamd.fail('cannot-judge');
    await expect(scan(samples.pdf)).rejects.toMatchObject({ code: 'upstream_failed' });
  });

  test('because the store breaks off gives no verdict', async () => {
    createWorld(clamd.variables);
    const broken = async function* () {
      yield samples.pdf;
      throw new Error('gone');
    };
    const scanning = findScanner()?.scan(async () => Readable.from(broken()));
    await expect(scanning).rejects.toMatchObject({ code: 'unavailable' });
    const absent = findScanner()?.scan(() => Promise.reject(new Error('absent')));
    await expect(absent).rejects.toThrow('absent');
  });

  test('because its socket does not exist gives no verdict', async () => {
    createWorld({ CLAMAV_SOCKET: join(folder, 'nowhere.sock') });
    await expect(scan(samples.pdf)).rejects.toMatchObject({ code: 'unavailable' });
    await expect(findScanner()?.ping()).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('by slowness is given four files at a time', async () => {
    createWorld(clamd.variables);
    await Promise.all(Array.from({ length: 12 }, () => scan(samples.pdf)));
    expect(clamd.most()).toBe(4);
  });
});

test('without configuration there is no scanner', () => {
  createWorld();
  expect(findScanner()).toBeNull();
});
