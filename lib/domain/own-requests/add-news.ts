import { sql } from 'drizzle-orm';
import { tell } from '#lib/domain/conditions/writes.ts';
import { enqueueDelivery, withdrawDeliveries } from '#lib/domain/deliveries/writes.ts';
import { leadTeamLane } from '#lib/domain/leads/rules.ts';
import type { LeadEvent } from '#lib/domain/leads/schema.ts';
import { addLeadEvent, noteInCrm } from '#lib/domain/leads/writes.ts';
import { actorOf, type Door, openDoor } from '#lib/domain/links/doors.ts';
import { filesNews } from '#lib/domain/own-requests/schema.ts';
import { findAsked } from '#lib/domain/papers/reads.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { repetitionOf } from '#lib/platform/db/idempotency.ts';
import { MINUTE } from '#lib/platform/durations.ts';
import { AppError } from '#lib/platform/errors.ts';
import type { RequestCtx } from '#lib/platform/operation.ts';

type News = {
  leadId: number;
  email: string;
  event: Extract<LeadEvent, { kind: 'files' | 'message' }>;
  key: string | undefined;
};

/** Told to the team, the CRM and the history. The same text from one `view` changes nothing. */
export async function sendMessage(
  ctx: RequestCtx,
  door: Door,
  { text, view }: { text: string; view: string },
): Promise<void> {
  const key = repetitionOf(door.kind, { view, text })?.bodyHash;
  await getDb().write(async (tx) => {
    const lead = await findAsked((await openDoor(door, ctx.now, tx)).leadId, tx);
    if (!lead) throw new AppError('not_found');
    if (await isKnown(tx, lead.leadId, key)) return;
    await addNews(tx, ctx, door, { ...lead, event: { kind: 'message', text }, key });
  });
}

const actions = { files: 'request.files-added', message: 'request.message-sent' } as const;

export async function addNews(
  tx: Tx,
  ctx: RequestCtx,
  door: Door,
  { event, key, ...lead }: News,
): Promise<void> {
  const { leadId } = lead;
  const { now } = ctx;
  const actor = actorOf(door);
  const eventId = await addLeadEvent(tx, { leadId, event, actor, at: now }, key);
  await noteInCrm(tx, { leadId, eventId, now });
  await tellTeam(tx, { leadId, eventId, now });
  await tell(tx, ctx, lead, { action: actions[event.kind], actor });
}

export async function isKnown(tx: Tx, leadId: number, key: string | undefined): Promise<boolean> {
  const rows = await tx.all(sql`select 1 from lead_events where lead_id = ${leadId}
    and kind in ('files', 'message') and detail ->> '$.key' = ${key} limit 1`);
  return rows.length > 0;
}

const NEWS_MAIL = 'lead.files-mail' as const;
/** The delay before the team is told, so that what is sent in several goes is one mail. */
const NEWS_MAIL_DELAY_MS = MINUTE;

async function tellTeam(
  tx: Tx,
  { leadId, eventId, now }: { leadId: number; eventId: number; now: number },
): Promise<void> {
  const mail = { lane: leadTeamLane(leadId), kind: NEWS_MAIL, now };
  const untold = (await withdrawDeliveries(tx, mail)).map((text) =>
    filesNews.parse(JSON.parse(text)),
  );
  const payload = { leadId, eventIds: [...untold.flatMap(({ eventIds }) => eventIds), eventId] };
  await enqueueDelivery(tx, { ...mail, payload, notBefore: now + NEWS_MAIL_DELAY_MS });
}
