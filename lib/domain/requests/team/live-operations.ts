import { z } from 'zod';
import { listLeadActivity } from '#lib/domain/requests/leads/reads/concurrent-acts.ts';
import { readInboxVersion, readNewestEventId } from '#lib/domain/requests/team/reads/versions.ts';
import { leadParams } from '#lib/domain/requests/team/schema.ts';
import { watchLead } from '#lib/domain/requests/team/watchers.ts';
import { auditLeadNews } from '#lib/domain/requests/team/writes/open-lead.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { optional } from '#lib/platform/operations/fields.ts';
import { defineOperation } from '#lib/platform/operations/operation.ts';
import { dataReply, timeField, withData } from '#lib/platform/operations/replies.ts';

const changesQuery = z.object({
  version: optional(z.string().max(60)).describe('Version of the inbox that the client has.'),
});
const newsQuery = z.object({
  after: z.coerce
    .number()
    .pipe(z.int().min(0))
    .describe('Id of the newest event that the client has; 0 for none.'),
  watching: optional(z.literal('yes')).describe('Whether the advisor looks at the page now.'),
});
const newsReply = z.object({
  events: z
    .array(
      z.object({
        id: z.int().describe('Id of the event.'),
        at: timeField('When it happened, UTC.'),
        title: z.string().describe('The event in a few words.'),
        text: z.string().optional().describe('What was written.'),
        isOwn: z.boolean().describe('Whether the caller caused the event.'),
      }),
    )
    .describe('What happened since.'),
  newest: z.int().describe('Id of the last event of the lead; 0: none.'),
  watching: z
    .array(z.string())
    .describe('Names of other advisors who had the lead open within 30 seconds.'),
  isSame: z.boolean().describe('True without news; such a reply is an empty 204.'),
});

/**
 * Open pages ask every few seconds. Each call is cheap: the queries use indexes, and a reply
 * without news is an empty 204.
 */
const pollingLimit = { points: 900, seconds: 600, per: 'account' } as const;

export const getChanges = defineOperation({
  method: 'GET',
  path: '/api/admin/changes',
  auth: 'admin',
  limit: { ...pollingLimit, name: 'admin/changes' },
  query: changesQuery,
  reply: dataReply(
    z.object({
      version: z.string().nullable().describe('To be given back with the next look.'),
    }),
  ),
  alsoAnswers: { 204: 'Nothing changed since.' },
  summary: 'Get the version of the inbox, which changes with each row',
  status: ({ data }) => (data.version === null ? 204 : 200),
  handler: async (_ctx, { query }) => {
    const version = await readInboxVersion();
    return withData({ version: version === query.version ? null : version });
  },
});

export const getLeadEvents = defineOperation({
  method: 'GET',
  path: '/api/admin/leads/{id}/events',
  auth: 'admin',
  limit: { ...pollingLimit, name: 'admin/events' },
  params: leadParams,
  query: newsQuery,
  reply: dataReply(newsReply),
  alsoAnswers: { 204: 'Nothing happened since, and nobody else has it open.' },
  summary: 'Get new acts on a lead, and who has it open',
  status: ({ data }) => (data.isSame ? 204 : 200),
  handler: async (ctx, { params: { id }, query: { after: lastId, watching } }) => {
    const news = await listLeadActivity(getDb().read, ctx.accountId, id, lastId);
    if (news.length > 0) await auditLeadNews(ctx, id);
    const events = news.map(({ at, ...one }) => ({ ...one, at: new Date(at).toISOString() }));
    const newestId = await readNewestEventId(id);
    const otherWatchers = await watchLead(ctx, id, watching === 'yes');
    const isSame = otherWatchers.length === 0 && newestId === lastId;
    return withData({ events, newest: newestId, watching: otherWatchers, isSame });
  },
});
