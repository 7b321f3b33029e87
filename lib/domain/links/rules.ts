import type { links } from '#lib/platform/db/schema/links.ts';

export type Link = typeof links.$inferSelect;
export type LinkKind = Link['kind'];

export const LINK_DAYS: Record<LinkKind, number> = {
  receipt: 180,
  'lead-receipt': 180,
  resume: 30,
  issued: 30,
};

export function isEnded({ endsAt }: Pick<Link, 'endsAt'>, now: number): boolean {
  return endsAt <= now;
}

/** Names of the headers by which browsers say that they fetch ahead. */
const ahead = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];

/** Whether a browser says that a person went there, in a window: most mail scanners only fetch. */
export function isVisit(headers: Pick<Headers, 'get'>): boolean {
  const isThere =
    headers.get('sec-fetch-mode') === 'navigate' && headers.get('sec-fetch-dest') === 'document';
  return isThere && ahead.every((name) => headers.get(name) === null);
}
