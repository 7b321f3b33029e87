import { expect, test } from 'vitest';
import { findAccountByEmail } from '#lib/domain/accounts/reads/accounts.ts';
import { listUncategorizedDocuments, listVault } from '#lib/domain/documents/reads/documents.ts';
import { closeDb } from '#lib/platform/db/client.ts';
import { setClock } from '#lib/platform/process/clock.ts';
import { holderIdOf } from '#tests/support/accounts.ts';
import { samples } from '#tests/support/sample-files.ts';
import { unsortedForm } from '#tests/support/unsorted-uploads.ts';
import { makeCompany } from '#tests/support/vault.ts';
import { startHandlers } from '#tests/support/vault-process.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { worldForTest } from '#tests/support/world.ts';

const APP_SECRET = 'x'.repeat(40);
const KILLS = Number(process.env.KILLS ?? 1);
const FILES = 12;
const world = worldForTest();

/** Expects no failure before the kill. */
const failure = async (sending: Promise<unknown>) => {
  const error = await sending;
  if (error) throw error;
};

type Sent = { once: string; name: string; id: string | null };

test('kill -9 during several uploads to the vault loses no acknowledged file and stores none twice', async () => {
  setClock(() => Date.now());
  const session = (await makeCompany()).service_session;
  const person = await findAccountByEmail('empresa@andes.cl');
  const account = await holderIdOf(person?.id ?? '');
  await closeDb();
  const headers = { cookie: `service_session=${session}`, origin: 'http://localhost:3000' };
  const start = () => startHandlers({ dataDir: world.dataDir, variables: { APP_SECRET } });
  const ordered = new Map<string, string>();

  for (let round = 0; round < KILLS; round += 1) {
    const files: Sent[] = Array.from({ length: FILES }, (_, n) => ({
      once: `vuelta-${round}-${n}`,
      name: `${round}-${n}.pdf`,
      id: null,
    }));
    /** Sends like the page: one after another, those that broke off again, under the same mark. */
    const sendRest = async (url: string) => {
      for (const file of files.filter(({ id }) => id === null)) {
        const body = unsortedForm([{ bytes: samples.pdf, name: file.name }], file.once);
        const response = await fetch(`${url}/api/documents/arrivals`, {
          method: 'POST',
          headers,
          body,
        });
        const { success, data } = await response.json();
        expect(success).toBe(true);
        file.id = data[0].id;
      }
    };
    const acknowledged = () => files.filter(({ id }) => id !== null);

    const first = await start();
    const enough = 1 + Math.floor(Math.random() * (FILES - 2));
    const broken = sendRest(first.url).catch((error: unknown) => error);
    await Promise.race([waitFor(() => acknowledged().length >= enough), failure(broken)]);
    await first.kill9();
    await broken;
    const before = acknowledged().map(({ id }) => id);
    const left = await listUncategorizedDocuments(account);
    await closeDb();
    expect(left.map(({ id }) => id)).toEqual(expect.arrayContaining(before));

    const second = await start();
    await sendRest(second.url);
    const unplaced = await listUncategorizedDocuments(account);
    await closeDb();
    expect(unplaced.map(({ fileName }) => fileName).sort()).toEqual(
      files.map(({ name }) => name).sort(),
    );
    expect(new Set(unplaced.map(({ id }) => id))).toEqual(new Set(files.map(({ id }) => id)));

    // A press puts all files in their place. Whenever the kill comes, all are placed or none.
    const fields = files.map(({ id }) => [`doc.${id}.category`, 'contrato']);
    const press = (url: string) =>
      fetch(`${url}/panel/documentos/ordenar/guardar`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
        body: String(new URLSearchParams(Object.fromEntries(fields))),
        redirect: 'manual',
      });
    const pressed = press(second.url).catch(() => null);
    await second.kill9();
    await pressed;
    const rest = await listUncategorizedDocuments(account);
    await closeDb();
    expect([0, FILES]).toContain(rest.length);

    const third = await start();
    expect((await press(third.url)).status).toBe(303);
    await third.kill9();
    for (const { id, name } of files) ordered.set(id ?? '', name);
    const vault = await listVault(account);
    await closeDb();
    expect(new Map(vault.map(({ id, fileName }) => [id, fileName]))).toEqual(ordered);
  }
});
