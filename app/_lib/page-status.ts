import { headers } from 'next/headers';
import { responseOf } from '#lib/platform/process/requests-under-way.ts';

/**
 * Sets the HTTP status of the page that is being rendered. Next has no API for it, so this finds
 * the response that `server.ts` holds, by the nonce of the request. Without effect once bytes were
 * sent, or where Next runs without `server.ts` and replies 200.
 */
export async function setPageStatus(status: number): Promise<void> {
  const response = responseOf((await headers()).get('x-nonce') ?? '');
  if (!response || response.headersSent) return;
  response.statusCode = status;
  response.chosenStatus = status;
}
