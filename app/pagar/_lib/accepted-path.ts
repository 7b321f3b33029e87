import { cookies } from 'next/headers';
import { findLink } from '#lib/domain/links/reads.ts';
import { isEnded } from '#lib/domain/links/rules.ts';
import { linkPath } from '#lib/domain/links/view.ts';
import { cookieNames } from '#lib/platform/operations/cookie-names.ts';
import { now } from '#lib/platform/process/clock.ts';

/** Returns the path of the request if its conditions were accepted in this browser, else null. */
export async function findAcceptedPath(submissionId: number): Promise<string | null> {
  const token = (await cookies()).get(cookieNames.acceptedRequest)?.value;
  const link = token ? await findLink('receipt', token) : null;
  if (link?.subject !== String(submissionId) || isEnded(link, now())) return null;
  return linkPath('receipt', link.id);
}
