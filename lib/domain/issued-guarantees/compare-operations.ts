import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { verifyLimit } from '#lib/domain/issued-guarantees/operations.ts';
import {
  getVerified,
  isRecordedFile,
  type Verified,
} from '#lib/domain/issued-guarantees/verified.ts';
import { codeParam } from '#lib/domain/issued-guarantees/verify-schema.ts';
import { codePath } from '#lib/domain/issued-guarantees/view.ts';
import { consuming } from '#lib/domain/uploads/check-file.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import type { Received } from '#lib/platform/operations/files.ts';
import { defineUpload, redirectAddress } from '#lib/platform/operations/operation.ts';
import { randomId } from '#lib/platform/security/ids.ts';
import {
  type Compared,
  EMPTY_FILE,
  isScannedDocument,
} from '#lib/platform/storage/judging/scan.ts';
import { contentOf, hashOf } from '#lib/platform/storage/receive.ts';

const COMPARED_SECONDS = 300;

const kept = z.object({
  id: z.string(),
  fileName: z.string(),
  result: z.enum(['same', 'other', 'scan']),
  sha256: z.string(),
  size: z.int(),
  at: z.int(),
});

/** The result travels in a cookie, because anyone could forge an address that contains it. */
export const postCompared = defineUpload({
  path: '/v/{code}/comparar',
  auth: 'guest',
  limit: verifyLimit,
  params: codeParam,
  accepts: 'multipart/form-data',
  form: { fields: z.object({}), file: 'file' },
  reply: redirectAddress,
  errors: ['not_found', 'conflict', 'payload_too_large', 'unsupported_media_type'],
  keeps: ['comparison'],
  summary: 'Hold a file against the one that was recorded; it is hashed and not kept',
  handler: async (ctx, { params }, received) => {
    const found = await getVerified(params.code, ctx.now);
    const id = randomId();
    const value = JSON.stringify({ id, ...(await compare(received, found)), at: ctx.now });
    const path = codePath(found.code);
    ctx.browser.set('comparison', value, { seconds: COMPARED_SECONDS, path });
    return `?comparado=${id}#resultado` as const;
  },
});

async function compare(received: Received, found: Verified): Promise<Omit<Compared, 'at'>> {
  const { files } = await received.form({ fields: [], fileFields: ['file'] });
  const [file] = files;
  if (!file) throw new AppError('validation_failed', { message: 'Elige un archivo.' });
  const compared = await consuming(file, async () => {
    const sha256 = await hashOf(contentOf(file));
    const bytes = await buffer(contentOf(file));
    const about = { sha256, size: bytes.length };
    if (isRecordedFile(found, sha256)) return { ...about, result: 'same' as const };
    if (bytes.length === 0) throw new AppError('validation_failed', { message: EMPTY_FILE });
    const isScan = isScannedDocument(bytes.toString('latin1'));
    return { ...about, result: isScan ? ('scan' as const) : ('other' as const) };
  });
  return { fileName: file.fileName.slice(0, 200), ...compared };
}

/** Finds the comparison in the browser's cookie, which is untrusted and may be malformed. */
export function findCompared(held: string | undefined, id: string | undefined): Compared | null {
  try {
    const { id: own, ...compared } = kept.parse(JSON.parse(held ?? ''));
    return own === id ? compared : null;
  } catch {
    return null;
  }
}
