import { deviceOf } from '#lib/domain/accounts/device.ts';
import { categories, isCategory } from '#lib/domain/documents/rules.ts';
import { lockedUntil, stateOf } from '#lib/domain/share-links/rules.ts';
import type { Share } from '#lib/domain/share-links/schema.ts';
import type { shareLinks, shareOpenings } from '#lib/platform/db/schema/share-links.ts';
import { getEnv } from '#lib/platform/env.ts';

type Link = typeof shareLinks.$inferSelect;
type Opening = Pick<typeof shareOpenings.$inferSelect, 'documentId' | 'place' | 'agent' | 'at'>;
type Document = {
  id: string;
  fileName: string | null;
  category: string | null;
  customTitle: string | null;
};

export function shareUrlOf(token: string): string {
  return `${getEnv().appUrl}${sharePath(token)}`;
}

export function sharePath(token: string): string {
  return `/api/share/${token}`;
}

/** What its owner sees of a link; the address itself is nowhere. */
export function shareOf(
  link: Link,
  of: { documents: Document[]; openings: Opening[] },
  now: number,
): Share {
  const there = of.documents.filter(({ fileName }) => fileName !== null);
  const until = lockedUntil(link, now);
  return {
    id: link.id,
    label: link.label,
    state: stateOf(link, there.length, now),
    documents: of.documents.map(({ id, fileName, category, customTitle }) => {
      return { id, fileName, category, customTitle };
    }),
    createdAt: new Date(link.createdAt).toISOString(),
    expiresAt: new Date(link.expiresAt).toISOString(),
    hasPassword: link.passwordHash !== null,
    lockedUntil: until === null ? null : new Date(until).toISOString(),
    maxOpenings: link.maxOpenings,
    openings: link.openings,
    notify: link.notify,
    lastOpenings: of.openings.map(({ at, place, agent, documentId }) => ({
      at: new Date(at).toISOString(),
      place,
      device: deviceOf(agent),
      documentId,
    })),
  };
}

export function titleOf({
  category,
  customTitle,
}: {
  category: string;
  customTitle: string | null;
}) {
  if (customTitle) return customTitle;
  return isCategory(category) ? categories[category].label : 'Documento';
}
