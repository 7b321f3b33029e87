import { sql } from 'drizzle-orm';
import { findAccountByEmail } from '#lib/domain/accounts/reads.ts';
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
import { refusals } from '#lib/domain/papers/copy.ts';
import { findAsked } from '#lib/domain/papers/reads.ts';
import { papersBy } from '#lib/domain/papers/rules.ts';
import type { PageKind } from '#lib/domain/papers/view.ts';
import type { UploadKind } from '#lib/domain/uploads/schema.ts';
import { addKept } from '#lib/domain/uploads/writes.ts';
import { getDb, type Reads, type Tx } from '#lib/platform/db/client.ts';
import { repetitionOf } from '#lib/platform/db/repetition.ts';
import { leads } from '#lib/platform/db/schema/leads.ts';
import { MINUTE } from '#lib/platform/durations.ts';
import { AppError } from '#lib/platform/errors.ts';
import type { GuestCtx } from '#lib/platform/operation.ts';

/**
 * What a link leads to and still takes files: a request in progress, or a message whose person was asked
 * for papers. Throws `invalid_token`, `share_expired`, `conflict`.
 */
export async function getOpenLead(
  kind: PageKind,
  token: string,
  now: number,
  db: Reads | Tx = getDb().read,
) {
  const link = await findLink(kind, token, db);
  if (!link) throw new AppError('invalid_token');
  if (isEnded(link, now)) throw new AppError('share_expired');
  const by = kind === 'receipt' ? leads.submissionId : leads.id;
  const lead = await findAsked(Number(link.subject), db, by);
  if (!lead) throw new AppError('invalid_token');
  if (isDecided(lead.state)) throw new AppError('conflict', { message: filesClosed });
  const over = papersBy(['late', 'revoked'], lead.papers, now).map(({ id }) => id);
  if (kind === 'lead-receipt' && over.length === lead.papers.length) {
    throw new AppError('conflict', { message: refusals.over });
  }
  return { ...lead, over, isMailed: link.mailedTo !== null };
}

/** `paperId`: what was asked for. `isOwn`: a copy from the vault. */
type AddedFile = {
  uploadId: string;
  kind: UploadKind;
  fileName: string;
  size: number;
  field: string;
  paperId: number | undefined;
  isOwn: boolean;
};

type Sent = {
  files: readonly AddedFile[];
  /** The view of the page. */
  view: string | undefined;
};

/**
 * Files join a request or message by its page, which the team, the CRM and its history are told, in one
 * write. The same files from the same `view` of the page again change nothing.
 */
export async function addFiles(
  ctx: GuestCtx,
  kind: PageKind,
  token: string,
  { files, view }: Sent,
): Promise<void> {
  const { now } = ctx;
  const sent = files.map(({ field, fileName, size }) => ({ field, fileName, size }));
  const key = repetitionOf(token, { view, sent })?.bodyHash;
  await getDb().write(async (tx) => {
    const lead = await getOpenLead(kind, token, now, tx);
    const { leadId, submissionId, papers, email } = lead;
    if (await isKnown(tx, leadId, key)) return;
    if (files.some(({ paperId }) => paperId && lead.over.includes(paperId))) {
      throw new AppError('conflict', { message: refusals.over });
    }
    // What a stranger may have sent is filed in no vault.
    const account = lead.isMailed ? await findAccountByEmail(email, tx) : null;
    const vaultOf = account?.emailVerifiedAt ? account.id : null;
    const joining = files.map((file) => ({ ...file, vaultOf: file.isOwn ? null : vaultOf }));
    const { added, missing } = await addKept(tx, joining, { submissionId, leadId, now });
    const gone = files.find(({ uploadId }) => missing.includes(uploadId));
    if (gone) throw new AppError('validation_failed', { fields: { [gone.field]: missingFile } });
    const fresh = files
      .filter(({ uploadId }) => added.includes(uploadId))
      .map(({ kind, fileName, size, paperId }) => {
        const paper = papers.find(({ id }) => id === paperId)?.title;
        return { kind, fileName, size, paper };
      });
    if (fresh.length === 0) return;
    const event = { kind: 'files', files: fresh } as const;
    const eventId = await addLeadEvent(tx, { leadId, event, actor: 'guest', at: now }, key);
    await noteInCrm(tx, { leadId, eventId, now });
    await tellTeam(tx, { leadId, eventId, now });
    await tell(tx, ctx, lead, { action: 'request.files-added', actor: 'guest' });
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
