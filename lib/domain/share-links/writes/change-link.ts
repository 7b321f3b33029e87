import { eq } from 'drizzle-orm';
import { audit } from '#lib/domain/audit/writes.ts';
import type { ShareChange } from '#lib/domain/share-links/change-schema.ts';
import { getOwnDocumentIds, getOwnLink } from '#lib/domain/share-links/reads/links.ts';
import { listDocuments } from '#lib/domain/share-links/reads/list-shares.ts';
import { linkEnd, shareState } from '#lib/domain/share-links/rules.ts';
import { parseRecipientEmail } from '#lib/domain/share-links/schema.ts';
import { versionOf } from '#lib/domain/share-links/view.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { shareLinkDocuments, shareLinks } from '#lib/platform/db/schema/share-links.ts';
import { AppError, conflict, type FieldErrors } from '#lib/platform/operations/errors.ts';
import type { SignedInCtx } from '#lib/platform/operations/operation.ts';
import { hashPassword } from '#lib/platform/security/passwords.ts';

type Link = typeof shareLinks.$inferSelect;
type ListedDocuments = Awaited<ReturnType<typeof listDocuments>>;
type LinkDocuments = NonNullable<ReturnType<ListedDocuments['get']>>;

/**
 * Changes settings of a link that is still open. Absent fields keep their value. If the password or
 * the e-mail for codes changes, visitors must prove again that they know it. Throws:
 * - `share_not_found`
 * - `conflict` if the link has ended or was edited after the form's page was loaded (`version`)
 * - `document_not_found` if a document is not of this vault
 * - `validation_failed` if the settings contradict each other or the openings so far
 */
export async function changeShareLink(
  ctx: SignedInCtx,
  id: string,
  change: ShareChange,
): Promise<void> {
  const { holderId, now } = ctx;
  const { password } = change;
  const passwordHash = password ? await hashPassword(password) : password;
  await getDb().write(async (tx) => {
    const previousLink = await getOwnLink(tx, holderId, id);
    const linkedDocuments = (await listDocuments([id], tx)).get(id) ?? [];
    const remainingDocuments = linkedDocuments.filter(({ fileName }) => fileName !== null);
    if (shareState(previousLink, remainingDocuments.length, now) !== 'live') {
      throw conflict('Ese enlace ya terminó. Crea otro igual.');
    }
    const version = versionOf(previousLink, linkedDocuments);
    if (change.version && change.version !== version) throw conflict(changedMeanwhileText);
    const changes = { ...linkValues(previousLink, change, now), ...passwordValues(passwordHash) };
    const keys = change.documentKeys && [...new Set(change.documentKeys)];
    const ids = keys && orderDocumentIds(await getOwnDocumentIds(tx, ctx, keys), linkedDocuments);
    const nextDocuments = ids?.map((documentId) => ({ id: documentId })) ?? linkedDocuments;
    if (versionOf({ ...previousLink, ...changes }, nextDocuments) === version) return;
    await tx.update(shareLinks).set(changes).where(eq(shareLinks.id, id));
    if (ids) await replaceLinkDocuments(tx, id, ids, linkedDocuments);
    await audit(tx, ctx, { accountId: holderId, action: 'share.changed', subject: id });
  });
}

const changedMeanwhileText =
  'Este enlace cambió mientras lo editabas. Si guardas lo que escribiste, reemplaza lo que hay ahora.';

/**
 * Returns the columns that set the password, or remove it (null), and forget wrong tries. Returns
 * none if no password is given.
 */
function passwordValues(passwordHash: string | null | undefined) {
  return passwordHash === undefined ? {} : { passwordHash, wrongTries: 0, wrongSince: null };
}

function linkValues(previousLink: Link, change: ShareChange, now: number) {
  const {
    label = previousLink.label,
    recipientNote: note = previousLink.note,
    notify = previousLink.notify,
  } = change;
  const { recipient = previousLink.recipient, viewOnly = previousLink.viewOnly } = change;
  const { maxOpenings = previousLink.maxOpenings } = change;
  const {
    emailCode: requiresEmailCode = previousLink.email !== null,
    expiresInDays: days,
    expiresInHours: hours,
  } = change;
  const recipientEmail = parseRecipientEmail(recipient ?? '');
  const fields: FieldErrors = {};
  if (requiresEmailCode && !recipientEmail) {
    fields.recipient = 'Escribe el correo de quien lo recibe: ahí llega el código.';
  }
  const sentTo =
    previousLink.sentAt === null ? null : parseRecipientEmail(previousLink.recipient ?? '');
  if (sentTo && recipientEmail !== sentTo) {
    fields.recipient = `Ya lo enviamos a ${sentTo}. Para otro correo, crea otro enlace.`;
  }
  if (maxOpenings !== null && maxOpenings <= previousLink.openings) {
    fields.maxOpenings = `Ya lleva ${previousLink.openings}: elige más, o cierra el enlace.`;
  }
  if (Object.keys(fields).length > 0) throw new AppError('validation_failed', { fields });
  const expiresAt =
    days || hours ? linkEnd({ days, hours: hours ?? 0 }, now) : previousLink.expiresAt;
  const email = requiresEmailCode ? recipientEmail : null;
  return {
    label,
    note,
    notify,
    viewOnly,
    recipient,
    recipientEmail,
    maxOpenings,
    email,
    expiresAt,
  };
}

/**
 * Orders the documents of a changed link: first the kept documents in their order, then the added
 * ones.
 */
function orderDocumentIds(ids: readonly string[], linked: LinkDocuments): string[] {
  return [...new Set([...linked.flatMap(({ id }) => (ids.includes(id) ? id : [])), ...ids])];
}

/**
 * Replaces a link's documents. A kept document keeps `renewedAt`, the time at which it replaced an
 * older version.
 */
async function replaceLinkDocuments(
  tx: Tx,
  linkId: string,
  ids: readonly string[],
  linked: LinkDocuments,
) {
  const renewalTimes = new Map(linked.map(({ id, renewedAt }) => [id, renewedAt]));
  await tx.delete(shareLinkDocuments).where(eq(shareLinkDocuments.linkId, linkId));
  await tx.insert(shareLinkDocuments).values(
    ids.map((documentId, position) => {
      return { linkId, position, documentId, renewedAt: renewalTimes.get(documentId) ?? null };
    }),
  );
}
