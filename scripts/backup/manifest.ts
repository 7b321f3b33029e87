import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import type { MasterKey } from '#lib/platform/storage/encryption/encrypted-file.ts';
import { encryptFile, openManifest } from '#scripts/backup/encryption.ts';

/**
 * Lists the content of a backup in lines of JSON: a head, a line per file, and an end that counts
 * them, so that a truncated manifest is noticed.
 */
const NAME = 'manifest.jsonl';

const headLine = z.object({
  format: z.literal(1),
  /** Version of the app that made the backup. */
  app: z.string(),
  madeAt: z.iso.datetime(),
  /** `s3` means that the files stayed in the bucket. */
  storage: z.enum(['local', 's3', 'none']),
  /** Number of files that the database names but the disk lacked. */
  missing: z.number().int().nonnegative().default(0),
  /**
   * Last sealed day of the audit trail. `npm run doctor -- --digest` finds it in a later database.
   */
  trail: z.object({ day: z.string(), digest: z.string() }).nullish(),
});
const fileLine = z.object({
  path: z.string().regex(/^(resguardo\.db|app-secret|files\/[0-9a-f]{2}\/[0-9a-f]{62})$/),
  size: z.number().int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
const endLine = z.object({ files: z.number(), bytes: z.number() });

export type Head = z.infer<typeof headLine>;
export type BackedUpFile = z.infer<typeof fileLine>;
export type Manifest = { head: Head; files: BackedUpFile[]; bytes: number };

/** Writes the manifest with size and SHA-256 of each file in `paths`. */
export async function writeManifest(
  folder: string,
  head: Head,
  paths: string[],
  key?: MasterKey,
): Promise<Manifest> {
  const files: BackedUpFile[] = [];
  for (const path of paths) files.push({ path, ...(await fingerprint(join(folder, path))) });
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  const lines = [head, ...files, { files: files.length, bytes }];
  const text = function* () {
    for (const line of lines) yield Buffer.from(`${JSON.stringify(line)}\n`);
  };
  const to = join(folder, NAME);
  if (key) await encryptFile(to, text(), { key, path: NAME });
  else await pipeline(text, createWriteStream(to, { mode: 0o600, flush: true }));
  return { head, files, bytes };
}

/** Reads the manifest. Throws a message for the operator if it is missing or incomplete. */
export async function readManifest(folder: string, key?: MasterKey): Promise<Manifest> {
  const bytes = await readFile(join(folder, NAME)).catch(() => null);
  if (bytes === null) throw new Error(`${folder} is not a backup: it has no ${NAME}`);
  const text = await openManifest(bytes, NAME, key);
  const lines = text.split('\n').filter(Boolean).map(parseLine);
  const head = headLine.safeParse(lines[0]);
  const end = endLine.safeParse(lines.at(-1));
  const files = z.array(fileLine).safeParse(lines.slice(1, -1));
  if (!head.success || !end.success || !files.success || files.data.length !== end.data.files) {
    throw new Error(`${join(folder, NAME)} is damaged, or of a newer version of the app`);
  }
  return { head: head.data, files: files.data, bytes: end.data.bytes };
}

/** Returns size and SHA-256 of a file on disk. */
export async function fingerprint(path: string): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) {
    hash.update(chunk);
    size += chunk.length;
  }
  return { size, sha256: hash.digest('hex') };
}

/** Resolves once the file or folder is on disk. */
export async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
