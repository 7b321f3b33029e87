import { randomBytes } from 'node:crypto';
import { parseEnv } from '#lib/platform/config/env.ts';
import { loadSdk } from '#lib/platform/storage/s3/s3-client.ts';
import { compareWays } from '#tools/bench/compare.ts';
import { formType, pdfForm } from '#tools/bench/pdf-form.ts';
import type { Row } from '#tools/bench/table.ts';
import { cookieOf, startVault } from '#tools/bench/vault-world.ts';

const MIB = 1024 * 1024;
const SIZE = 10 * MIB;
const form = pdfForm({ category: 'contrato' }, SIZE);

/**
 * Moves a file of 10 MiB through the vault, in turns with the same bytes sent directly to the
 * store's presigned URLs. `S3_*` name the store, in which the bucket is created.
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
  const app = await startVault(1, { variables });
  const direct = { Bucket, Key: 'direct' };
  const put = await sdk.getSignedUrl(sdk.client, new sdk.PutObjectCommand(direct));
  const get = await sdk.getSignedUrl(sdk.client, new sdk.GetObjectCommand(direct));
  const headers = { cookie: cookieOf(0) };
  let fileId = '';
  const upload = async () => {
    const response = await fetch(`${app.url}/api/documents/upload`, {
      method: 'POST',
      headers: { ...headers, 'content-type': formType },
      body: form,
    });
    const { data, ...rest } = await response.json();
    if (!data) throw new Error(JSON.stringify(rest));
    fileId = data.fileId;
    return SIZE / MIB;
  };
  const putDirect = async () => {
    const response = await fetch(put, { method: 'PUT', body: form.subarray(-SIZE) });
    if (!response.ok) throw new Error(`PUT answers ${response.status}`);
    return SIZE / MIB;
  };
  const download = () => readAll(`${app.url}/api/documents/download?key=${fileId}`, headers);
  const straight = 'straight to the store';
  const way = (mib: () => Promise<number>) => ({ pid: app.pid(), mib });
  try {
    return [
      ...(await compareWays(['store, up', way(upload)], [straight, { mib: putDirect }], 0.6)),
      ...(await compareWays(
        ['store, down', way(download)],
        [straight, { mib: () => readAll(get) }],
        0.6,
      )),
    ];
  } finally {
    await app.close();
    const { Contents = [] } = await sdk.client.send(new sdk.ListObjectsV2Command({ Bucket }));
    for (const { Key } of Contents) {
      await sdk.client.send(new sdk.DeleteObjectCommand({ Bucket, Key }));
    }
    await sdk.client.send(new sdk.DeleteBucketCommand({ Bucket }));
  }
}

async function readAll(url: string, headers: Record<string, string> = {}): Promise<number> {
  const response = await fetch(url, { headers });
  let size = 0;
  for await (const piece of response.body ?? []) size += piece.length;
  if (size !== SIZE) throw new Error(`${response.status}, ${size} bytes`);
  return size / MIB;
}
