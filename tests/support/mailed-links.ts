import { eq } from 'drizzle-orm';
import { findLink, getShownPath } from '#lib/domain/links/reads.ts';
import { LINK_DAYS, type Link, type LinkKind } from '#lib/domain/links/rules.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { links } from '#lib/platform/db/schema/links.ts';
import { now } from '#lib/platform/process/clock.ts';
import { randomId } from '#lib/platform/security/ids.ts';
import { signedToken } from '#lib/platform/security/secrets.ts';

/** Inserts a link to a subject, like a migration or a verb, and returns its token. */
export async function insertLink(
  kind: LinkKind,
  subject: number | string,
  row: Partial<Link> = {},
): Promise<string> {
  const id = row.id ?? randomId();
  const endsAt = now() + LINK_DAYS[kind] * 86_400_000;
  const values = { kind, subject: String(subject), createdAt: now(), endsAt, ...row, id };
  await getDb().write((tx) => tx.insert(links).values(values));
  return signedToken(kind, id);
}

/** Returns the token of the link that was shown to the sender of a subject. */
export async function shownLinkToken(kind: LinkKind, subject: number): Promise<string> {
  return (await getShownPath(kind, subject)).split('/').at(-1) ?? '';
}

/** Returns the subject of a URL by its last part, or null if it is none of ours. */
export async function linkSubject(kind: LinkKind, url: string): Promise<string | null> {
  return (await findLink(kind, url.split('/').at(-1) ?? ''))?.subject ?? null;
}

export function linksOf(subject: number | string): Promise<Link[]> {
  return getDb()
    .read.select()
    .from(links)
    .where(eq(links.subject, String(subject)));
}
