import { eq, sql } from 'drizzle-orm';
import { findOffered, type Offered } from '#lib/domain/conditions/reads.ts';
import { tell } from '#lib/domain/conditions/writes.ts';
import { wakeDeliveries } from '#lib/domain/deliveries/wake.ts';
import { enqueueDelivery, withdrawDeliveries } from '#lib/domain/deliveries/writes.ts';
import { missingFile } from '#lib/domain/guarantees/writes.ts';
import { isDecided, leadTeamLane } from '#lib/domain/leads/rules.ts';
import { addLeadEvent, noteInCrm } from '#lib/domain/leads/writes.ts';
import { findLink } from '#lib/domain/links/reads.ts';
import { isEnded } from '#lib/domain/links/rules.ts';
import { filesClosed } from '#lib/domain/own-requests/copy.ts';
import { filesNews } from '#lib/domain/own-requests/schema.ts';
import type { UploadKind } from '#lib/domain/uploads/schema.ts';
import { addKept } from '#lib/domain/uploads/writes.ts';
import { getDb, type Reads, type Tx } from '#lib/platform/db/client.ts';
import { repetitionOf } from '#lib/platform/db/repetition.ts';
import { leads } from '#lib/platform/db/schema/leads.ts';
import { MINUTE } from '#lib/platform/durations.ts';
import { AppError } from '#lib/platform/errors.ts';
import type { GuestCtx } from '#lib/platform/operation.ts';

/** The request in progress behind a link to it. Throws `invalid_token`, `share_expired`, `conflict`. */
export async function getOpenRequest(
  token: string,
  now: number,
  db: Reads | Tx = getDb().read,
): Promise<Offered> {
  const link = await findLink('receipt', token, db);
  if (!link) throw new AppError('invalid_token');
  if (isEnded(link, now)) throw new AppError('share_expired');
  const request = await findOffered(eq(leads.submissionId, Number(link.subject)), db);
  if (!request) throw new AppError('invalid_token');
  if (isDecided(request.state)) throw new AppError('conflict', { message: filesClosed });
  return request;
}

type AddedFile = { uploadId: string; kind: UploadKind; fileName: string; size: number };

/**
 * Files join a request by its page, which the team, the CRM and its history are told, in one write. The
 * same files from the same `view` of the page again change nothing.
 */
export async function addFiles(
  ctx: GuestCtx,
  token: string,
  { files, view }: { files: readonly AddedFile[]; view: string | undefined },
): Promise<void> {
  const { now } = ctx;
  const sent = files.map(({ uploadId: _, ...file }) => file);
  const key = repetitionOf(token, { view, sent })?.bodyHash;
  await getDb().write(async (tx) => {
    const request = await getOpenRequest(token, now, tx);
    const { leadId, submissionId } = request;
    if (await isKnown(tx, leadId, key)) return;
    const ids = files.map(({ uploadId }) => uploadId);
    const { added, missing } = await addKept(tx, ids, { submissionId, now });
    const gone = files.find(({ uploadId }) => missing.includes(uploadId));
    if (gone) throw new AppError('validation_failed', { fields: { [gone.kind]: missingFile } });
    const fresh = sent.filter((_, n) => added.includes(ids[n] ?? ''));
    if (fresh.length === 0) return;
    const event = { kind: 'files', files: fresh } as const;
    const eventId = await addLeadEvent(tx, { leadId, event, actor: 'guest', at: now }, key);
    await noteInCrm(tx, { leadId, eventId, now });
    await tellTeam(tx, { leadId, eventId, now });
    await tell(tx, ctx, request, { action: 'request.files-added', actor: 'guest' });
  });
  wakeDeliveries();
}

async function isKnown(tx: Tx, leadId: number, key: string | undefined): Promise<boolean> {
  const rows = await tx.all(sql`select 1 from lead_events
    where lead_id = ${leadId} and kind = 'files' and detail ->> '$.key' = ${key} limit 1`);
  return rows.length > 0;
}

const FILES_MAIL = 'lead.files-mail' as const;
/** The delay before the team is told, so that what is sent in several goes is one mail. */
const FILES_MAIL_DELAY_MS = MINUTE;

type News = { leadId: number; eventId: number; now: number };

async function tellTeam(tx: Tx, { leadId, eventId, now }: News): Promise<void> {
  const mail = { lane: leadTeamLane(leadId), kind: FILES_MAIL, now };
  const untold = (await withdrawDeliveries(tx, mail)).map((text) =>
    filesNews.parse(JSON.parse(text)),
  );
  const payload = { leadId, eventIds: [...untold.flatMap(({ eventIds }) => eventIds), eventId] };
  await enqueueDelivery(tx, { ...mail, payload, notBefore: now + FILES_MAIL_DELAY_MS });
}
