import { eq } from 'drizzle-orm';
import { audit } from '#lib/domain/audit/writes.ts';
import {
  findShareLink,
  getOwnDocumentIds,
  getOwnLink,
} from '#lib/domain/share-links/reads/links.ts';
import { countOpenLinks } from '#lib/domain/share-links/reads/list-shares.ts';
import {
  DEFAULT_HOURS,
  linkEnd,
  MAX_LIVE_LINKS,
  shareState,
} from '#lib/domain/share-links/rules.ts';
import { type NewShare, parseRecipientEmail } from '#lib/domain/share-links/schema.ts';
import { shareUrlOf, shortCodeOf, shortUrlOf } from '#lib/domain/share-links/view.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { shareLinkDocuments, shareLinks } from '#lib/platform/db/schema/share-links.ts';
import { AppError, conflict } from '#lib/platform/operations/errors.ts';
import type { SignedInCtx } from '#lib/platform/operations/operation.ts';
import { HOUR } from '#lib/platform/process/durations.ts';
import { randomId, randomToken } from '#lib/platform/security/ids.ts';
import { hashPassword } from '#lib/platform/security/passwords.ts';
import { hashToken } from '#lib/platform/security/secrets.ts';

/**
 * Creates one link, or one for each recipient. Returns id and URLs of the first link, and the ids
 * of all. The long URL is returned only here, because only its hash is stored. Throws
 * `document_not_found`, and `conflict` if a document is not scanned yet or `MAX_LIVE_LINKS` links
 * are open.
 */
export async function createShareLink(ctx: SignedInCtx, input: NewShare) {
  const token = randomToken();
  const { expiresInDays: days, expiresInHours: hours } = input;
  const expiresAt = linkEnd({ days, hours }, ctx.now);
  const keys = new Set([input.documentKey ?? [], input.documentKeys ?? []].flat());
  const passwordHash = input.password ? await hashPassword(input.password) : null;
  const { label = null, recipientNote: note = null, maxOpenings = null, notify, viewOnly } = input;
  const newLinkFor = (recipient: string | null, linkToken?: string) => {
    const email = input.emailCode && recipient ? parseRecipientEmail(recipient) : null;
    const settings = { label, note, recipient, email, passwordHash, maxOpenings, notify, viewOnly };
    return newLink(ctx, { ...settings, expiresAt }, linkToken);
  };
  const firstLink = newLinkFor(input.recipients?.[0] ?? null, token);
  const links = [firstLink, ...(input.recipients ?? []).slice(1).map((name) => newLinkFor(name))];
  await getDb().write(async (tx) => {
    await insertLinks(tx, ctx, links, await getOwnDocumentIds(tx, ctx, [...keys]));
  });
  const { id } = firstLink;
  const ids = links.map((link) => link.id);
  return { id, ids, shareUrl: shareUrlOf(token), shortUrl: shortUrlOf(firstLink), expiresAt };
}

/**
 * Creates a new link with the settings of an ended one. Throws `share_not_found`, and `conflict` if
 * the earlier link is still open or none of its documents is left.
 */
export async function repeatShareLink(ctx: SignedInCtx, id: string): Promise<{ id: string }> {
  const { now } = ctx;
  const endedLink = await findShareLink(id);
  if (endedLink?.accountId !== ctx.holderId) throw new AppError('share_not_found');
  const state = shareState(endedLink, endedLink.documents.length, now);
  if (state === 'live') throw conflict('Ese enlace todavía sirve.');
  const documentIds = endedLink.documents.map((document) => document.id);
  if (documentIds.length === 0) {
    throw conflict('Ya no está ninguno de sus documentos.');
  }
  const { label, note, recipient, email, passwordHash, maxOpenings, notify, viewOnly } = endedLink;
  const lifetimeMs = endedLink.revokedAt
    ? DEFAULT_HOURS * HOUR
    : endedLink.expiresAt - endedLink.createdAt;
  const settings = { label, note, recipient, email, passwordHash, maxOpenings, notify, viewOnly };
  const link = newLink(ctx, { ...settings, expiresAt: now + lifetimeMs });
  await getDb().write(async (tx) => {
    await insertLinks(tx, ctx, [link], documentIds);
    await tx
      .update(shareLinks)
      .set({ requestedAt: null, requestedBy: null })
      .where(eq(shareLinks.id, id));
  });
  return { id: link.id };
}

/** Ends a link of the account at once. Ended ones stay unchanged. Throws `share_not_found`. */
export async function revokeShareLink(ctx: SignedInCtx, id: string): Promise<void> {
  const { holderId, now } = ctx;
  await getDb().write(async (tx) => {
    const { revokedAt, expiresAt } = await getOwnLink(tx, holderId, id);
    if (revokedAt !== null || expiresAt <= now) return;
    const revocation = { revokedAt: now, expiresAt: now };
    await tx.update(shareLinks).set(revocation).where(eq(shareLinks.id, id));
    await audit(tx, ctx, { accountId: holderId, action: 'share.revoked', subject: id });
  });
}

type Row = typeof shareLinks.$inferInsert;
type GeneratedColumn =
  | 'id'
  | 'tokenHash'
  | 'codeHash'
  | 'recipientEmail'
  | 'accountId'
  | 'personId'
  | 'createdAt';

function newLink(
  { holderId, companyId, accountId, now }: SignedInCtx,
  settings: Omit<Row, GeneratedColumn>,
  token = randomToken(),
) {
  const id = randomId();
  const secrets = { tokenHash: hashToken(token), codeHash: hashToken(shortCodeOf(id)) };
  const personId = companyId ? accountId : null;
  const recipientEmail = parseRecipientEmail(settings.recipient ?? '');
  const row = { id, ...secrets, accountId: holderId, personId, recipientEmail, createdAt: now };
  return { ...row, ...settings };
}

async function insertLinks(
  tx: Tx,
  ctx: SignedInCtx,
  links: Row[],
  documentIds: readonly string[],
): Promise<void> {
  const { holderId, now } = ctx;
  const openLinkCount = await countOpenLinks(tx, holderId, now);
  if (openLinkCount + links.length > MAX_LIVE_LINKS) {
    const message = `Tienes ${MAX_LIVE_LINKS} enlaces abiertos. Cierra alguno para compartir otro.`;
    throw conflict(message);
  }
  await tx.insert(shareLinks).values(links);
  const entries = documentIds.map((documentId, position) => ({ position, documentId }));
  await tx
    .insert(shareLinkDocuments)
    .values(links.flatMap(({ id }) => entries.map((entry) => ({ linkId: id, ...entry }))));
  await audit(tx, ctx, { accountId: holderId, action: 'share.created', subject: links[0]?.id });
}
