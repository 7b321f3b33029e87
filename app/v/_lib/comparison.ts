import { z } from 'zod';
import { codePath } from '#lib/domain/issued-guarantees/view.ts';
import type { RequestCtx } from '#lib/platform/operations/operation.ts';
import { randomId } from '#lib/platform/security/ids.ts';
import type { ComparedFile } from '#lib/platform/storage/inspection/digitized-paper.ts';

const COMPARED_SECONDS = 300;

const storedTarget = z.object({
  id: z.string(),
  fileName: z.string(),
  result: z.enum(['same', 'other', 'digitized']),
  sha256: z.string(),
  size: z.int(),
  at: z.int(),
});

/**
 * Keeps the result in a cookie, because anyone could forge a URL that contains it. Returns the id
 * that names the result in the URL.
 */
export function keepCompared(
  { browser, now }: RequestCtx,
  code: string,
  compared: Omit<ComparedFile, 'at'>,
): string {
  const id = randomId();
  const value = JSON.stringify({ id, ...compared, at: now });
  browser.set('comparison', value, { seconds: COMPARED_SECONDS, path: codePath(code) });
  return id;
}

/** Returns the comparison in the browser's cookie, which may be malformed or of another URL. */
export function findComparedFile(
  storedText: string | undefined,
  id: string | undefined,
): ComparedFile | null {
  try {
    const { id: targetId, ...compared } = storedTarget.parse(JSON.parse(storedText ?? ''));
    return targetId === id ? compared : null;
  } catch {
    return null;
  }
}
