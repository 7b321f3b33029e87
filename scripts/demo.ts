import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { privateBody, publicBody } from '#tests/support/bodies.ts';
import { openTenders } from '#tests/support/made-tenders.ts';
import { startMercadoPublico } from '#tests/support/providers/mercado-publico.ts';
import { startS3 } from '#tests/support/providers/s3.ts';

/**
 * `npm run demo`: the built app with stand-ins instead of providers, on data of its own that
 * starts empty each time. Files go to an S3 stand-in, mails to the mailbox at /dev/correo; tenders
 * are recorded or made up. The captcha stays off: its widget comes from Cloudflare and needs the internet.
 */
const root = join(import.meta.dirname, '..');
const dataDir = join(root, '.demo');
const port = process.env.PORT ?? '3000';
const url = `http://localhost:${port}`;

rmSync(dataDir, { recursive: true, force: true });
const s3 = await startS3();
const { tenders, today } = openTenders(30);
const marketplace = await startMercadoPublico({ paceMs: 2000, tenders });
const child = spawn(process.execPath, ['server.ts'], {
  cwd: root,
  stdio: ['ignore', 'ignore', 'inherit'],
  env: {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    PORT: port,
    DATA_DIR: dataDir,
    APP_URL: url,
    ...s3.variables,
    ...marketplace.variables,
  },
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
child.on('close', async (code) => {
  await s3.close();
  await marketplace.close();
  process.exit(code ?? 1);
});

while (!(await fetch(`${url}/api/health`).catch(() => null))?.ok) await sleep(50);
for (const body of [publicBody, privateBody]) {
  await fetch(`${url}/api/guarantees/public`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}
await fetch(`${url}/api/listar-licitaciones?fecha=${today}`);
console.log(`
Resguardo   ${url}
Mails       ${url}/dev/correo   (two sample requests are already there)
API         ${url}/docs
Tenders     ${url}/licitaciones, from a stand-in of Mercado Público at ${marketplace.url};
            it also has 4809-45-LE26, and 2678-1-LR25 whose page asks for guarantees
Files       an S3 stand-in at ${s3.url}, bucket ${s3.variables.S3_BUCKET}

Ctrl+C ends it; the data goes with the next start.`);
