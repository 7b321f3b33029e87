import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { type AppProcess, startApp } from '#tests/support/app-process.ts';
import { publicBody } from '#tests/support/bodies.ts';
import { samples } from '#tests/support/sample-files.ts';

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
}, 60_000);

async function submit(app: AppProcess, body: object): Promise<number> {
  const reply = await fetch(`${app.url}/api/guarantees/public`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(reply.status).toBe(200);
  return (await reply.json()).data.submissionId;
}
