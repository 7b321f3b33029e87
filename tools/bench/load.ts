import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBareApp, startProcess } from '#tests/support/bare-app.ts';
import { localPathOf } from '#tests/support/local-storage-path.ts';
import { startMercadoPublico } from '#tests/support/providers/mercado-publico.ts';
import { benchOperations, type Operation, type Urls } from '#tools/bench/load-operations.ts';
import { METRICS_TOKEN, type Measured, measure } from '#tools/bench/measure.ts';
import { median, type Row, rounded } from '#tools/bench/table.ts';
import { startVault, untilQuiet } from '#tools/bench/vault-world.ts';

const ROUNDS = 3;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 4);
const USERS = 20;

/**
 * Measures the main operations of one process in turns with an empty handler of the same Next and
 * with plain node:http and libSQL.
 */
export async function benchLoad(): Promise<Row[]> {
  const directory = mkdtempSync(join(tmpdir(), 'resguardo-bench-'));
  const api = await startMercadoPublico();
  const app = await startVault(USERS, { variables: { ...api.variables, METRICS_TOKEN } });
  const bare = await startBareApp({ BARE_DB: join(directory, 'next.db') });
  const plain = await startProcess(['tools/bench/bare-server.ts'], {
    env: {
      BARE_DB: join(directory, 'plain.db'),
      BARE_FILES: directory,
      BARE_DOWNLOAD: localPathOf(app.dataDir, 'files/small'),
    },
    path: '/',
  });
  const urls: Urls = { app: app.url, bare: bare.url, plain: plain.url };
  try {
    const rows: Row[] = [
      ['', '/s', 'p50 ms', 'p99 ms', 'µs cpu', 'loop p99 ms', 'MiB', '× bare Next', '× node:http'],
    ];
    for (const operation of await benchOperations(app)) {
      rows.push(await rowOf(operation, urls, { app, bare, plain }));
    }
    return rows;
  } finally {
    await Promise.all([app.close(), bare.close(), plain.close(), api.close()]);
    rmSync(directory, { recursive: true, force: true });
  }
}

type Targets = {
  app: { pid: () => number | undefined };
  bare: { pid: number };
  plain: { pid: number };
};

async function rowOf({ name, ...of }: Operation, urls: Urls, targets: Targets): Promise<Row> {
  const found: Record<'ours' | 'bare' | 'plain', Measured[]> = { ours: [], bare: [], plain: [] };
  const ours = { pid: targets.app.pid(), metricsOf: urls.app };
  const each = [
    ['ours', { ...of.ours, url: urls.app + of.ours.path }, ours],
    ['bare', { ...of.bare, url: urls.bare + of.bare.path }, targets.bare],
    ['plain', { ...of.plain, url: urls.plain + of.plain.path }, targets.plain],
  ] as const;
  for (const [, request, target] of each) await measure(request, target, 1);
  await untilQuiet(ours.pid);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [who, request, target] of each) {
      found[who].push(await measure(request, target, SECONDS));
    }
  }
  const value = (who: keyof typeof found, field: keyof Measured) =>
    median(found[who].map((item) => item[field]));
  const ratio = (who: 'bare' | 'plain') => rounded(value('ours', 'rate') / value(who, 'rate'));
  const columns = (['rate', 'p50', 'p99', 'micros', 'loop', 'mib'] as const).map((subject) =>
    rounded(value('ours', subject)),
  );
  return [name, ...columns, ratio('bare'), ratio('plain')];
}
