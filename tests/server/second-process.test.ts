import { mkdtempSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { startApp } from '#tests/support/app-process.ts';
import { APP_SECRET, postRequest, runCommand } from '#tests/support/backups.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'resguardo-second-'));
  return () => rmSync(dataDir, { recursive: true, force: true });
});

const refusalOf = (start: ReturnType<typeof startApp>) =>
  start.then(
    async (app) => `started: ${await app.close()}`,
    (error: Error) => error.message.split('\n').slice(0, 3),
  );

const refused = (pid: number | undefined, path: string) => [
  'The app did not start (exit 1):',
  `Resguardo cannot start: process ${pid} on ${hostname()} already serves ${path}. Stop it first, or give this one a DATA_DIR of its own.`,
  '',
];

describe('a second process on one data directory', () => {
  test('is refused with one line while the first one serves, but commands may run beside it', async () => {
    const variables = { APP_SECRET };
    const first = await startApp({ dataDir, variables, until: 'healthy' });
    const path = join(dataDir, 'resguardo.db');
    expect(await refusalOf(startApp({ dataDir }))).toEqual(refused(first.pid(), path));
    for (const [name, args] of [
      ['doctor', []],
      ['backup', [join(dataDir, 'copies', 'one')]],
      ['admin', ['list']],
      ['rekey', []],
    ] as const) {
      const { exitCode, output } = await runCommand(name, [...args], { DATA_DIR: dataDir });
      expect([name, output, exitCode]).toEqual([name, expect.any(String), 0]);
    }
    expect(await postRequest(first)).toBeGreaterThan(0);
    await first.kill9();
    const next = await startApp({ dataDir, until: 'healthy' });
    await next.close();
  });

  test('waits for a first process that is stopping', async () => {
    const first = await startApp({ dataDir, until: 'healthy' });
    const second = startApp({ dataDir, until: 'healthy' });
    await sleep(1500);
    expect(await first.stop()).toBe(0);
    await (await second).close();
  });

  test('that starts at the same moment is refused, and the other one serves', async () => {
    const twins = await Promise.allSettled(
      [1, 2].map(() => startApp({ dataDir, until: 'healthy' })),
    );
    expect(twins.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    for (const twin of twins) {
      if (twin.status === 'rejected') expect(`${twin.reason}`).toContain('already serves');
      else expect(await postRequest(twin.value)).toBeGreaterThan(0);
    }
  });

  test('is refused also if it uses another database beside the same files', async () => {
    const first = await startApp({ dataDir });
    const variables = { DATABASE_URL: `file:${join(dataDir, 'other.db')}` };
    const path = join(dataDir, 'files');
    expect(await refusalOf(startApp({ dataDir, variables }))).toEqual(refused(first.pid(), path));
  });
});
