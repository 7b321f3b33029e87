import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApp } from '#tests/support/app-process.ts';
import { startProcess } from '#tests/support/bare-app.ts';
import { formType, pdfForm } from '#tools/bench/pdf-form.ts';
import { cpuMs, residentMib } from '#tools/bench/process-cost.ts';
import { median, type Row, rounded } from '#tools/bench/table.ts';

const ROUNDS = 5;
const FILES = 10;
const MIB = 1024 * 1024;
const form = pdfForm({ type: 'contrato' }, 10 * MIB);

/** Ten uploads of 10 MiB at once, beside plain Node streaming the same bytes to a flushed file. */
export async function benchUploads(): Promise<Row[]> {
  const directory = mkdtempSync(join(tmpdir(), 'resguardo-bench-'));
  const app = await startApp();
  const FILES_KEY = randomBytes(32).toString('base64');
  const sealing = await startApp({ variables: { FILES_KEY } });
  const plain = await startProcess(['tools/bench/bare-server.ts'], {
    env: { BARE_DB: join(directory, 'plain.db'), BARE_FILES: directory },
    path: '/',
  });
  const ours = () => volley(`${app.url}/api/guarantees/upload-proxy`);
  const sealed = () => volley(`${sealing.url}/api/guarantees/upload-proxy`);
  const theirs = () => volley(`${plain.url}/file`);
  try {
    await ours();
    await sealed();
    await theirs();
    const rates = { ours: [] as number[], sealed: [] as number[], plain: [] as number[] };
    const spent = () => ({
      ours: cpuMs(app.pid()),
      sealed: cpuMs(sealing.pid()),
      plain: cpuMs(plain.pid),
    });
    const cpuBefore = spent();
    const before = residentMib(app.pid());
    let peak = before;
    const sampling = setInterval(() => {
      peak = Math.max(peak, residentMib(app.pid()));
    }, 20);
    for (let round = 0; round < ROUNDS; round++) {
      rates.ours.push(await ours());
      rates.sealed.push(await sealed());
      rates.plain.push(await theirs());
    }
    clearInterval(sampling);
    const cpuAfter = spent();
    const each = (who: keyof typeof cpuAfter) => (cpuAfter[who] - cpuBefore[who]) / ROUNDS;
    const ratio = median(rates.ours) / median(rates.plain);
    return [
      [
        'upload MiB/s, 10 × 10 MiB at once',
        rounded(median(rates.ours)),
        'parsed, checked, flushed',
      ],
      [
        '  node:http to a flushed file',
        rounded(median(rates.plain)),
        `ratio ${rounded(ratio)} (aim ≥ 0.8)`,
      ],
      [
        '  processor time per 100 MiB, ms',
        rounded(each('ours')),
        `node:http ${rounded(each('plain'))}; steadier than the rate on a busy machine`,
      ],
      [
        '  with FILES_KEY, MiB/s',
        rounded(median(rates.sealed)),
        `${rounded(median(rates.sealed) / median(rates.ours))} of without (aim ≥ 0.8); processor ${rounded(each('sealed'))} ms`,
      ],
      ['  growth of memory, MiB', rounded(peak - before), `from ${rounded(before)} (aim ≤ 50)`],
    ];
  } finally {
    await Promise.all([app.close(), sealing.close(), plain.close()]);
    rmSync(directory, { recursive: true, force: true });
  }
}

/** MiB per second over all files. */
async function volley(url: string): Promise<number> {
  const started = performance.now();
  await Promise.all(Array.from({ length: FILES }, () => send(url)));
  return (FILES * form.length) / MIB / ((performance.now() - started) / 1000);
}

function send(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': formType, 'content-length': form.length };
    const outgoing = request(url, { method: 'POST', headers }, (reply) => {
      reply.resume().on('end', () => {
        if (reply.statusCode === 200) resolve();
        else reject(new Error(`${url} answers ${reply.statusCode}`));
      });
    });
    outgoing.on('error', reject);
    outgoing.end(form);
  });
}
