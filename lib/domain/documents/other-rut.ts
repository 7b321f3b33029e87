import { type SQL, sql } from 'drizzle-orm';
import type { CategoryKey } from '#lib/domain/documents/rules.ts';
import type { DocumentReading } from '#lib/domain/documents/schema.ts';
import type { Role } from '#lib/platform/operations/operation.ts';

/**
 * Documents of the people who sign for a company. They state the RUT of such a person, and the
 * company keeps them too.
 */
const signerCategories: readonly CategoryKey[] = ['cedula_identidad', 'certificado_antecedentes'];

/** Returns the RUT that a document states if it is not the owner's, otherwise null. */
export function findOtherRut(
  facts: Pick<DocumentReading, 'rut' | 'category'> | null,
  category: string,
  owner: { rut: string | null; role: Role },
): string | null {
  if (!facts?.rut || !owner.rut || facts.rut === owner.rut) return null;
  const isSigners = signerCategories.some((key) => key === category || key === facts.category);
  return isSigners && owner.role !== 'natural' ? null : facts.rut;
}

/** SQL form of `findOtherRut` for the document `row`. */
export function otherRutColumn(row: SQL): SQL<string | null> {
  const [rut, readCategory] = ['$.rut', '$.category'].map(
    (path) => sql`json_extract(${row}.reading, ${path})`,
  );
  return sql<string | null>`(select ${rut} from accounts holder where holder.id = ${row}.account_id
    and holder.rut <> ${rut}
    and (holder.role = 'natural' or (${row}.category not in ${signerCategories}
      and coalesce(${readCategory}, '') not in ${signerCategories})))`;
}
