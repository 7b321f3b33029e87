import { z } from 'zod';
import { expiryCalendar } from '#lib/domain/alerts/calendar.ts';
import { findCalendarOwner, listDated } from '#lib/domain/alerts/reads.ts';
import { unsubscribePath } from '#lib/domain/alerts/view.ts';
import { wholeResponse } from '#lib/platform/content.ts';
import { AppError } from '#lib/platform/errors.ts';
import { defineStream } from '#lib/platform/operation.ts';

const calendar = { produces: 'text/calendar', reply: z.never() } as const;

export const getCalendarFile = defineStream({
  ...calendar,
  method: 'GET',
  path: '/api/documents/calendar.ics',
  auth: 'member',
  limit: { name: 'documents/calendar.ics', points: 60, seconds: 600, per: 'account' },
  summary: 'Own expiries as an iCalendar file',
  handler: async (ctx) => calendarResponse(ctx.accountId),
});

/** Calendar programs ask from a few addresses of their makers for everyone. */
export const getCalendarFeed = defineStream({
  ...calendar,
  method: 'GET',
  path: '/api/documents/calendar/{token}',
  auth: 'guest',
  limit: { name: 'documents/calendar', points: 600, seconds: 600, per: 'address' },
  params: z.object({ token: z.string().max(200) }),
  summary: 'Expiries for who holds the secret address',
  handler: async (_ctx, { params }) => {
    const accountId = await findCalendarOwner(params.token);
    if (!accountId) throw new AppError('not_found');
    return calendarResponse(accountId);
  },
});

/** Mail programs that do not know one-click open the address as a link. */
export const getUnsubscribe = defineStream({
  method: 'GET',
  path: '/api/documents/alerts/unsubscribe/{token}',
  auth: 'guest',
  limit: { unlimited: 'changes nothing: it leads to the page that asks' },
  params: z.object({ token: z.string().regex(/^[\w.-]{1,200}$/) }),
  reply: z.never(),
  alsoAnswers: { 302: 'To the page with the button.' },
  summary: 'Go to the page that ends the mails',
  handler: async (_ctx, { params }) =>
    new Response(null, {
      status: 302,
      headers: { Location: unsubscribePath(params.token), 'Cache-Control': 'no-store' },
    }),
});

async function calendarResponse(accountId: string): Promise<Response> {
  return wholeResponse(expiryCalendar(await listDated(accountId)), {
    headers: {
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': 'attachment; filename="vencimientos.ics"',
      'Cache-Control': 'private, no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}
