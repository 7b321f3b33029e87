import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startApp } from '#tests/support/app-process.ts';
import { residentMib } from '#tools/bench/process-cost.ts';

/** Only Linux has `/proc`. */
test.runIf(process.platform === 'linux')(
  'an idle server takes at most 155 MiB, even at its first start',
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'resguardo-memory-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    const app = await startApp({
      dataDir,
      variables: { NODE_COMPILE_CACHE: undefined, NODE_OPTIONS: undefined },
    });
    await expect.poll(() => residentMib(app.pid())).toBeLessThanOrEqual(155);
    expect((await fetch(`${app.url}/api/health`)).status).toBe(200);
    const maps = readFileSync(`/proc/${app.pid()}/maps`, 'utf8');
    expect(maps, 'the compiler of Next is loaded').not.toContain('next-swc');
    expect(maps, 'not the maps of this process').toContain('libsql');
  },
);
