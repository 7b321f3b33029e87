import { z } from 'zod';
import { expiryCalendar } from '#lib/domain/alerts/calendar.ts';
import {
  findCalendarHolderId,
  listDatedDocuments,
  listExpiringDocuments,
  listUnendedGuarantees,
} from '#lib/domain/alerts/reads.ts';
import { expiryAlert, mailSwitchBody } from '#lib/domain/alerts/schema.ts';
import { unsubscribePath } from '#lib/domain/alerts/unsubscribe.ts';
import { alertView, calendarUrl } from '#lib/domain/alerts/view.ts';
import {
  endCalendar,
  openCalendar,
  setAlertMails,
  unsubscribe,
} from '#lib/domain/alerts/writes.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import { secretToken, tokenParams } from '#lib/platform/operations/fields.ts';
import { type GeneratedFileReply, notModifiedStatus } from '#lib/platform/operations/files.ts';
import { defineFile, defineOperation } from '#lib/platform/operations/operation.ts';
import {
  dataReply,
  messageReply,
  successField,
  withData,
  withMessage,
} from '#lib/platform/operations/replies.ts';

const settingsLimit = { name: 'alert-settings', points: 60, seconds: 600, per: 'account' } as const;

const expiringReply = z
  .array(expiryAlert)
  .describe('Documents expired or expiring within 30 days, soonest first.');

export const getAlerts = defineOperation({
  method: 'GET',
  path: '/api/documents/alerts',
  auth: 'signedIn',
  limit: { name: 'documents/alerts', points: 300, seconds: 600, per: 'account' },
  reply: z.object({ success: successField, expiring: expiringReply }),
  alsoAnswers: notModifiedStatus,
  summary: 'List own documents that expired or expire within 30 days',
  handler: async (ctx) => {
    const documents = await listExpiringDocuments(ctx.holderId, ctx.now);
    return {
      success: true,
      expiring: documents.map((document) => alertView(document, ctx.now)),
    } as const;
  },
});

/** The operations below are not in the published API. */
export const putAlertMails = defineOperation({
  method: 'PUT',
  path: '/api/documents/alerts/mails',
  auth: 'signedIn',
  actsFor: 'person',
  limit: settingsLimit,
  body: mailSwitchBody,
  reply: messageReply,
  summary: 'Turn the mails about expiries on or off',
  handler: async (ctx, { body }) => {
    await setAlertMails(ctx, body.enabled);
    const message = body.enabled
      ? 'Te avisaremos por correo antes de cada vencimiento.'
      : 'Ya no te enviaremos avisos de vencimiento.';
    return withMessage(message);
  },
});

export const postUnsubscribe = defineOperation({
  method: 'POST',
  path: '/api/documents/alerts/unsubscribe/{token}',
  auth: 'guest',
  limit: { name: 'alerts/unsubscribe', points: 60, seconds: 600, per: 'ip' },
  params: tokenParams,
  reply: messageReply,
  summary: 'End the mails about expiries by their own link; one click does it (RFC 8058)',
  handler: async (ctx, { params }) => {
    await unsubscribe(ctx, params.token);
    return withMessage('Ya no te enviaremos avisos de vencimiento.');
  },
});

export const postCalendar = defineOperation({
  method: 'POST',
  path: '/api/documents/calendar',
  auth: 'signedIn',
  actsFor: 'person',
  sudo: true,
  limit: settingsLimit,
  reply: dataReply(z.object({ url: z.url().describe('Where calendar programs subscribe.') })),
  summary: 'Replace the secret calendar URL; the former URL ends',
  handler: async (ctx) => {
    return withData({ url: calendarUrl(await openCalendar(ctx)) });
  },
});

export const deleteCalendar = defineOperation({
  method: 'DELETE',
  path: '/api/documents/calendar',
  auth: 'signedIn',
  actsFor: 'person',
  limit: settingsLimit,
  reply: messageReply,
  summary: 'End the secret calendar address',
  handler: async (ctx) => {
    await endCalendar(ctx);
    return withMessage('La dirección del calendario ya no funciona.');
  },
});

const calendar = { produces: 'text/calendar' } as const;

export const getCalendarFile = defineFile({
  ...calendar,
  path: '/api/documents/calendar.ics',
  auth: 'signedIn',
  limit: { name: 'documents/calendar.ics', points: 60, seconds: 600, per: 'account' },
  summary: 'Download own expiries as an iCalendar file',
  handler: async (ctx) => buildCalendarFile(ctx.holderId),
});

/** The limit is high, because a calendar service fetches for all its users from few IPs. */
export const getCalendarFeed = defineFile({
  ...calendar,
  path: '/api/documents/calendar/{token}',
  auth: 'guest',
  limit: { name: 'documents/calendar', points: 600, seconds: 600, per: 'ip' },
  params: tokenParams,
  summary: 'Get the expiries by the secret calendar address',
  handler: async (_ctx, { params }) => {
    const accountId = await findCalendarHolderId(params.token);
    if (!accountId) throw new AppError('not_found');
    return buildCalendarFile(accountId);
  },
});

/** Mail programs without one-click unsubscription open this URL as a link. */
export const getUnsubscribe = defineFile({
  path: '/api/documents/alerts/unsubscribe/{token}',
  auth: 'guest',
  limit: { unlimited: 'changes nothing: it leads to the page that asks' },
  params: z.object({ token: secretToken.regex(/^[\w.-]{1,200}$/) }),
  alsoAnswers: { 302: 'To the page with the button.' },
  summary: 'Go to the page that ends the mails about expiries',
  handler: async (_ctx, { params }) => ({ redirect: unsubscribePath(params.token) }),
});

async function buildCalendarFile(accountId: string): Promise<GeneratedFileReply> {
  const [documents, guarantees] = await Promise.all([
    listDatedDocuments(accountId),
    listUnendedGuarantees(accountId),
  ]);
  return {
    content: expiryCalendar(documents, guarantees),
    type: 'text/calendar; charset=utf-8',
    name: 'vencimientos.ics',
  };
}
