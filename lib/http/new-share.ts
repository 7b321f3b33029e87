import { z } from 'zod';
import { shareReply } from '#lib/domain/share-links/schema.ts';
import type { RequestCtx } from '#lib/platform/operation.ts';

/** Holds the new link until the page has shown it: its address is stored nowhere else. */
export const NEW_SHARE_COOKIE = 'enlace-nuevo';
const SHOWN_SECONDS = 300;

const newShare = shareReply
  .omit({ success: true })
  .extend({ expiresAt: z.iso.datetime().transform((at) => Date.parse(at)) });

export function keepNewShare({ cookies }: RequestCtx, made: z.input<typeof newShare>): void {
  const packed = Buffer.from(JSON.stringify(made)).toString('base64url');
  cookies.set(NEW_SHARE_COOKIE, packed, SHOWN_SECONDS);
}

/** The link that was made a moment ago in this browser, for the page to show once; else null. */
export function readNewShare(cookie: string | undefined): z.output<typeof newShare> | null {
  try {
    const packed = Buffer.from(cookie ?? '', 'base64url').toString('utf8');
    return newShare.safeParse(JSON.parse(packed)).data ?? null;
  } catch {
    return null;
  }
}
