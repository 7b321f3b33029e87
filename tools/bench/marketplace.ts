import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AppProcess, startApp } from '#tests/support/app-process.ts';
import { startBareApp } from '#tests/support/bare-app.ts';
import { startMercadoPublico } from '#tests/support/providers/mercado-publico.ts';
import { fillMarketplace, typed } from '#tools/bench/marketplace-data.ts';
import { answerP99, answerTime, type Measured, measure } from '#tools/bench/measure.ts';
import { median, type Row, rounded } from '#tools/bench/table.ts';

const ROUNDS = 5;
const SECONDS = 3;
const TENDERS = 50_000;
const BUYERS = 900;
const LISTED = 1300;
const tender = '/api/validate-licitacion?id=4809-45-LE26';
const list = '/api/listar-licitaciones?fecha=13032017';

/**
 * Measures cached lookups compared with an empty handler, search while typing, and lookups while
 * the API hangs.
 */
export async function benchMarketplace(): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'resguardo-bench-'));
  const api = await startMercadoPublico();
  const variables = { ...api.variables, LOG_LEVEL: 'info' };
  await fillMarketplace(dataDir, { tenders: TENDERS, buyers: BUYERS, listed: LISTED });
  const app = await startApp({ dataDir, variables });
  try {
    return [
      ...(await compareRates(app, dataDir)),
      ...(await searchTimes(app)),
      ...(await hanging(app, api)),
    ];
  } finally {
    await Promise.all([app.close(), api.close()]);
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function compareRates(app: AppProcess, directory: string): Promise<Row[]> {
  const read = async (path: string) => (await fetch(app.url + path)).json();
  const bodies = join(directory, 'bodies.json');
  writeFileSync(bodies, JSON.stringify({ tender: await read(tender), list: await read(list) }));
  const bare = await startBareApp({ BARE_BODIES: bodies });
  const rows: Row[] = [];
  try {
    for (const [name, path, note] of [
      ['tender', tender, 'cached tender'],
      ['list', list, `cached list of ${LISTED}`],
    ] as const) {
      const ours: Measured[] = [];
      const theirs: Measured[] = [];
      const ask = (seconds: number) =>
        measure({ url: app.url + path }, { pid: app.pid() }, seconds);
      const askBare = (seconds: number) =>
        measure({ url: `${bare.url}/api/constant/${name}` }, bare, seconds);
      await ask(1);
      await askBare(1);
      for (let round = 0; round < ROUNDS; round++) {
        theirs.push(await askBare(SECONDS));
        ours.push(await ask(SECONDS));
      }
      const of = (costs: Measured[], field: keyof Measured) =>
        median(costs.map((cost) => cost[field]));
      const rates = of(ours, 'rate') / of(theirs, 'rate');
      const work = of(theirs, 'micros') / of(ours, 'micros');
      rows.push(
        [`${note}, answers/s`, rounded(of(ours, 'rate')), `20 connections`],
        ['  bare Next handler', rounded(of(theirs, 'rate')), `ratio ${rounded(rates)} (aim ≥ 0.8)`],
        ['  µs of processor each', rounded(of(ours, 'micros')), ''],
        ['  bare Next handler', rounded(of(theirs, 'micros')), `ratio ${rounded(work)}`],
      );
    }
  } finally {
    await bare.close();
  }
  return rows;
}

async function searchTimes(app: AppProcess): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [path, among] of [
    ['/api/licitaciones/buscar', `${TENDERS} tenders`],
    ['/api/organismos/buscar', `${BUYERS} buyers`],
  ]) {
    const times: number[] = [];
    for (const words of typed) {
      if (words.length > 1) times.push(await answerTime(`${app.url}${path}?q=${encodeURI(words)}`));
    }
    const worst = Math.max(...times);
    const note = `among ${among}, ${times.length} keystrokes, worst ${rounded(worst)} (aim ≤ 20)`;
    rows.push(['search as you type, p50 ms', rounded(median(times)), note]);
  }
  return rows;
}

/**
 * Measures cached lookups while the API replies, while it hangs for others, and when the cache is
 * outdated.
 */
async function hanging(
  app: AppProcess,
  api: Awaited<ReturnType<typeof startMercadoPublico>>,
): Promise<Row[]> {
  const p99 = { well: [] as number[], hangs: [] as number[], old: [] as number[] };
  const old = `${app.url}/api/validate-licitacion?id=2678-1-LR25`;
  api.fail('hang');
  await answerTime(old);
  await answerP99(app.url + tender, 2);
  for (let round = 0; round < ROUNDS; round++) {
    api.recover();
    p99.well.push(await answerP99(app.url + tender, SECONDS));
    api.fail('hang');
    const cold = [1, 2, 3, 4].map((n) =>
      fetch(`${app.url}/api/validate-licitacion?id=${round}-${n}-LE26`).catch(() => undefined),
    );
    p99.hangs.push(await answerP99(app.url + tender, SECONDS));
    p99.old.push(await answerP99(old, SECONDS));
    await Promise.all(cold);
  }
  const ratio = median(p99.hangs) / median(p99.well);
  const aged = median(p99.old) / median(p99.well);
  return [
    ['cached lookup p99, ms', rounded(median(p99.well)), ''],
    ['  API hanging', rounded(median(p99.hangs)), `ratio ${rounded(ratio)} (aim ≤ 1.2)`],
    ['  and the answer old', rounded(median(p99.old)), `ratio ${rounded(aged)}`],
  ];
}
