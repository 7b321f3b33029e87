import { headers } from 'next/headers';
import { responseOf } from '#lib/platform/process/requests-under-way.ts';

/**
 * Sets the HTTP status of the page that is being rendered. Next has no API for a status of one's own
 * choice, so the response that `server.ts` holds for this request is found by its nonce. It has no
 * effect once the first bytes are sent, or where Next runs without `server.ts` (the page answers 200).
 */
export async function setPageStatus(status: number): Promise<void> {
  const response = responseOf((await headers()).get('x-nonce') ?? '');
  if (!response || response.headersSent) return;
  response.statusCode = status;
  response.chosenStatus = status;
}
