import type { links } from '#lib/platform/db/schema/links.ts';
import { DAY_SECONDS } from '#lib/platform/process/durations.ts';

export type Link = typeof links.$inferSelect;
export type LinkKind = Link['kind'];

export const LINK_DAYS: Record<LinkKind, number> = {
  receipt: 180,
  'lead-receipt': 180,
  resume: 30,
  issued: 30,
};

export const resendLimit = { name: 'links/renew', points: 3, seconds: DAY_SECONDS };
/** Anyone can enter somebody else's e-mail in a form, so mails to each e-mail are limited. */
export const resendLimitPerEmail = {
  name: 'links/renew',
  perIp: 3,
  inAll: 30,
  seconds: DAY_SECONDS,
};

export function isEnded({ endsAt }: Pick<Link, 'endsAt'>, now: number): boolean {
  return endsAt <= now;
}
