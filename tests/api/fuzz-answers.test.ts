import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AppError } from '#lib/platform/errors.ts';
import { rowsOf } from '#lib/platform/mercado-publico/answers.ts';
import { parseTenderPage } from '#lib/platform/mercado-publico/ficha.ts';
import { companyOf, orderOf, tenderOf } from '#lib/platform/mercado-publico/mapper.ts';
import { setTiming } from '#lib/platform/mercado-publico/timing.ts';
import { clamdScanner } from '#lib/platform/scanner/clamd.ts';
import { forget } from '#lib/platform/singleton.ts';
import { disturb, hostile } from '#tests/support/fuzz/arbitraries.ts';
import { checkAnswer } from '#tests/support/fuzz/checks.ts';
import { documented, find } from '#tests/support/fuzz/document.ts';
import { startMutant, startTalker } from '#tests/support/fuzz/mutant.ts';
import { mutate, mutations } from '#tests/support/fuzz/mutations.ts';
import { providersAt } from '#tests/support/fuzz/providers.ts';
import type { FuzzRequest } from '#tests/support/fuzz/requests.ts';
import { fuzz, RUNS } from '#tests/support/fuzz/run.ts';
import { send } from '#tests/support/fuzz/send.ts';
import { within } from '#tests/support/fuzz/streams.ts';
import { createTallies } from '#tests/support/fuzz/tally.ts';
import { quick } from '#tests/support/marketplace.ts';
import { fixtures } from '#tests/support/providers/mercado-publico-errors.ts';
import { createWorld, type World } from '#tests/support/world.ts';

/** Answers of providers, broken on the way or by themselves: an error of ours, in time, or sense. */
const file = 'tests/api/fuzz-answers.test.ts';
const tallies = createTallies('answers');
const runs = (share: number) => Math.ceil(RUNS * share);

let world: World;
let mutant: Awaited<ReturnType<typeof startMutant>>;
let talker: Awaited<ReturnType<typeof startTalker>>;
beforeAll(async () => {
  [mutant, talker] = await Promise.all([startMutant(), startTalker()]);
  const { url } = mutant;
  world = createWorld({
    RATE_LIMITS: 'off',
    GOOGLE_CLIENT_ID: 'c',
    GOOGLE_CLIENT_SECRET: 's',
    GOOGLE_TOKEN_URL: url,
    GOOGLE_JWKS_URL: url,
    MERCADO_PUBLICO_TICKET: '00000000-0000-0000-0000-000000000000',
    MERCADO_PUBLICO_BASE_URL: url,
    MERCADO_PUBLICO_FICHA_URL: url,
  });
  setTiming({ ...quick, backOffMs: [1, 1, 1] });
});
afterAll(async () => {
  tallies.save();
  await Promise.all([mutant.close(), talker.close()]);
  await world.close();
});

async function outcomeOf(name: string, ms: number, work: () => Promise<unknown>) {
  const start = performance.now();
  const outcome = await within(ms, work()).catch((error: unknown) => error);
  const said = outcome instanceof Error ? outcome.name : 'answered';
  tallies.count(name, said, performance.now() - start, false);
  return outcome;
}

const recorded = readdirSync(fixtures)
  .filter((name) => /\.(json|html)$/.test(name))
  .map((name) => ({ name, bytes: readFileSync(join(fixtures, name)) }));

const change = fc.record({
  at: fc.nat(1000),
  how: fc.constantFrom('replace' as const, 'remove' as const, 'add' as const),
  put: hostile,
});

describe('of Mercado Público', () => {
  const everything = recorded.map(({ bytes }) => bytes);
  const shape = fc.record({
    which: fc.nat(100),
    bytes: fc.option(mutations),
    values: fc.array(change, { maxLength: 4 }),
    status: fc.constantFrom(200, 200, 203, 429, 500, 503),
  });
  type Shape = typeof shape extends fc.Arbitrary<infer T> ? T : never;

  test('an answer is rows that make sense, or a failure', async () => {
    const check = async ({ which, bytes, values, status }: Shape) => {
      const { name, bytes: whole } = recorded[which % recorded.length] ?? { name: '', bytes: null };
      if (!whole) return;
      const text = mutate(whole, bytes ?? [], everything).toString('utf8');
      await outcomeOf('Mercado Público', 1_000, async () => {
        if (name.endsWith('.html')) return checkPage(text);
        const rows = rowsOf({ status, text: bytes ? text : disturbed(text, values) });
        for (const row of rows) checkFacts(row);
        return rows;
      }).then(expectOurs);
    };
    await fuzz(shape, check, { file, name: 'an answer is rows', runs: runs(0.06) });
  });

  test('a lookup tells what it made of the answer as declared', async () => {
    const lookups: [string, Record<string, string>, Record<string, string>][] = [
      ['GET /api/validate-licitacion', {}, { id: '4809-45-LE26' }],
      ['GET /api/validate-orden-compra', {}, { id: '1002-182-AG25' }],
      ['GET /api/listar-licitaciones', {}, { fecha: '13032017' }],
      ['GET /api/licitaciones/{id}', { id: '4809-45-LE26' }, {}],
      ['GET /api/licitaciones/{id}/garantias', { id: '2678-1-LR25' }, {}],
      ['GET /api/buscar-proveedor', {}, { rut: '76.123.456-0' }],
    ];
    const check = async (input: Shape & { lookup: number }) => {
      const { which, bytes, values, status } = input;
      const { name, bytes: whole } = recorded[which % recorded.length] ?? never();
      const text = name.endsWith('.json') && !bytes ? disturbed(whole.toString(), values) : whole;
      const body = mutate(Buffer.from(text), bytes ?? [], everything);
      mutant.answerWith({ status, headers: { 'content-type': 'application/json' }, body });
      for (const state of ['memory', 'refused', 'flights', 'health'])
        forget(`marketplace-${state}`);
      const [operation, path, query] = lookups[input.lookup] ?? never();
      const [, op, shape] = documented.find(([one]) => one === operation) ?? never();
      const given = { path, query, header: {}, cookie: {}, body: null };
      const asked: FuzzRequest = { ...plain, values: given };
      // Yesterday's answer is not asked for again.
      world.advance(40 * 24 * 60 * 60 * 1000);
      const sent = await within(5_000, send(op, shape, asked));
      tallies.count(operation, sent.response.status, sent.ms, false);
      expect(sent.response.status).not.toBe(500);
      await checkAnswer(op, shape, asked, sent, find, [
        'upstream_failed',
        'unavailable',
        'upstream_timeout',
        'not_configured',
      ]);
    };
    const input = fc
      .tuple(shape, fc.nat(lookups.length - 1))
      .map(([one, lookup]) => ({ ...one, lookup }));
    await fuzz(input, check, { file, name: 'a lookup tells', runs: runs(0.012) });
  });

  test('a page takes time by its length alone', async () => {
    const pieces = [
      '<span id="grvGarantias_ctl1_lblFicha8',
      '<span ',
      '<',
      'id="grvGarantias"',
      'TituloTipoGarantia">',
      '</span>',
      ' ',
    ];
    const took: number[] = [];
    for (const piece of pieces) {
      const html = `id="grvGarantias"${piece.repeat(Math.ceil(400_000 / piece.length))}`;
      const start = performance.now();
      checkPage(html);
      took.push(performance.now() - start);
    }
    expect(Math.max(...took)).toBeLessThan(3_000);
  });
});

function disturbed(text: string, values: Parameters<typeof disturb>[1][]): string {
  let value: unknown = JSON.parse(text);
  for (const one of values) value = disturb(value, one);
  return JSON.stringify(value) ?? '';
}

function checkFacts(row: Record<string, unknown>): void {
  const tender = tenderOf(row);
  const order = orderOf(row);
  companyOf(row);
  for (const facts of [tender, order]) {
    for (const value of Object.values(facts ?? {})) {
      if (typeof value === 'number') expect(Number.isFinite(value)).toBe(true);
      else if (!Array.isArray(value)) expect(['string', 'object']).toContain(typeof value);
    }
  }
}

function checkPage(html: string): void {
  for (const guarantee of parseTenderPage(html).guarantees) {
    for (const value of Object.values(guarantee)) {
      expect(value === null || typeof value === 'string').toBe(true);
      expect(value?.length ?? 0).toBeLessThanOrEqual(5_000);
    }
    expect(guarantee.expiresOn ?? '2026-01-01').toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(guarantee.amount ?? '1').toMatch(/^\d{1,18}(\.\d{1,4})?$/);
  }
}

/** Every failure is one that the callers know; a TypeError would be a fault of ours. */
function expectOurs(outcome: unknown): void {
  if (!(outcome instanceof Error)) return;
  const known = /^(AppError|MarketplaceFailure|WebpayError|CrmError|MailError)$/;
  if (!known.test(outcome.name)) throw outcome;
}

const plain = {
  mode: 'hostile',
  session: 'none',
  changes: [],
  twist: null,
  genuine: false,
} as const satisfies Partial<FuzzRequest>;

const names = Object.keys(providersAt('http://127.0.0.1:1'));

describe.each(names)('%s', (name) => {
  const shape = fc.record({
    bytes: fc.option(mutations),
    values: fc.array(change, { maxLength: 3 }),
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
  let asked: ReturnType<typeof providersAt>;
  beforeAll(() => {
    asked = providersAt(mutant.url);
  });

  test('that answers nonsense is an error of ours, in time', async () => {
    const check = async ({ bytes, values, status, type, retryAfter, cutAt }: Shape) => {
      const {
        body,
        type: usual = 'application/json',
        ask,
      } = asked[name] ?? asked.Turnstile ?? never();
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
      const outcome = await outcomeOf(name, 15_000, ask);
      // The database's client throws errors of its own, which become a 500 or a retry.
      if (name !== 'libSQL pipeline') expectOurs(outcome);
      if (name === 'Webpay commit' && !(outcome instanceof Error)) checkTransaction(outcome);
    };
    const share = name.startsWith('S3') ? 0.003 : 0.012;
    await fuzz(shape, check, { file, name, runs: runs(share) });
  });
});

function never(): never {
  throw new Error('no such provider');
}

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

  test('is believed only when it says so', async () => {
    const scanner = clamdScanner({ host: '127.0.0.1', port: talker.port });
    const check = async ({
      word,
      changes,
      zero,
      pieces,
    }: typeof shape extends fc.Arbitrary<infer T> ? T : never) => {
      const said = Buffer.concat([
        mutate(Buffer.from(word), [...changes], []),
        Buffer.from(zero ? '\0' : ''),
      ]);
      const parts = Array.from({ length: Math.ceil(said.length / pieces) }, (_, n) =>
        said.subarray(n * pieces, (n + 1) * pieces),
      );
      talker.answerWith(parts);
      const bytes = async () => Readable.from([Buffer.from('hola')]);
      const outcome = await outcomeOf('clamd', 5_000, () => scanner.scan(bytes));
      const text = said.toString('utf8').split('\0', 1)[0]?.trim();
      const complete = said.includes(0);
      if (outcome instanceof Error) return expect(outcome).toBeInstanceOf(AppError);
      expect(complete).toBe(true);
      const clean = (outcome as { clean: boolean }).clean; // what scan resolves with
      if (clean) expect(text).toBe('stream: OK');
      else expect(text).toMatch(/^stream: .+ FOUND$/);
    };
    await fuzz(shape, check, { file, name: 'the scanner', runs: runs(0.02) });
  });
});
