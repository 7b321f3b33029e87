import { deviceOf } from '#lib/domain/accounts/device.ts';
import { documentTitle } from '#lib/domain/documents/view.ts';
import { lockedUntil, shareState } from '#lib/domain/share-links/rules.ts';
import type { Share } from '#lib/domain/share-links/schema.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import type { shareLinks, shareOpenings } from '#lib/platform/db/schema/share-links.ts';
import { publicText } from '#lib/platform/mail/public-names.ts';
import { MINUTE } from '#lib/platform/process/durations.ts';
import { hashToken, listSignatures, sign } from '#lib/platform/security/secrets.ts';

type Link = typeof shareLinks.$inferSelect;
type Opening = Pick<
  typeof shareOpenings.$inferSelect,
  'documentId' | 'shortIp' | 'agent' | 'at' | 'way'
>;
type Document = {
  id: string;
  fileName: string | null;
  category: string | null;
  customTitle: string | null;
  renewedAt: number | null;
};

/**
 * Returns the long URL, which the API publishes. It cannot be shown again, because only a hash of
 * its token is stored.
 */
export function shareUrlOf(token: string): string {
  return `${getEnv().appUrl}/api/share/${token}`;
}

/**
 * Derives the 128-bit code of a link's short URL from the link's id and our secret. It has only
 * letters and digits, because some programs end a link at any other character.
 */
export function shortCodeOf(id: string): string {
  return lettersOf(sign('share', id));
}

/**
 * Returns the codes of a link under all configured secrets, because a link keeps the code with
 * which it was made.
 */
export function codesOf(id: string): string[] {
  return listSignatures('share', id).map(lettersOf);
}

function lettersOf(signature: string): string {
  const bits = Buffer.from(signature, 'base64url').toString('hex', 0, 16);
  return BigInt(`0x${bits}`).toString(36).padStart(25, '0');
}

/**
 * Returns the short URL. Returns null for older links, and if the secret of the link is no longer
 * configured.
 */
export function shortUrlOf({ id, codeHash }: Pick<Link, 'id' | 'codeHash'>): string | null {
  const code = codesOf(id).find((candidate) => hashToken(candidate) === codeHash);
  return code === undefined ? null : `${getEnv().appUrl}/c/${code}`;
}

type LinkSettings = Omit<
  typeof shareLinks.$inferInsert,
  'id' | 'tokenHash' | 'accountId' | 'personId' | 'createdAt'
>;

/**
 * Returns a fingerprint of everything that an owner can edit. A form sends it back, which shows
 * whether the link was edited in another tab.
 */
export function versionOf(link: LinkSettings, documents: readonly { id: string }[]): string {
  const { label, note, recipient, email, passwordHash, maxOpenings } = link;
  const limits = [link.notify, link.viewOnly, link.expiresAt];
  const settings = [label, note, recipient, email, passwordHash, maxOpenings, ...limits];
  return hashToken(JSON.stringify([settings, documents.map(({ id }) => id)])).slice(0, 32);
}

/** Maps a link to the reply of the API for its owner. An ended link has no short URL. */
export function toShare(
  link: Link,
  parts: { documents: Document[]; openings: Opening[] },
  now: number,
): Share {
  const remainingDocuments = parts.documents.filter(({ fileName }) => fileName !== null);
  const state = shareState(link, remainingDocuments.length, now);
  return {
    id: link.id,
    version: versionOf(link, parts.documents),
    label: link.label,
    recipientNote: link.note,
    recipient: link.recipient,
    codeEmail: link.email,
    sentAt: timeOf(link.sentAt),
    // The published API has this name for it.
    askedAt: timeOf(link.requestedAt),
    state,
    shortUrl: state === 'live' ? shortUrlOf(link) : null,
    documents: parts.documents.map(({ id, fileName, category, customTitle, renewedAt }) => {
      return { id, fileName, category, customTitle, renewedAt: timeOf(renewedAt) };
    }),
    createdAt: new Date(link.createdAt).toISOString(),
    expiresAt: new Date(link.expiresAt).toISOString(),
    hasPassword: link.passwordHash !== null,
    lockedUntil: timeOf(lockedUntil(link, now)),
    maxOpenings: link.maxOpenings,
    openings: link.openings,
    views: link.views,
    downloads: link.downloads,
    notify: link.notify,
    viewOnly: link.viewOnly,
    lastOpenings: parts.openings.map(toListedOpening),
  };
}

export function toListedOpening({ at, shortIp, agent, documentId, way }: Opening): ListedOpening {
  return {
    at: new Date(at).toISOString(),
    place: shortIp,
    device: deviceOf(agent),
    documentId,
    way,
  };
}

export type ListedOpening = Share['lastOpenings'][number];
type OpenedDocument = Pick<ListedOpening, 'way' | 'documentId'> & { times: number };
/** `at` is the last opening of the visit. */
export type Visit = Pick<ListedOpening, 'at' | 'place' | 'device'> & {
  openedDocuments: OpenedDocument[];
};

const VISIT_MS = 30 * MINUTE;

/**
 * Groups openings, newest first, into visits. A visit holds the openings of one device and place
 * within half an hour.
 */
export function groupVisits(openings: readonly ListedOpening[]): Visit[] {
  const visits: Visit[] = [];
  for (const { at, place, device, way, documentId } of openings) {
    let visit = visits.findLast((last) => last.place === place && last.device === device);
    if (!visit || Date.parse(visit.at) - Date.parse(at) > VISIT_MS) {
      visit = { at, place, device, openedDocuments: [] };
      visits.push(visit);
    }
    const openedDocument = visit.openedDocuments.find(
      (file) => file.way === way && file.documentId === documentId,
    );
    if (openedDocument) openedDocument.times += 1;
    else visit.openedDocuments.push({ way, documentId, times: 1 });
  }
  return visits;
}

function timeOf(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

type LinkDocument = Pick<
  Share['documents'][number],
  'id' | 'fileName' | 'category' | 'customTitle'
>;

/**
 * Names a document of a link by its title, followed by its file name if two titles are the same.
 */
export function linkDocumentName(
  documents: readonly LinkDocument[],
  { id, ...document }: LinkDocument,
): string {
  if (document.fileName === null) return 'un documento que ya no está';
  const title = linkDocumentTitle(document);
  const isRepeated = documents.some(
    (other) => other.id !== id && linkDocumentTitle(other) === title,
  );
  return isRepeated ? `${title} (${document.fileName})` : title;
}

/** Names a link in lists and mails: by its own name, its only document, or how many it has. */
export function linkHeading({
  label,
  documents,
}: {
  label: string | null;
  documents: readonly LinkDocument[];
}): string {
  const [document] = documents;
  if (label !== null) return label;
  if (!document) return 'tu documento';
  return documents.length === 1
    ? linkDocumentName(documents, document)
    : `Carpeta de ${documents.length} documentos`;
}

function linkDocumentTitle({
  category,
  customTitle,
}: Pick<LinkDocument, 'category' | 'customTitle'>): string {
  return documentTitle({ category: category ?? '', customTitle });
}

const MAX_MAILED_TITLES = 30;

type MailedDocument = { category: string; customTitle: string | null; fileName: string };

/** Lists titles for a mail, with file names where they repeat. A misleading title is replaced. */
export function mailedTitles(documents: readonly MailedDocument[]): string {
  const titleOf = ({ category, customTitle }: MailedDocument) =>
    documentTitle({ category, customTitle: publicText(customTitle) });
  const allTitles = documents.map(titleOf);
  const titles = documents.slice(0, MAX_MAILED_TITLES).map(({ fileName }, index) => {
    const title = allTitles[index];
    const repeats = allTitles.filter((other) => other === title).length > 1;
    return `• ${title}${repeats ? ` (${fileName})` : ''}`;
  });
  const omittedCount = documents.length - titles.length;
  return [...titles, ...(omittedCount > 0 ? [`y ${omittedCount} más`] : [])].join('\n');
}
