import { type SQL, sql } from 'drizzle-orm';
import { getEnv } from '#lib/platform/config/env.ts';
import type { Tx } from '#lib/platform/db/client.ts';
import { uploads } from '#lib/platform/db/schema/uploads.ts';
import { AppError, conflict } from '#lib/platform/operations/errors.ts';
import { HOUR_SECONDS } from '#lib/platform/process/durations.ts';
import { sign } from '#lib/platform/security/secrets.ts';
import { limitSubject } from '#lib/platform/web/ip-addresses.ts';

/** Maximum number of pending files of one sender, and of files of one request. */
const MAX_FILES = 60;
/** Maximum total size of these files, as a number of files of the maximum size. */
const MAX_LARGEST_FILES = 20;
/**
 * Pending files become part of a request or are deleted within a day, so a later retry may succeed.
 */
const RETRY_SECONDS = HOUR_SECONDS;

/**
 * Returns a keyed hash that identifies the sender of pending files. It is made of the account if
 * somebody is logged in, because guests may share the IP; otherwise of the IP as rate limits count
 * it.
 */
export function senderOf(sender: { accountId: string } | { ip: string }): string {
  const subject = 'accountId' in sender ? `account ${sender.accountId}` : limitSubject(sender.ip);
  return sign('address', `pending ${subject}`).slice(0, 22);
}

/**
 * Checks the limits of pending files before more are added. Throws `rate_limited` if this sender
 * has too many, and `unavailable` if all senders together fill the space.
 */
export async function checkPendingQuota(
  tx: Tx,
  sender: string | null,
  addition: { files: number; bytes: number },
): Promise<void> {
  const { maxUploadBytes, pendingQuotaBytes, hasRateLimits: rateLimits } = getEnv();
  const usage = await tx.get<{ files: number; bytes: number; all: number }>(sql`
    select count(*) as files, total(${uploads.size}) as bytes,
      (select total from pending_bytes) as "all"
    from ${uploads} where ${uploads.sender} = ${sender}`);
  const hasTooManyFiles = usage.files + addition.files > MAX_FILES;
  if (
    rateLimits &&
    (hasTooManyFiles || usage.bytes + addition.bytes > MAX_LARGEST_FILES * maxUploadBytes)
  ) {
    const message =
      'Subiste muchos archivos sin enviar una solicitud. Envía la que tienes, o inténtalo más tarde.';
    throw new AppError('rate_limited', { retryAfter: RETRY_SECONDS, message });
  }
  if (usage.all + addition.bytes > pendingQuotaBytes) {
    const message = 'Ahora no tenemos espacio para más archivos. Inténtalo más tarde.';
    throw new AppError('unavailable', { retryAfter: RETRY_SECONDS, message });
  }
}

/**
 * Throws `conflict` if the files that `joinedCondition` selects are too many for one request.
 * Requires a transaction.
 */
export async function checkUploadQuota(tx: Tx, joinedCondition: SQL): Promise<void> {
  const usage = await tx.get<{ files: number; bytes: number }>(sql`
    select count(*) as files, total(${uploads.size}) as bytes from ${uploads}
    where ${joinedCondition}`);
  if (usage.files <= MAX_FILES && usage.bytes <= MAX_LARGEST_FILES * getEnv().maxUploadBytes)
    return;
  const message =
    'Ya nos enviaste muchos archivos. Si falta uno, responde el correo que te enviamos y adjúntalo.';
  throw conflict(message);
}
