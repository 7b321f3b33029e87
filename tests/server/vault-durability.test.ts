import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { closeDb } from '#lib/platform/db/client.ts';
import { setClock } from '#lib/platform/process/clock.ts';
import { startApp } from '#tests/support/app-process.ts';
import { makeCompany } from '#tests/support/vault.ts';
import { createVaultLoad } from '#tests/support/vault-load.ts';
import { startHandlers } from '#tests/support/vault-process.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { worldForTest } from '#tests/support/world.ts';

const run = promisify(execFile);
const APP_SECRET = 'x'.repeat(40);
/** `KILLS=50` is the whole of the issue. A tenth of them kill the whole app. */
const KILLS = Number(process.env.KILLS ?? 2);
const KILLS_OF_THE_APP = Math.ceil(KILLS / 10);
const KILLS_OF_ITS_HANDLERS = KILLS - KILLS_OF_THE_APP;
const world = worldForTest();

test('repeated kill -9 loses no acknowledged document and leaves none half stored', async () => {
  setClock(() => Date.now());
  const session = (await makeCompany()).service_session;
  await closeDb();
  const cookie = `service_session=${session}`;
  const strain = createVaultLoad(world.dataDir);
  const strainUntilKilled = async (url: string, kill: () => Promise<void>) => {
    const enough = strain.acknowledged() + 5 + Math.floor(Math.random() * 20);
    const straining = strain.run({ url, cookie });
    await waitFor(() => strain.acknowledged() >= enough);
    await kill();
    await straining;
    await strain.check();
  };

  const app = await startApp({ dataDir: world.dataDir, variables: { APP_SECRET } });
  try {
    for (let n = 0; n < KILLS_OF_THE_APP; n += 1) {
      if (n > 0) await app.restart();
      await strainUntilKilled(app.url, app.kill9);
    }
  } finally {
    await app.close();
  }
  for (let n = 0; n < KILLS_OF_ITS_HANDLERS; n += 1) {
    const server = await startHandlers({ dataDir: world.dataDir, variables: { APP_SECRET } });
    await strainUntilKilled(server.url, server.kill9);
  }
  expect(strain.acknowledged()).toBeGreaterThan(KILLS * 4);
  expect(await leftByDoctor()).toMatch(/clean/);
});

/** Makes every file older than an hour, because the doctor spares younger ones as unfinished. */
async function leftByDoctor(): Promise<string> {
  const files = join(world.dataDir, 'files');
  expect(existsSync(files)).toBe(true);
  for (const name of await readdir(files, { recursive: true })) {
    await utimes(join(files, name), 1, 1);
  }
  const env = { ...process.env, DATA_DIR: world.dataDir, APP_SECRET };
  const { stdout } = await run(process.execPath, ['scripts/doctor.ts'], { env });
  return stdout;
}
