/** Broken answers of Mercado Público give sensible rows, or a known failure. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { companyOf, orderOf, tenderOf } from '#lib/platform/mercado-publico/mapper.ts';
import { recordsOf } from '#lib/platform/mercado-publico/replies.ts';
import { parseTenderPage } from '#lib/platform/mercado-publico/tender-page.ts';
import { setCallTimes } from '#lib/platform/mercado-publico/timing.ts';
import { forget } from '#lib/platform/process/singleton.ts';
import { shortMarketplaceTimeouts } from '#tests/support/marketplace.ts';
import { fixtures } from '#tests/support/providers/mercado-publico-errors.ts';
import { measureCpuTime, rejectAfter } from '#tests/support/timing.ts';
import { createWorld, type World } from '#tests/support/world.ts';
import { checkAnswer } from '#tools/fuzz/checks.ts';
import { documented, find } from '#tools/fuzz/document.ts';
import { startMutant } from '#tools/fuzz/mutant.ts';
import { mutate, mutations } from '#tools/fuzz/mutations.ts';
import {
  disturbed,
  expectOurs,
  outcomeOf,
  unreachable,
  valueChange,
} from '#tools/fuzz/outcomes.ts';
import { fuzz, RUNS } from '#tools/fuzz/property.ts';
import type { FuzzRequest } from '#tools/fuzz/requests.ts';
import { send } from '#tools/fuzz/send.ts';
import { createTallies } from '#tools/fuzz/tally.ts';

const file = 'tests/api/fuzz-marketplace.test.ts';
const tallies = createTallies('marketplace');
const runs = (share: number) => Math.ceil(RUNS * share);

let world: World;
let mutant: Awaited<ReturnType<typeof startMutant>>;
beforeAll(async () => {
  mutant = await startMutant();
  const { url } = mutant;
  world = createWorld({
    RATE_LIMITS: 'off',
    MERCADO_PUBLICO_TICKET: '00000000-0000-0000-0000-000000000000',
    MERCADO_PUBLICO_BASE_URL: url,
    MERCADO_PUBLICO_FICHA_URL: url,
  });
  setCallTimes({ ...shortMarketplaceTimeouts, gapMs: 0, backOffMs: [1, 1, 1] });
});
afterAll(() => {
  tallies.save();
});

const recorded = readdirSync(fixtures)
  .filter((name) => /\.(json|html)$/.test(name))
  .map((name) => ({ name, bytes: readFileSync(join(fixtures, name)) }));

describe('when Mercado Público answers with broken data', () => {
  const everything = recorded.map(({ bytes }) => bytes);
  const shape = fc.record({
    which: fc.nat(100),
    bytes: fc.option(mutations),
    values: fc.array(valueChange, { maxLength: 4 }),
    status: fc.constantFrom(200, 200, 203, 429, 500, 503),
  });
  type Shape = typeof shape extends fc.Arbitrary<infer T> ? T : never;

  test('an answer is rows that make sense, or one of our errors', async () => {
    const check = async ({ which, bytes, values, status }: Shape) => {
      const { name, bytes: whole } = recorded[which % recorded.length] ?? { name: '', bytes: null };
      if (!whole) return;
      const text = mutate(whole, bytes ?? [], everything).toString('utf8');
      const requested = { tallies, name: 'answers', ms: 1_000 };
      await outcomeOf(requested, async () => {
        if (name.endsWith('.html')) return checkPage(text);
        const rows = recordsOf({ status, text: bytes ? text : disturbed(text, values) });
        for (const row of rows) checkFacts(row);
        return rows;
      }).then(expectOurs);
    };
    await fuzz(shape, check, { file, name: 'an answer is rows', runs: runs(0.06) });
  });

  test('a lookup tells what it made of the answer as its operation declares, never with 500', async () => {
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
      const { name, bytes: whole } = recorded[which % recorded.length] ?? unreachable();
      const text = name.endsWith('.json') && !bytes ? disturbed(whole.toString(), values) : whole;
      const body = mutate(Buffer.from(text), bytes ?? [], everything);
      mutant.answerWith({ status, headers: { 'content-type': 'application/json' }, body });
      for (const state of ['memory', 'refused', 'in-flight', 'health'])
        forget(`marketplace-${state}`);
      const [operation, path, query] = lookups[input.lookup] ?? unreachable();
      const [, op, shape] = documented.find(([first]) => first === operation) ?? unreachable();
      const givenCookies = { path, query, header: {}, cookie: {}, body: null };
      const requested: FuzzRequest = { ...plain, values: givenCookies };
      // Stored answers are older than their lifetime after 40 days, so each lookup is a new request.
      world.advance(40 * 24 * 60 * 60 * 1000);
      const sent = await rejectAfter(5_000, send(op, shape, requested));
      tallies.count(operation, sent.response.status, sent.ms, false);
      expect(sent.response.status).not.toBe(500);
      await checkAnswer(op, shape, requested, sent, find, [
        'upstream_failed',
        'unavailable',
        'upstream_timeout',
        'not_configured',
      ]);
    };
    const input = fc
      .tuple(shape, fc.nat(lookups.length - 1))
      .map(([first, lookup]) => ({ ...first, lookup }));
    await fuzz(input, check, { file, name: 'a lookup tells', runs: runs(0.012) });
  });

  test('a page of 400,000 characters is parsed in less than three seconds', async () => {
    const pieces = [
      '<span id="grvGarantias_ctl1_lblFicha8',
      '<span ',
      '<',
      'id="grvGarantias"',
      'TituloTipoGarantia">',
      '</span>',
      ' ',
    ];
    const durations: number[] = [];
    for (const piece of pieces) {
      const html = `id="grvGarantias"${piece.repeat(Math.ceil(400_000 / piece.length))}`;
      durations.push(measureCpuTime(() => checkPage(html)));
    }
    expect(Math.max(...durations)).toBeLessThan(3_000);
  });
});

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

const plain = {
  mode: 'hostile',
  session: 'none',
  changes: [],
  twist: null,
  genuine: false,
} as const satisfies Partial<FuzzRequest>;
