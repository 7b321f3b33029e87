import { headers } from 'next/headers';
import { responseOf } from '#lib/platform/process/requests-under-way.ts';

/**
 * Sets the HTTP status of a page, for which Next has no API. Call it before anything is streamed.
 * Without `server.ts` the status stays 200.
 */
export async function setPageStatus(status: number): Promise<void> {
  const response = responseOf((await headers()).get('x-nonce') ?? '');
  if (!response || response.headersSent) return;
  response.statusCode = status;
  response.chosenStatus = status;
}
