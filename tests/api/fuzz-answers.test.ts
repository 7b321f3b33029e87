import { Readable } from 'node:stream';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AppError } from '#lib/platform/operations/errors.ts';
import { clamdScanner } from '#lib/platform/scanner/clamd.ts';
import { createWorld } from '#tests/support/world.ts';
import { startMutant, startTalker } from '#tools/fuzz/mutant.ts';
import { mutate, mutations } from '#tools/fuzz/mutations.ts';
import {
  disturbed,
  expectOurs,
  outcomeOf,
  unreachable,
  valueChange,
} from '#tools/fuzz/outcomes.ts';
import { fuzz, RUNS } from '#tools/fuzz/property.ts';
import { providersAt } from '#tools/fuzz/providers.ts';
import { createTallies } from '#tools/fuzz/tally.ts';

/** Broken answers of providers become an error of ours, in time, or a sensible result. */
const file = 'tests/api/fuzz-answers.test.ts';
const tallies = createTallies('answers');
const runs = (share: number) => Math.ceil(RUNS * share);

let mutant: Awaited<ReturnType<typeof startMutant>>;
let talker: Awaited<ReturnType<typeof startTalker>>;
beforeAll(async () => {
  [mutant, talker] = await Promise.all([startMutant(), startTalker()]);
  const { url } = mutant;
  createWorld({
    RATE_LIMITS: 'off',
    GOOGLE_CLIENT_ID: 'c',
    GOOGLE_CLIENT_SECRET: 's',
    GOOGLE_TOKEN_URL: url,
    GOOGLE_JWKS_URL: url,
  });
});
afterAll(() => {
  tallies.save();
});

const names = Object.keys(providersAt('http://127.0.0.1:1'));

describe.each(names)('%s', (name) => {
  const shape = fc.record({
    bytes: fc.option(mutations),
    values: fc.array(valueChange, { maxLength: 3 }),
    status: fc.oneof(
      { weight: 5, arbitrary: fc.constant(200) },
      {
        weight: 2,
        arbitrary: fc.constantFrom(201, 204, 207, 302, 400, 401, 403, 404, 409, 422, 429),
      },
      { weight: 1, arbitrary: fc.constantFrom(500, 503) },
    ),
    type: fc.option(fc.constantFrom('', 'text/html', 'application/json; charset=latin1'), {
      freq: 4,
    }),
    retryAfter: fc.option(fc.constantFrom('-1', '1e9', 'x', '0.01'), { freq: 4 }),
    cutAt: fc.option(fc.nat(60), { freq: 8 }),
  });
  type Shape = typeof shape extends fc.Arbitrary<infer T> ? T : never;
  let requested: ReturnType<typeof providersAt>;
  beforeAll(() => {
    requested = providersAt(mutant.url);
  });

  test('gives a result or one of our errors in time, however broken its answer is', async () => {
    const check = async ({ bytes, values, status, type, retryAfter, cutAt }: Shape) => {
      const {
        body,
        type: usual = 'application/json',
        ask,
      } = requested[name] ?? requested.Turnstile ?? unreachable();
      const isJson = body.startsWith('{') && !bytes;
      const text = isJson ? disturbed(body, values) : body;
      mutant.answerWith({
        status,
        headers: {
          'content-type': type ?? usual,
          ...(retryAfter && { 'retry-after': retryAfter }),
          ...(status === 302 && { location: 'http://127.0.0.1:1/' }),
        },
        body: mutate(Buffer.from(text), bytes ?? [], []),
        cutAt: cutAt ?? undefined,
      });
      const outcome = await outcomeOf({ tallies, name, ms: 15_000 }, ask);
      // The database's client throws errors of its own, which become a 500 or a retry.
      if (name === 'libSQL pipeline') expect(outcome).toBeDefined();
      else expectOurs(outcome);
      if (name === 'Webpay commit' && !(outcome instanceof Error)) checkTransaction(outcome);
    };
    const share = name.startsWith('S3') ? 0.003 : 0.012;
    await fuzz(shape, check, { file, name, runs: runs(share) });
  });
});

function checkTransaction(outcome: unknown): void {
  expect(outcome).toMatchObject({ amount: expect.any(Number), buyOrder: expect.any(String) });
}

describe('the scanner', () => {
  const words = [
    'stream: OK',
    'stream: Eicar FOUND',
    'INSTREAM size limit exceeded. ERROR',
    'PONG',
  ];
  const shape = fc.record({
    word: fc.constantFrom(...words),
    changes: fc.oneof(fc.constant([]), mutations),
    zero: fc.boolean(),
    pieces: fc.constantFrom(1, 4, 100),
  });

  test('is believed only when its answer is complete and says so exactly', async () => {
    const scanner = clamdScanner({ host: '127.0.0.1', port: talker.port });
    const check = async ({
      word,
      changes,
      zero,
      pieces,
    }: typeof shape extends fc.Arbitrary<infer T> ? T : never) => {
      const reportedText = Buffer.concat([
        mutate(Buffer.from(word), [...changes], []),
        Buffer.from(zero ? '\0' : ''),
      ]);
      const parts = Array.from({ length: Math.ceil(reportedText.length / pieces) }, (_, n) =>
        reportedText.subarray(n * pieces, (n + 1) * pieces),
      );
      talker.answerWith(parts);
      const bytes = async () => Readable.from([Buffer.from('hola')]);
      const outcome = await outcomeOf({ tallies, name: 'clamd', ms: 5_000 }, () =>
        scanner.scan(bytes),
      );
      const text = reportedText.toString('utf8').split('\0', 1)[0]?.trim();
      const complete = reportedText.includes(0);
      if (outcome instanceof Error) return expect(outcome).toBeInstanceOf(AppError);
      expect(complete).toBe(true);
      const clean = (outcome as { isClean: boolean }).isClean; // scan's result
      if (clean) expect(text).toBe('stream: OK');
      else expect(text).toMatch(/^stream: .+ FOUND$/);
    };
    await fuzz(shape, check, { file, name: 'the scanner', runs: runs(0.02) });
  });
});
