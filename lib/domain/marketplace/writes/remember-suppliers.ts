import { sql } from 'drizzle-orm';
import { isCompanyRut } from '#lib/domain/marketplace/rules.ts';
import { getDb } from '#lib/platform/db/client.ts';

export type SeenSupplier = { rut: string; name: string; code: string | null };

/** Keeps companies for the search by name; persons who sell are not collected (Ley 21.719). */
export async function rememberSuppliers(suppliers: SeenSupplier[], now: number): Promise<void> {
  const companies = suppliers.filter(({ rut }) => isCompanyRut(rut));
  if (companies.length === 0) return;
  await getDb().write((tx) =>
    tx.run(sql`
      insert into marketplace_suppliers (rut, name, code, seen_at)
      select r.value->>'rut', r.value->>'name', r.value->>'code', ${now}
      from json_each(${JSON.stringify(companies)}) r
      where true
      on conflict (rut) do update set name = excluded.name,
        code = coalesce(excluded.code, code), seen_at = excluded.seen_at`),
  );
}
