import { writeFile } from 'node:fs/promises';
import { getStorage } from '#lib/platform/storage/client.ts';
import { newTempPath } from '#lib/platform/storage/temp.ts';

/** Returns the path of a temporary file with these bytes, like one that has just been received. */
export async function spool(bytes: Buffer | string): Promise<string> {
  const path = await newTempPath();
  await writeFile(path, bytes);
  return path;
}

/** Puts a PDF into the store without any check of the app. */
export async function putObject(key: string, bytes: Buffer | string): Promise<void> {
  const size = Buffer.byteLength(bytes);
  await getStorage().putFile(key, await spool(bytes), { contentType: 'application/pdf', size });
}
