import { headers } from 'next/headers';
import { responseOf } from '#lib/platform/process/requests-under-way.ts';

/**
 * Answers the page with this HTTP status. Call it before the page awaits anything that streams. Next by
 * itself has 200, a redirect, and an empty 404. On a host without `server.ts` the page stays 200.
 */
export async function setPageStatus(status: number): Promise<void> {
  const response = responseOf((await headers()).get('x-nonce') ?? '');
  if (!response || response.headersSent) return;
  response.statusCode = status;
  response.chosenStatus = status;
}
