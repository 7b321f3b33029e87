import { eq, sql } from 'drizzle-orm';
import { deviceOf } from '#lib/domain/accounts/device.ts';
import { linkTrailPath } from '#lib/domain/audit/view.ts';
import { linkStateCopy, openingCopy } from '#lib/domain/share-links/copy.ts';
import { stateOf } from '#lib/domain/share-links/rules.ts';
import { accountLabel } from '#lib/platform/chile/account-label.ts';
import { formatDateTime } from '#lib/platform/chile/format.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { shareLinks } from '#lib/platform/db/schema/share-links.ts';
import type { Column, ListPage } from '#lib/platform/operations/listing.ts';

const PAGE_SIZE = 20;

type AdminLink = {
  id: string;
  row: number;
  accountId: string;
  email: string | null;
  razonSocial: string | null;
  rut: string | null;
  name: string | null;
  documents: number;
  openings: number;
  lastAt: number | null;
  maxOpenings: number | null;
  createdAt: number;
  expiresAt: number;
  revokedAt: number | null;
};

/** Lists the links that these accounts made or that name this address, the newest first. */
export async function listLinksOf(
  { accountIds, email }: { accountIds: readonly string[]; email: string | null },
  before: string | undefined,
) {
  const rows = await getDb().read.all<AdminLink>(sql`
    select s.id, s.rowid as row, s.account_id as "accountId", a.email, a.razon_social as "razonSocial", a.rut,
      coalesce(s.recipient, s.label) as name, s.openings, s.max_openings as "maxOpenings",
      s.created_at as "createdAt", s.expires_at as "expiresAt", s.revoked_at as "revokedAt",
      (select count(*) from share_link_documents k join documents d on d.id = k.document_id
        and d.state = 'kept' where k.link_id = s.id) as documents,
      (select at from share_openings o where o.link_id = s.id order by o.id desc limit 1) as "lastAt"
    from (select rowid as row from share_links
        where account_id in (select value from json_each(${JSON.stringify(accountIds)}))
      union select rowid from share_links where recipient_address = ${email}) found
    join share_links s on s.rowid = found.row join accounts a on a.id = s.account_id
    where s.rowid < ${below(before)} order by s.rowid desc limit ${PAGE_SIZE + 1}`);
  return pageOf(rows, ({ row }) => row);
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
      const { label, tone } = linkStateCopy[stateOf(link, documents, now)];
      return { text: label, tone };
    },
  },
  {
    label: 'Aperturas',
    width: 'tag',
    named: true,
    cell: ({ openings, lastAt }) => ({
      text: `${openings}`,
      note: lastAt !== null && `la última ${formatDateTime(lastAt)}`,
    }),
  },
];

type AdminOpening = {
  id: number;
  at: number;
  way: 'view' | 'download' | 'enter' | null;
  document: string | null;
  place: string;
  agent: string;
};

/**
 * Lists the openings of a link, the latest first, with the address that gets its codes, if the link
 * requires one. Returns null if there is no such link.
 */
export async function listOpeningsOf(linkId: string, before: string | undefined) {
  const { id: itsId, email } = shareLinks;
  const [link] = await getDb().read.select({ email }).from(shareLinks).where(eq(itsId, linkId));
  if (!link) return null;
  const rows = await getDb().read.all<AdminOpening>(sql`
    select o.id, o.at, o.way, o.place, o.agent, coalesce(d.custom_title, d.file_name) as document
    from share_openings o left join documents d on d.id = o.document_id and d.state = 'kept'
    where o.link_id = ${linkId} and o.id < ${below(before)}
    order by o.id desc limit ${PAGE_SIZE + 1}`);
  return { ...link, ...pageOf(rows, ({ id }) => id) };
}

export const openingColumns: readonly Column<AdminOpening>[] = [
  { label: 'Cuándo', width: 'time', cell: ({ at }) => formatDateTime(at) },
  { label: 'Qué hizo', width: 'short', cell: ({ way }) => (way ? openingCopy[way] : 'Abierto') },
  { label: 'Documento', cell: ({ document }) => document },
  { label: 'Dispositivo', width: 'tag', cell: ({ agent }) => deviceOf(agent) },
  { label: 'Red', width: 'middle', cell: ({ place }) => place, named: true },
];

const below = (before = '') =>
  /^\d{1,15}$/.test(before) ? Number(before) : Number.MAX_SAFE_INTEGER;

function pageOf<R>(fetched: R[], cursorOf: (row: R) => number): ListPage<R> {
  const rows = fetched.slice(0, PAGE_SIZE);
  const last = rows.at(-1);
  return { rows, next: last && fetched.length > PAGE_SIZE ? cursorOf(last) : null };
}
