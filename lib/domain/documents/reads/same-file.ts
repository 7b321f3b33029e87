import { and, eq, inArray, sql } from 'drizzle-orm';
import { UNPLACED } from '#lib/domain/documents/rules.ts';
import { documentTitle } from '#lib/domain/documents/view.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { documents } from '#lib/platform/db/schema/documents.ts';

/**
 * A document whose file the account already had, with that earlier document and the path of its
 * page.
 */
type SameFile = {
  id: string;
  category: string;
  fileName: string;
  /** True if the document replaced another one. The page then offers to undo the upload. */
  isReplacement: boolean;
  earlier: { label: string; href: string };
};

/**
 * Id of the earliest copy, where a document that counts today precedes former versions. The columns
 * are written with their table, because the query builder omits it in queries of a single table.
 */
const earlierCopyColumn = sql<string | null>`(select e.id from documents e
  where e.account_id = documents.account_id and e.state in ('kept', 'waiting', 'former')
    and e.sha256 = documents.sha256
    and (e.uploaded_at, e.id) < (documents.uploaded_at, documents.id)
  order by e.state = 'former', e.uploaded_at, e.id limit 1)`;

/** Finds those documents whose file equals an earlier one of the account, byte for byte. */
export async function listSameFiles(
  accountId: string,
  ids: readonly string[],
): Promise<SameFile[]> {
  const { id, category, fileName, replaced } = documents;
  const list = (documentIds: readonly string[]) =>
    getDb()
      .read.select({
        ...{ id, category, fileName, replaced, earlierId: earlierCopyColumn },
        ...{ state: documents.state, formerOf: documents.formerOf },
        customTitle: documents.customTitle,
      })
      .from(documents)
      .where(and(eq(documents.accountId, accountId), inArray(id, [...documentIds])));
  if (ids.length === 0) return [];
  const copies = await list(ids);
  const earlierIds = copies.flatMap(({ earlierId }) => earlierId ?? []);
  const earlierDocuments = new Map((await list(earlierIds)).map((row) => [row.id, row]));
  return copies.flatMap((copy) => {
    const original = earlierDocuments.get(copy.earlierId ?? '');
    if (!original) return [];
    const isReplacement = copy.replaced !== null;
    return [{ ...copy, isReplacement, earlier: earlierLink(original) }];
  });
}

type EarlierDocument = Record<'id' | 'category' | 'fileName' | 'state', string> &
  Record<'customTitle' | 'formerOf', string | null>;

function earlierLink(document: EarlierDocument): SameFile['earlier'] {
  const { id, category, fileName, state, formerOf } = document;
  if (category === UNPLACED) {
    return { label: `${fileName}, por ordenar`, href: '/panel/documentos/ordenar' };
  }
  const name = `${documentTitle(document)} (${fileName})`;
  return {
    label: state === 'former' ? `una versión anterior de ${name}` : name,
    href: `/panel/documentos/${category}#documento-${formerOf ?? id}`,
  };
}
