import type { ByteSource } from '#lib/platform/storage/sources.ts';

/** Its last record and the longest comment behind it (APPNOTE 4.3.16). */
const LONGEST_END = 22 + 0xffff;

/** Whether a file of another kind ends as a ZIP does, for a reader that begins at the end. */
export async function isArchiveToo(source: ByteSource): Promise<boolean> {
  const end = await source.read(Math.max(0, source.size - LONGEST_END), LONGEST_END);
  return end.includes('PK\x05\x06', 0, 'latin1');
}
