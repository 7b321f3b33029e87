import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApp } from '#tests/support/app-process.ts';
import { startProcess } from '#tests/support/bare-app.ts';
import { localPathOf } from '#tests/support/local-storage-path.ts';
import { compareWays } from '#tools/bench/compare.ts';
import { formType, pdfForm } from '#tools/bench/pdf-form.ts';
import type { Row } from '#tools/bench/table.ts';
import { cookieOf, startVault } from '#tools/bench/vault-world.ts';

const FILES = 10;
const MIB = 1024 * 1024;
const guestForm = pdfForm({ type: 'contrato' }, 10 * MIB);
const vaultForm = pdfForm({ category: 'contrato' }, 10 * MIB);

/** Uploads and downloads ten files at a time, compared with plain Node that flushes its file. */
export async function benchFiles(): Promise<Row[]> {
  const directory = mkdtempSync(join(tmpdir(), 'resguardo-bench-'));
  const app = await startVault(20, { big: true });
  const FILES_KEY = randomBytes(32).toString('base64');
  const sealing = await startApp({ variables: { FILES_KEY } });
  const plain = await startProcess(['tools/bench/bare-server.ts'], {
    env: {
      BARE_DB: join(directory, 'plain.db'),
      BARE_FILES: directory,
      BARE_DOWNLOAD: localPathOf(app.dataDir, 'files/big'),
    },
    path: '/',
  });
  const download = `${app.url}/api/documents/download?key=f0`;
  const guestUpload = (url: string) => send(`${url}/api/guarantees/upload-proxy`, guestForm);
  const ours = (mib: () => Promise<number>) => ({ pid: app.pid(), mib });
  const theirs = (mib: () => Promise<number>) => ({ pid: plain.pid, mib });
  const unsealed = ours(() => volley(() => guestUpload(app.url)));
  const sealed = { pid: sealing.pid(), mib: () => volley(() => guestUpload(sealing.url)) };
  const plainUpload = theirs(() => volley(() => send(`${plain.url}/file`, vaultForm)));
  // Each user fills their own vault, so that no quota is reached.
  const vaultUpload = ours(() =>
    volley((n) => send(`${app.url}/api/documents/upload`, vaultForm, cookieOf(n))),
  );
  const vaultDownload = ours(() => volley((n) => send(`${download}&n=${n}`, null, cookieOf(0))));
  const plainDownload = theirs(() => volley(() => send(`${plain.url}/file`, null)));
  const aim = 0.8;
  try {
    return [
      ...(await compareWays(['upload', unsealed], ['node:http', plainUpload], aim)),
      ...(await compareWays(['upload with FILES_KEY', sealed], ['without', unsealed], aim)),
      ...(await compareWays(['vault upload', vaultUpload], ['node:http', plainUpload], aim)),
      ...(await compareWays(['vault download', vaultDownload], ['node:http', plainDownload], aim)),
    ];
  } finally {
    await Promise.all([app.close(), sealing.close(), plain.close()]);
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Runs `one` for all files at a time and returns the transferred MiB. */
async function volley(item: (n: number) => Promise<number>): Promise<number> {
  const sizes = await Promise.all(Array.from({ length: FILES }, (_, n) => item(n)));
  return sizes.reduce((sum, size) => sum + size, 0) / MIB;
}

/** Posts the form or, without one, downloads the file. Returns the transferred bytes. */
function send(url: string, form: Buffer | null, cookie = ''): Promise<number> {
  return new Promise((resolve, reject) => {
    const upload = form && { 'content-type': formType, 'content-length': form.length };
    const method = form ? 'POST' : 'GET';
    const headers = { ...upload, cookie };
    const outgoing = request(url, { method, headers, agent: false }, (reply) => {
      let size = 0;
      reply.on('data', (chunk: Buffer) => {
        size += chunk.length;
      });
      reply.on('end', () => {
        if (reply.statusCode === 200) resolve(form?.length ?? size);
        else reject(new Error(`${url} answers ${reply.statusCode}`));
      });
      reply.on('error', reject);
    });
    outgoing.on('error', reject);
    outgoing.end(form);
  });
}
