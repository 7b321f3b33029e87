import { headers } from 'next/headers';
import { setStatusOfPage } from '#lib/http/server/page-responses.ts';

/** Answers the page with this HTTP status. Call it before the page awaits anything that streams. */
export async function setPageStatus(status: number): Promise<void> {
  setStatusOfPage((await headers()).get('x-nonce') ?? '', status);
}
