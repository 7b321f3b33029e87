import { setTimeout as sleep } from 'node:timers/promises';
import { fire } from '#tools/bench/fire.ts';
import { type Measured, measure } from '#tools/bench/measure.ts';
import { renamed } from '#tools/bench/pdf-form.ts';
import {
  type Product,
  products,
  type Running,
  UPLOAD_MIB,
  type Work,
} from '#tools/bench/peer-products.ts';
import { familyMib } from '#tools/bench/process-cost.ts';
import { median, type Row, rounded } from '#tools/bench/table.ts';
import { untilQuiet } from '#tools/bench/vault-world.ts';

const ROUNDS = 3;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 4);
/** Seconds in which a product may return memory. */
const LATER_S = 15 * SECONDS;
const connections = { create: 16, list: 16, login: 8, upload: 1 } satisfies Record<
  keyof Work,
  number
>;
let files = 0;

type Figures = Record<string, number>;

/**
 * Measures Resguardo, Payload and Directus one after the other, so that each has the whole machine.
 */
export async function benchPeers(): Promise<Row[]> {
  const found: Figures[] = [];
  for (const product of products) {
    console.log(`  ${product.name} …`);
    found.push(await figuresOf(product));
  }
  const row = (name: string, figure: string, aim = ''): Row => [
    name,
    ...found.map((figures) => rounded(figures[figure] ?? Number.NaN)),
    aim,
  ];
  return [
    ['', ...products.map(({ name }) => name), 'aim'],
    row('create, 16 connections, /s', 'create', '≥ 1,300, or 8 × the best peer'),
    row('  p50, ms', 'create p50'),
    row('  p99, ms', 'create p99', '≤ 40'),
    row('list of 50, 16 connections, /s', 'list', '≥ 2,500'),
    row('  p50, ms', 'list p50'),
    row('  kB of the reply', 'list kB'),
    row('login, 8 connections, /s', 'login', 'kept: argon2 decides'),
    row(`upload of ${UPLOAD_MIB} MiB, one after another, MiB/s`, 'upload', '≥ 1.5 × Directus'),
    row('memory, idle, MiB', 'idle', '≤ 150'),
    row('  the most under load', 'most'),
    row('  a minute after', 'after', '≤ 250'),
  ];
}

async function figuresOf({ start }: Product): Promise<Figures> {
  const app = await start();
  const figures: Figures = {};
  let most = 0;
  const watching = setInterval(() => {
    most = Math.max(most, familyMib(app.pid) || 0);
  }, 100);
  try {
    await sleep(LATER_S * 1000);
    figures.idle = familyMib(app.pid);
    for (const subject of ['create', 'list', 'login', 'upload'] as const) {
      Object.assign(figures, await loaded(app, subject));
      await untilQuiet(app.pid);
    }
    await sleep(LATER_S * 1000);
    return { ...figures, most, after: familyMib(app.pid) };
  } finally {
    clearInterval(watching);
    await app.close();
  }
}

/** Returns the median of some rounds, after a first one that warms the product up. */
async function loaded(app: Running, kind: keyof Work): Promise<Figures> {
  const { path, body, ...request } = app[kind];
  const fired = { ...request, url: app.url + path, ...(body && { body }) };
  const rounds: Pick<Measured, 'rate' | 'p50' | 'p99'>[] = [];
  for (let round = -1; round < ROUNDS; round++) {
    const measured =
      body instanceof Buffer
        ? await fire(() => ({ ...fired, body: renamed(body, files++) }), {
            clients: 1,
            seconds: SECONDS,
          })
        : await measure(fired, app, SECONDS, connections[kind]);
    if (round >= 0) rounds.push(measured);
  }
  const of = (figure: 'rate' | 'p50' | 'p99') => median(rounds.map((round) => round[figure]));
  const reply = kind === 'list' ? await (await fetch(fired.url, fired)).arrayBuffer() : null;
  return {
    [kind]: of('rate') * (kind === 'upload' ? UPLOAD_MIB : 1),
    [`${kind} p50`]: of('p50'),
    [`${kind} p99`]: of('p99'),
    ...(reply && { 'list kB': reply.byteLength / 1000 }),
  };
}
