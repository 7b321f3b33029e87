import { randomBytes } from 'node:crypto';
import { parseEnv } from '#lib/platform/env.ts';
import { loadSdk, type Sdk } from '#lib/platform/storage/s3-client.ts';
import { cpuMs, residentMib } from '#tools/bench/process-cost.ts';
import { median, type Row, rounded } from '#tools/bench/table.ts';
import { cookieOf, startVault, type VaultWorld } from '#tools/bench/vault-world.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 16);
const MIB = 1024 * 1024;
const bytes = randomBytes(10 * MIB);
bytes.write('%PDF-1.7\n');
const head = (name: string, more = '') =>
  `--corte\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n`;
const form = Buffer.concat([
  Buffer.from(`${head('category')}contrato\r\n${head('file', '; filename="contrato.pdf"')}`),
  bytes,
  Buffer.from('\r\n--corte--\r\n'),
]);

/**
 * One file of 10 MiB at a time through the vault, beside the same bytes straight to the store at
 * presigned addresses, by the same client and in turns. The store is what `S3_*` names; the bucket
 * is made for it.
 */
export async function benchStore(): Promise<Row[]> {
  if (!process.env.S3_ENDPOINT) return [['store', 'not measured', 'S3_ENDPOINT names none']];
  const variables = {
    ...Object.fromEntries(
      Object.entries(process.env).filter(([name, value]) => name.startsWith('S3_') && value),
    ),
    STORAGE: 's3',
    S3_BUCKET: `resguardo-bench-${randomBytes(6).toString('hex')}`,
  } as Record<string, string>;
  const { storage } = parseEnv(variables);
  if (storage?.kind !== 's3') throw new Error('S3_* is not whole');
  const { bucket: Bucket } = storage;
  const sdk = await loadSdk(storage);
  await sdk.client.send(new sdk.CreateBucketCommand({ Bucket }));
  const app = await startVault(ROUNDS + 1, { variables });
  try {
    return await compare(app, sdk, Bucket);
  } finally {
    await app.close();
    const { Contents = [] } = await sdk.client.send(new sdk.ListObjectsV2Command({ Bucket }));
    for (const { Key } of Contents) {
      await sdk.client.send(new sdk.DeleteObjectCommand({ Bucket, Key }));
    }
    await sdk.client.send(new sdk.DeleteBucketCommand({ Bucket }));
  }
}

async function compare(app: VaultWorld, sdk: Sdk, Bucket: string): Promise<Row[]> {
  const Key = 'direct';
  const put = await sdk.getSignedUrl(sdk.client, new sdk.PutObjectCommand({ Bucket, Key }));
  const get = await sdk.getSignedUrl(sdk.client, new sdk.GetObjectCommand({ Bucket, Key }));
  const found = {
    up: { app: [] as number[], direct: [] as number[] },
    down: { app: [] as number[], direct: [] as number[] },
  };
  let peak = 0;
  let before = 0;
  let spent = 0;
  for (let round = 0; round <= ROUNDS; round++) {
    const headers = { cookie: cookieOf(round) };
    let fileId = '';
    const upload = async () => {
      const reply = await fetch(`${app.url}/api/documents/upload`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'multipart/form-data; boundary=corte' },
        body: form,
      });
      const { data, ...rest } = await reply.json();
      if (!data) throw new Error(JSON.stringify(rest));
      fileId = data.fileId;
    };
    const took = {
      putDirect: await timeOf(async () => {
        const reply = await fetch(put, { method: 'PUT', body: bytes });
        if (!reply.ok) throw new Error(`PUT answers ${reply.status}`);
      }),
      upload: await timeOf(upload),
      getDirect: await timeOf(() => readAll(get)),
      download: await timeOf(() =>
        readAll(`${app.url}/api/documents/download?key=${fileId}`, headers),
      ),
    };
    const memory = residentMib(app.pid());
    peak = Math.max(peak, memory);
    // The first round warms both.
    if (round === 0) {
      [before, spent] = [memory, cpuMs(app.pid())];
      continue;
    }
    found.up.direct.push(took.putDirect);
    found.up.app.push(took.upload);
    found.down.direct.push(took.getDirect);
    found.down.app.push(took.download);
  }
  const cpu = (cpuMs(app.pid()) - spent) / ROUNDS;
  return [
    ...rowsOf('up', found.up),
    ...rowsOf('down', found.down),
    ['  processor time of both, ms', rounded(cpu), ''],
    ['  growth of memory, MiB', rounded(peak - before), `from ${rounded(before)} (aim ≤ 50)`],
  ];
}

function rowsOf(name: string, { app, direct }: { app: number[]; direct: number[] }): Row[] {
  const rate = (seconds: number[]) => rounded(median(seconds.map((s) => bytes.length / MIB / s)));
  const ratio = median(app.map((seconds, n) => (direct[n] ?? Number.NaN) / seconds));
  return [
    [`store, ${name}, MiB/s, one 10 MiB file`, rate(app), `ratio ${rounded(ratio)} (aim ≥ 0.6)`],
    ['  straight to the store', rate(direct), `${app.length} rounds in turns`],
  ];
}

async function readAll(url: string, headers: Record<string, string> = {}): Promise<void> {
  const reply = await fetch(url, { headers });
  let size = 0;
  for await (const piece of reply.body ?? []) size += piece.length;
  if (size !== bytes.length) throw new Error(`${reply.status}, ${size} bytes`);
}

/** Seconds. */
async function timeOf(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}
