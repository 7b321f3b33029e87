import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#tests/support/app-process.ts';
import { median, type Row, rounded } from '#tools/bench/table.ts';

/** Measures the time from `npm start` in a built checkout to the first healthy reply. */
export async function benchStart(): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'resguardo-bench-'));
  try {
    const times = [];
    for (let n = 0; n < 4; n++) times.push(await timeStart(dataDir));
    const [first = Number.NaN, ...later] = times;
    return [
      ['npm start to healthy, ms', rounded(median(later)), '(aim ≤ 2000)'],
      ['  the first time, ms', rounded(first), 'makes the database'],
    ];
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function timeStart(dataDir: string): Promise<number> {
  const port = await freePort();
  const env = { ...process.env, PORT: `${port}`, DATA_DIR: dataDir, LOG_LEVEL: 'silent' };
  const started = performance.now();
  const child = spawn('npm', ['start', '--silent'], { env, stdio: 'ignore' });
  const ended = new Promise((resolve) => child.on('close', resolve));
  const isHealthy = async () => (await fetch(`http://localhost:${port}/api/health`)).ok;
  while (!(await isHealthy().catch(() => false))) {
    if (child.exitCode !== null) throw new Error('npm start ended');
    await sleep(5);
  }
  const ms = performance.now() - started;
  child.kill('SIGTERM');
  await ended;
  return ms;
}
