import { mkdtempSync, rmSync } from 'node:fs';
import { get, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProcess } from '#tests/support/bare-app.ts';
import { localPathOf } from '#tests/support/local-object.ts';
import { formType, pdfForm } from '#tools/bench/pdf-form.ts';
import { cpuMs, residentMib } from '#tools/bench/process-cost.ts';
import { median, type Row, rounded } from '#tools/bench/table.ts';
import { cookieOf, startVault } from '#tools/bench/vault-world.ts';

const ROUNDS = 5;
const FILES = 10;
const MIB = 1024 * 1024;
const upload = pdfForm({ category: 'contrato' }, 10 * MIB);

/** Ten downloads of 100 MiB and ten uploads of 10 MiB at once, beside plain Node. */
export async function benchVault(): Promise<Row[]> {
  const directory = mkdtempSync(join(tmpdir(), 'resguardo-bench-'));
  const app = await startVault(20, { big: true });
  const plain = await startProcess(['tools/bench/bare-server.ts'], {
    env: {
      BARE_DB: join(directory, 'plain.db'),
      BARE_FILES: directory,
      BARE_DOWNLOAD: localPathOf(app.dataDir, 'files/big'),
    },
    path: '/',
  });
  const cookie = { cookie: cookieOf(0) };
  const ways = {
    down: {
      ours: () => volley((n) => fetchAway(`${app.url}${download}&n=${n}`, cookie)),
      plain: () => volley(() => fetchAway(`${plain.url}/file`)),
    },
    up: {
      ours: () => volley((n) => send(`${app.url}/api/documents/upload`, n)),
      plain: () => volley(() => send(`${plain.url}/file`)),
    },
  };
  try {
    const down = await compare(ways.down, { ours: app.pid(), plain: plain.pid });
    const up = await compare(ways.up, { ours: app.pid(), plain: plain.pid });
    return [
      ...rowsOf('vault download', '10 × 100 MiB', down),
      ...rowsOf('vault upload', '10 × 10 MiB', up),
    ];
  } finally {
    await Promise.all([app.close(), plain.close()]);
    rmSync(directory, { recursive: true, force: true });
  }
}

const download = '/api/documents/download?key=f0';

type Pids = { ours: number | undefined; plain: number | undefined };
type Compared = { ours: number; plain: number; cpu: number; plainCpu: number; growth: number };

/** MiB per second, processor time per 100 MiB, and how much our memory grows. */
async function compare(
  ways: { ours: () => Promise<number>; plain: () => Promise<number> },
  pids: Pids,
): Promise<Compared> {
  await ways.ours();
  await ways.plain();
  const rates = { ours: [] as number[], plain: [] as number[] };
  const cpu = { ours: [] as number[], plain: [] as number[] };
  const before = residentMib(pids.ours);
  let peak = before;
  const sampling = setInterval(() => {
    peak = Math.max(peak, residentMib(pids.ours));
  }, 20);
  for (let round = 0; round < ROUNDS; round++) {
    for (const who of ['ours', 'plain'] as const) {
      const spent = cpuMs(pids[who]);
      const started = performance.now();
      const mib = await ways[who]();
      rates[who].push(mib / ((performance.now() - started) / 1000));
      cpu[who].push(((cpuMs(pids[who]) - spent) / mib) * 100);
    }
  }
  clearInterval(sampling);
  return {
    ours: median(rates.ours),
    plain: median(rates.plain),
    cpu: median(cpu.ours),
    plainCpu: median(cpu.plain),
    growth: peak - before,
  };
}

function rowsOf(name: string, what: string, found: Compared): Row[] {
  const ratio = `ratio ${rounded(found.ours / found.plain)} (aim ≥ 0.8)`;
  return [
    [`${name} MiB/s, ${what} at once`, rounded(found.ours), ''],
    ['  node:http', rounded(found.plain), ratio],
    [
      '  processor time per 100 MiB, ms',
      rounded(found.cpu),
      `node:http ${rounded(found.plainCpu)}`,
    ],
    ['  growth of memory, MiB', rounded(found.growth), '(aim ≤ 50)'],
  ];
}

/** MiB that went over the wire. */
async function volley(one: (n: number) => Promise<number>): Promise<number> {
  const sizes = await Promise.all(Array.from({ length: FILES }, (_, n) => one(n)));
  return sizes.reduce((sum, size) => sum + size, 0) / MIB;
}

function fetchAway(url: string, headers: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers, agent: false }, (reply) => {
      let size = 0;
      reply.on('data', (chunk: Buffer) => {
        size += chunk.length;
      });
      reply.on('end', () =>
        size === 100 * MIB ? resolve(size) : reject(new Error(`${reply.statusCode}, ${size}`)),
      );
      reply.on('error', reject);
    }).on('error', reject);
  });
}

/** Each user of the bench fills a vault of its own, so that no quota is met. */
function send(url: string, user = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': formType,
      'content-length': upload.length,
      cookie: cookieOf(user),
    };
    const outgoing = request(url, { method: 'POST', headers }, (reply) => {
      reply.resume().on('end', () => {
        if (reply.statusCode === 200) resolve(upload.length);
        else reject(new Error(`${url} answers ${reply.statusCode}`));
      });
    });
    outgoing.on('error', reject);
    outgoing.end(upload);
  });
}
