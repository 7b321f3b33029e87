import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { startApp } from '#tests/support/app-process.ts';
import { killOnExit } from '#tests/support/child-processes.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { samples } from '#tests/support/sample-files.ts';
import { waitFor } from '#tests/support/wait-for.ts';

test('the variables that `npm run providers` writes are enough for the app to use all stand-ins', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'resguardo-providers-'));
  const args = ['tools/providers.ts', 's3', 'mail', 'crm', 'payments'];
  const child = killOnExit(
    spawn(process.execPath, [...args, '--port', '0', '--folder', folder], { env: process.env }),
  );
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  await waitFor(() => output.includes('Ctrl+C'));
  const variables = parseEnv(readFileSync(join(folder, 'env'), 'utf8')) as Record<string, string>; // a file sets all
  const app = await startApp({ variables, until: 'healthy' });
  try {
    const { checks } = await (await fetch(`${app.url}/api/health`)).json();
    expect(checks.environment).toMatchObject({
      hasStorageKey: true,
      hasEmailKey: true,
      hasCrmKey: true,
    });
    const form = new FormData();
    form.set('type', 'contrato');
    form.set('file', new Blob([samples.pdf]), 'contrato.pdf');
    const upload = { method: 'POST', body: form };
    const { downloadUrl } = await (
      await fetch(`${app.url}/api/guarantees/upload-proxy`, upload)
    ).json();
    const sent = await fetch(`${app.url}/api/guarantees/public`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...publicBody, contratoUrl: downloadUrl }),
    });
    expect(sent.status).toBe(200);
    const shows = (url = '', text: string) =>
      waitFor(async () => (await (await fetch(url)).text()).includes(text));
    await shows(variables.RESEND_BASE_URL, 'Recibimos tu solicitud');
    await shows(variables.HUBSPOT_BASE_URL, 'Constructora Andes');
    expect(variables.TRANSBANK_BASE_URL).toMatch(/^http:/);
  } finally {
    await app.close();
    child.kill('SIGTERM');
    await once(child, 'close');
    rmSync(folder, { recursive: true, force: true });
  }
});
