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
