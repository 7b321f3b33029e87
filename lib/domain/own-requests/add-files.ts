import { findAccountByEmail } from '#lib/domain/accounts/reads.ts';
import { missingFile } from '#lib/domain/guarantees/writes.ts';
import { isDecided } from '#lib/domain/leads/rules.ts';
import { type Door, openDoor } from '#lib/domain/links/doors.ts';
import { addNews, isKnown } from '#lib/domain/own-requests/add-news.ts';
import { filesClosed } from '#lib/domain/own-requests/copy.ts';
import { refusals } from '#lib/domain/papers/copy.ts';
import { findAsked } from '#lib/domain/papers/reads.ts';
import { papersBy } from '#lib/domain/papers/rules.ts';
import type { UploadKind } from '#lib/domain/uploads/schema.ts';
import { addKept } from '#lib/domain/uploads/writes.ts';
import { getDb, type Reads, type Tx } from '#lib/platform/db/client.ts';
import { repetitionOf } from '#lib/platform/db/idempotency.ts';
import { AppError } from '#lib/platform/errors.ts';
import type { RequestCtx } from '#lib/platform/operation.ts';

/** A request in progress, or a message asked for papers. Throws as `openDoor`, `conflict`. */
export async function getOpenLead(door: Door, now: number, db: Reads | Tx = getDb().read) {
  const { leadId, isProved } = await openDoor(door, now, db);
  const lead = await findAsked(leadId, db);
  if (!lead) throw new AppError('not_found');
  if (isDecided(lead.state)) throw new AppError('conflict', { message: filesClosed });
  const over = papersBy(['late', 'revoked'], lead.papers, now).map(({ id }) => id);
  if (lead.submissionId === null && over.length === lead.papers.length) {
    throw new AppError('conflict', { message: refusals.over });
  }
  return { ...lead, over, isProved };
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
  view: string | undefined;
};

/** Told to the team, the CRM and the history. The same files from one `view` change nothing. */
export async function addFiles(ctx: RequestCtx, door: Door, { files, view }: Sent): Promise<void> {
  const { now } = ctx;
  const sent = files.map(({ field, fileName, size }) => ({ field, fileName, size }));
  const key = repetitionOf(door.kind, { view, sent })?.bodyHash;
  await getDb().write(async (tx) => {
    const lead = await getOpenLead(door, now, tx);
    const { leadId, submissionId, papers, email } = lead;
    if (await isKnown(tx, leadId, key)) return;
    if (files.some(({ paperId }) => paperId && lead.over.includes(paperId))) {
      throw new AppError('conflict', { message: refusals.over });
    }
    // What a stranger may have sent is filed in no vault.
    const account = lead.isProved ? await findAccountByEmail(email, tx) : null;
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
    await addNews(tx, ctx, door, { ...lead, event: { kind: 'files', files: fresh }, key });
  });
}
