import { afterEach, expect, test } from 'vitest';
import { sweepDocuments } from '#lib/domain/documents/sweep.ts';
import { closeDb } from '#lib/platform/db/client.ts';
import { setClock } from '#lib/platform/process/clock.ts';
import { HOUR } from '#lib/platform/process/durations.ts';
import { getStorage } from '#lib/platform/storage/client.ts';
import { startS3 } from '#tests/support/providers/s3.ts';
import { makeCompany } from '#tests/support/vault.ts';
import { createVaultLoad } from '#tests/support/vault-load.ts';
import { startHandlers } from '#tests/support/vault-process.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { worldForTest } from '#tests/support/world.ts';

const APP_SECRET = 'x'.repeat(40);
/** Number of kills. Each time the store dies first, then the app. */
const KILLS = Number(process.env.KILLS ?? 2);
const s3 = await startS3();
const world = worldForTest(s3.variables);
afterEach(() => {
  s3.fail(null);
});

test('kill -9 of app and object store loses no acknowledged document, and each is stored once', async () => {
  setClock(() => Date.now());
  const session = (await makeCompany()).service_session;
  await closeDb();
  const cookie = `service_session=${session}`;
  const strain = createVaultLoad(world.dataDir);
  const strainUntil = async (url: string, kill: () => void) => {
    const enough = strain.acknowledged() + 5 + Math.floor(Math.random() * 20);
    const straining = strain.run({ url, cookie });
    await waitFor(() => strain.acknowledged() >= enough);
    kill();
    await straining;
    s3.fail(null);
    return strain.check();
  };

  for (let n = 0; n < KILLS; n += 1) {
    const app = await startHandlers({
      dataDir: world.dataDir,
      variables: { ...s3.variables, APP_SECRET },
    });
    try {
      await strainUntil(app.url, s3.kill);
      await strainUntil(app.url, app.kill9);
    } finally {
      await app.kill9();
    }
  }
  expect(strain.acknowledged()).toBeGreaterThan(KILLS * 10);
  await sweepDocuments(Date.now() + 2 * HOUR);
  const storedRows = await strain.check();
  console.info(
    `${strain.acknowledged()} acknowledged, ${2 * KILLS} kills, ${storedRows.length} kept`,
  );
  const stored: string[] = [];
  for await (const { name } of getStorage().list(['vault/'])) stored.push(name);
  expect(stored.sort()).toEqual(storedRows.sort());
});
