import { and, desc, eq, gt, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { ResendableLinkKind } from '#lib/domain/links/copy.ts';
import { isEnded, type Link, type LinkKind } from '#lib/domain/links/rules.ts';
import { linkPath, linkUrl } from '#lib/domain/links/view.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { getDb, type ReadDb, type Tx } from '#lib/platform/db/client.ts';
import { issuedGuarantees } from '#lib/platform/db/schema/issued-guarantees.ts';
import { leads } from '#lib/platform/db/schema/leads.ts';
import { links } from '#lib/platform/db/schema/links.ts';
import { submissions } from '#lib/platform/db/schema/submissions.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import { listSignatures, sign, verifySignedToken } from '#lib/platform/security/secrets.ts';

/** Finds a link by its token, ended or not. Returns null for a forged token or a deleted link. */
export async function findLink(
  kind: LinkKind,
  token: string,
  db: ReadDb | Tx = getDb().read,
): Promise<Link | null> {
  const id = verifySignedToken(kind, token);
  return id === null ? null : findLinkById(kind, id, db);
}

/** Returns a link that still works. Throws `notFoundCode`, or `share_expired` after its end. */
export async function getLink(
  kind: LinkKind,
  token: string,
  now: number,
  notFoundCode: 'not_found' | 'invalid_token',
  db?: ReadDb | Tx,
): Promise<Link> {
  const link = await findLink(kind, token, db);
  if (!link) throw new AppError(notFoundCode);
  if (isEnded(link, now)) throw new AppError('share_expired');
  return link;
}

export async function findLinkById(kind: LinkKind, id: string, db: ReadDb | Tx = getDb().read) {
  const [row] = await db
    .select()
    .from(links)
    .where(and(eq(links.kind, kind), eq(links.id, id)))
    .limit(1);
  return row ?? null;
}

/**
 * Returns the path of the link that was shown on the screen when the request was sent. It was never
 * mailed, so opening it does not prove an e-mail. Throws `not_found` if there is none.
 */
export async function getShownPath(kind: LinkKind, subject: number): Promise<string> {
  const link = await findNewestLink(kind, subject, isNull(links.mailedTo));
  if (!link) throw new AppError('not_found');
  return linkPath(kind, link.id);
}

/** Finds the newest mailed link of a subject. If that link has ended, its page offers a new one. */
export function findMailedLink(kind: LinkKind, subject: number): Promise<Link | null> {
  return findNewestLink(kind, subject, isNotNull(links.mailedTo));
}

async function findNewestLink(
  kind: LinkKind,
  subject: number,
  condition: SQL,
): Promise<Link | null> {
  const [row] = await getDb()
    .read.select()
    .from(links)
    .where(and(eq(links.kind, kind), eq(links.subject, String(subject)), condition))
    .orderBy(desc(links.endsAt), desc(links.createdAt))
    .limit(1);
  return row ?? null;
}

/** Returns a URL for mails about a request: its newest mailed link, or its page in the panel. */
export async function readRequestUrl(
  submissionId: number,
): Promise<{ url: string; isLink: boolean }> {
  const link = await findMailedLink('receipt', submissionId);
  const panelUrl = `${getEnv().appUrl}/panel/solicitudes/${submissionId}`;
  return { url: link ? linkUrl('receipt', link.id) : panelUrl, isLink: link !== null };
}

/** Returns when the last link of a subject ends, or null if no link opens it. */
export async function findLastEnd(
  kind: LinkKind,
  subject: number,
  now: number,
): Promise<number | null> {
  const [row] = await getDb()
    .read.select({ endsAt: links.endsAt })
    .from(links)
    .where(and(eq(links.kind, kind), eq(links.subject, String(subject)), gt(links.endsAt, now)))
    .orderBy(desc(links.endsAt))
    .limit(1);
  return row?.endsAt ?? null;
}

/** Lists the links to the pages of these requests, for the applicant, without the tokens. */
export async function listRequestPageLinks(submissionIds: number[]) {
  return getDb()
    .read.select({
      request: links.subject,
      createdAt: links.createdAt,
      endsAt: links.endsAt,
      openedAt: links.openedAt,
    })
    .from(links)
    .where(and(eq(links.kind, 'receipt'), inArray(links.subject, submissionIds.map(String))))
    .orderBy(desc(links.createdAt))
    .limit(5000);
}

/** Returns the hash by which links and news store an e-mail. */
export function emailHash(email: string): string {
  return sign('address', email.toLowerCase());
}

/** Returns the hashes of an e-mail under the present secret and under earlier ones. */
export function emailHashes(email: string): string[] {
  return listSignatures('address', email.toLowerCase());
}

export function mailedToCondition(email: string): SQL {
  return sql`mailed_to in ${emailHashes(email)}`;
}

const subjectTables = {
  receipt: [submissions, submissions.id],
  'lead-receipt': [leads, leads.id],
  issued: [issuedGuarantees, issuedGuarantees.number],
} as const;

/** Returns the e-mail to which a new link for a subject is sent, or null without a subject. */
export async function findRecipient(
  kind: ResendableLinkKind,
  subject: string,
): Promise<string | null> {
  const [table, id] = subjectTables[kind];
  const [row] = await getDb()
    .read.select({ email: table.email })
    .from(table)
    .where(eq(id, Number(subject)))
    .limit(1);
  // An erasure leaves the e-mail empty.
  return row?.email || null;
}
