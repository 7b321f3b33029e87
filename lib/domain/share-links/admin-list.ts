import { and, count, desc, eq, inArray, lt, or, sql } from 'drizzle-orm';
import { deviceOf } from '#lib/domain/accounts/device.ts';
import { linkTrailPath } from '#lib/domain/audit/view.ts';
import { linkStateCopy, openingCopy } from '#lib/domain/share-links/copy.ts';
import { shareState } from '#lib/domain/share-links/rules.ts';
import { accountLabel } from '#lib/platform/chile/account-label.ts';
import { formatDateTime } from '#lib/platform/chile/format.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { documents } from '#lib/platform/db/schema/documents.ts';
import {
  shareLinkDocuments,
  shareLinks,
  shareOpenings,
} from '#lib/platform/db/schema/share-links.ts';
import type { Column, ListPage } from '#lib/platform/operations/listing.ts';
import { parseRowId } from '#lib/platform/operations/row-id.ts';

const PAGE_SIZE = 20;

type AdminLink = Awaited<ReturnType<typeof readLinks>>[number];

/** Lists the links that these accounts made or that name this e-mail as recipient, newest first. */
export async function listShareLinksOf(
  { accountIds, email }: { accountIds: readonly string[]; email: string | null },
  before: string | undefined,
) {
  return toPage(await readLinks({ accountIds, email }, belowIdOf(before)), ({ row }) => row);
}

function readLinks(
  { accountIds, email }: { accountIds: readonly string[]; email: string | null },
  belowRowId: number,
) {
  const { read } = getDb();
  const { id, accountId, openings, maxOpenings, createdAt, expiresAt, revokedAt } = shareLinks;
  const { linkId, documentId } = shareLinkDocuments;
  const rowIdColumn = sql<number>`${shareLinks}.rowid`;
  const documentCount = read
    .select({ total: count() })
    .from(shareLinkDocuments)
    .innerJoin(documents, and(eq(documents.id, documentId), eq(documents.state, 'kept')))
    .where(eq(linkId, id));
  const lastOpeningAt = read
    .select({ at: shareOpenings.at })
    .from(shareOpenings)
    .where(eq(shareOpenings.linkId, id))
    .orderBy(desc(shareOpenings.id))
    .limit(1);
  return read
    .select({
      ...{
        id,
        row: rowIdColumn,
        accountId,
        openings,
        maxOpenings,
        createdAt,
        expiresAt,
        revokedAt,
      },
      email: accounts.email,
      razonSocial: accounts.razonSocial,
      rut: accounts.rut,
      name: sql<string | null>`coalesce(${shareLinks.recipient}, ${shareLinks.label})`,
      documents: sql<number>`(${documentCount})`,
      lastOpenedAt: sql<number | null>`(${lastOpeningAt})`,
    })
    .from(shareLinks)
    .innerJoin(accounts, eq(accounts.id, accountId))
    .where(
      and(
        or(
          inArray(accountId, [...accountIds]),
          email === null ? undefined : eq(shareLinks.recipientEmail, email),
        ),
        lt(rowIdColumn, belowRowId),
      ),
    )
    .orderBy(desc(rowIdColumn))
    .limit(PAGE_SIZE + 1);
}

export const linkColumns: readonly Column<AdminLink>[] = [
  { label: 'Creado', width: 'time', cell: ({ createdAt }) => formatDateTime(createdAt) },
  {
    label: 'De quién',
    cell: ({ accountId, ...owner }) => ({
      text: accountLabel(owner) ?? '',
      href: `/admin/cuentas/${accountId}`,
    }),
  },
  {
    label: 'Para quién',
    cell: ({ id, name }) => ({ text: name ?? 'Sin nombre', href: linkTrailPath(id) }),
  },
  {
    label: 'Estado',
    width: 'tag',
    cell: ({ documents, ...link }, now) => {
      const { label, tone } = linkStateCopy[shareState(link, documents, now)];
      return { text: label, tone };
    },
  },
  {
    label: 'Aperturas',
    width: 'tag',
    isLabelledOnPhones: true,
    cell: ({ openings, lastOpenedAt }) => ({
      text: `${openings}`,
      note: lastOpenedAt !== null && `la última ${formatDateTime(lastOpenedAt)}`,
    }),
  },
];

type AdminOpening = Awaited<ReturnType<typeof readOpenings>>[number];

/**
 * Lists the openings of a link, newest first, and the e-mail that gets its codes, if it requires a
 * code. Returns null if there is no such link.
 */
export async function listOpeningsOf(linkId: string, before: string | undefined) {
  const { id: itsId, email } = shareLinks;
  const [link] = await getDb().read.select({ email }).from(shareLinks).where(eq(itsId, linkId));
  if (!link) return null;
  return { ...link, ...toPage(await readOpenings(linkId, belowIdOf(before)), ({ id }) => id) };
}

function readOpenings(openedLinkId: string, belowId: number) {
  const { id, at, way, shortIp, agent, linkId, documentId } = shareOpenings;
  const document = sql<string | null>`coalesce(${documents.customTitle}, ${documents.fileName})`;
  return getDb()
    .read.select({ id, at, way, shortIp, agent, document })
    .from(shareOpenings)
    .leftJoin(documents, and(eq(documents.id, documentId), eq(documents.state, 'kept')))
    .where(and(eq(linkId, openedLinkId), lt(id, belowId)))
    .orderBy(desc(id))
    .limit(PAGE_SIZE + 1);
}

export const openingColumns: readonly Column<AdminOpening>[] = [
  { label: 'Cuándo', width: 'time', cell: ({ at }) => formatDateTime(at) },
  { label: 'Qué hizo', width: 'short', cell: ({ way }) => (way ? openingCopy[way] : 'Abierto') },
  { label: 'Documento', cell: ({ document }) => document },
  { label: 'Dispositivo', width: 'tag', cell: ({ agent }) => deviceOf(agent) },
  { label: 'Red', width: 'middle', cell: ({ shortIp }) => shortIp, isLabelledOnPhones: true },
];

const belowIdOf = (before?: string) => parseRowId(before) ?? Number.MAX_SAFE_INTEGER;

function toPage<R>(fetchedRows: R[], cursorOf: (row: R) => number): ListPage<R> {
  const rows = fetchedRows.slice(0, PAGE_SIZE);
  const last = rows.at(-1);
  return { rows, next: last && fetchedRows.length > PAGE_SIZE ? cursorOf(last) : null };
}
