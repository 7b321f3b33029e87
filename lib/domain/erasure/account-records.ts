import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm';
import {
  listAffectedRecords,
  listCompanyRequests,
  listPayments,
  listUnpaidRequests,
  MAX_LISTED,
} from '#lib/domain/erasure/affected.ts';
import type { AffectedRecord, AffectedRecords } from '#lib/domain/erasure/view.ts';
import { formatDate, formatDay, formatRequestNumber } from '#lib/platform/chile/format.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { documents } from '#lib/platform/db/schema/documents.ts';
import { issuedGuarantees } from '#lib/platform/db/schema/issued-guarantees.ts';
import { payments } from '#lib/platform/db/schema/payments.ts';
import { shareLinks } from '#lib/platform/db/schema/share-links.ts';

type AccountToErase = { id: string; email: string | null; now: number };

/**
 * Lists what the end of an account erases, what it erases only on request (`sent`), and what stays.
 */
export async function listAccountRecords({ id, email, now }: AccountToErase) {
  const owner = email ?? id;
  const [files, links, guarantees, unpaidRequests, paymentRecords, sentRecords] = await Promise.all(
    [
      listDocuments(id),
      listLinks(id, now),
      listOwnGuarantees(owner),
      listUnpaidRequests(sql`q.owner = ${owner}`),
      listPayments(eq(payments.accountId, id)),
      email === null ? listCompanyRequests(id) : listAffectedRecords(email),
    ],
  );
  const erased = [files, links, guarantees, unpaidRequests];
  const ownKeys = new Set([...unpaidRequests, ...paymentRecords].map(keyOf));
  const withoutOwn = (rows: readonly AffectedRecord[]) =>
    rows.filter((row) => !ownKeys.has(keyOf(row)));
  return {
    erased: erased.flat(),
    sent: withoutOwn(sentRecords.erased),
    kept: [...paymentRecords, ...withoutOwn(sentRecords.kept)],
    isTruncated:
      sentRecords.isTruncated ||
      [...erased, paymentRecords].some(({ length }) => length >= MAX_LISTED),
  } satisfies AffectedRecords & { sent: AffectedRecord[] };
}

const keyOf = ({ name, href }: AffectedRecord) => `${name} ${href}`;

async function listDocuments(id: string): Promise<AffectedRecord[]> {
  const { customTitle, fileName, uploadedAt, accountId, state } = documents;
  const rows = await getDb()
    .read.select({ title: customTitle, fileName, uploadedAt })
    .from(documents)
    .where(and(eq(accountId, id), eq(state, 'kept')))
    .orderBy(desc(uploadedAt))
    .limit(MAX_LISTED);
  return rows.map(({ title, fileName, uploadedAt }) => ({
    name: title ?? fileName,
    href: null,
    details: `documento de su carpeta, subido el ${formatDay(uploadedAt)}`,
  }));
}

async function listLinks(id: string, now: number): Promise<AffectedRecord[]> {
  const { recipient, label, expiresAt, accountId, revokedAt, createdAt } = shareLinks;
  const rows = await getDb()
    .read.select({ recipient, label, expiresAt })
    .from(shareLinks)
    .where(and(eq(accountId, id), isNull(revokedAt), gt(expiresAt, now)))
    .orderBy(desc(createdAt))
    .limit(MAX_LISTED);
  return rows.map(({ recipient, label, expiresAt }) => {
    const name = recipient ?? label;
    return {
      name: name ? `Enlace: ${name}` : 'Enlace',
      href: null,
      details: `abierto hasta el ${formatDay(expiresAt)}. Deja de servir`,
    };
  });
}

async function listOwnGuarantees(owner: string): Promise<AffectedRecord[]> {
  const { id, number, validTo, recordedBy } = issuedGuarantees;
  const rows = await getDb()
    .read.select({ id, number, validTo })
    .from(issuedGuarantees)
    .where(and(eq(issuedGuarantees.owner, owner), eq(recordedBy, 'company')))
    .orderBy(desc(number))
    .limit(MAX_LISTED);
  return rows.map(({ id, number, validTo }) => ({
    name: `Garantía ${formatRequestNumber(number)}`,
    href: `/admin/garantias/${id}`,
    details: `registrada en su cuenta, hasta el ${formatDate(validTo)}, con su documento`,
  }));
}
