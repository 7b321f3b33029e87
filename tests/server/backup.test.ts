import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { setClock } from '#lib/platform/clock.ts';
import { closeDb } from '#lib/platform/db/client.ts';
import { type AppProcess, startApp } from '#tests/support/app-process.ts';
import { publicBody } from '#tests/support/bodies.ts';
import { openToOthers } from '#tests/support/open-to-others.ts';
import { samples } from '#tests/support/sample-files.ts';
import { company, uploadForm } from '#tests/support/vault.ts';
import { createWorld } from '#tests/support/world.ts';

const run = promisify(execFile);

test('a backup made while serving starts as an app with everything in it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'resguardo-backup-'));
  const app = await startApp();
  let restored: AppProcess | undefined;
  try {
    const form = new FormData();
    form.set('type', 'contrato');
    form.set('file', new Blob([samples.pdf]), 'contrato.pdf');
    const upload = await fetch(`${app.url}/api/guarantees/upload-proxy`, {
      method: 'POST',
      body: form,
    });
    const { downloadUrl } = await upload.json();
    const first = await submit(app, { ...publicBody, contratoUrl: downloadUrl });

    let busy = true;
    const meanwhile = (async () => {
      while (busy) await submit(app, publicBody);
    })();
    const { stdout } = await run(process.execPath, ['scripts/backup.ts', folder], {
      env: { ...process.env, DATA_DIR: app.dataDir },
    });
    busy = false;
    await meanwhile;
    await app.stop();

    const copy = /^Backup: (.+)$/m.exec(stdout)?.[1] ?? '';
    expect(copy.startsWith(folder)).toBe(true);
    expect(openToOthers(copy)).toEqual([]);
    restored = await startApp({ dataDir: copy, until: 'healthy' });
    const address = downloadUrl.replace(app.url, restored.url);
    const file = Buffer.from(await (await fetch(address)).arrayBuffer());
    expect(file.equals(samples.pdf)).toBe(true);
    expect(await submit(restored, publicBody)).toBeGreaterThan(first);
  } finally {
    await restored?.close();
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

test('a backup made while documents are replaced has no row without its file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'resguardo-backup-'));
  const world = createWorld();
  setClock(() => Date.now());
  const { service_session } = await company();
  await closeDb();
  const secret = { APP_SECRET: 'x'.repeat(40) };
  const app = await startApp({ dataDir: world.dataDir, variables: secret });
  try {
    const replace = async () => {
      const reply = await fetch(`${app.url}/api/documents/upload`, {
        method: 'POST',
        headers: { cookie: `service_session=${service_session}` },
        body: uploadForm({ category: 'e_rut' }),
      });
      expect(reply.status).toBe(200);
    };
    await replace();
    let busy = true;
    const meanwhile = (async () => {
      while (busy) await replace();
    })();
    const copies: string[] = [];
    for (let n = 0; n < 2; n += 1) {
      const env = { ...process.env, ...secret, DATA_DIR: world.dataDir };
      const { stdout } = await run(process.execPath, ['scripts/backup.ts', `${folder}/${n}`], {
        env,
      });
      copies.push(/^Backup: (.+)$/m.exec(stdout)?.[1] ?? '');
    }
    busy = false;
    await meanwhile;
    for (const copy of copies) {
      const env = { ...process.env, ...secret, DATA_DIR: copy };
      const { stdout } = await run(process.execPath, ['scripts/doctor.ts'], { env });
      expect(stdout).toContain('clean');
    }
  } finally {
    await app.close();
    await world.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

async function submit(app: AppProcess, body: object): Promise<number> {
  const reply = await fetch(`${app.url}/api/guarantees/public`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(reply.status).toBe(200);
  return (await reply.json()).data.submissionId;
}
