import { eq } from 'drizzle-orm';
import { getDb } from '#lib/platform/db/client.ts';
import { marketplaceSuppliers, marketplaceTenders } from '#lib/platform/db/schema/marketplace.ts';

export async function isTenderNamed(code: string): Promise<boolean> {
  const rows = await getDb()
    .read.select({ id: marketplaceTenders.id })
    .from(marketplaceTenders)
    .where(eq(marketplaceTenders.code, code))
    .limit(1);
  return rows.length > 0;
}

export async function isSupplierNamed(rut: string): Promise<boolean> {
  const rows = await getDb()
    .read.select({ id: marketplaceSuppliers.id })
    .from(marketplaceSuppliers)
    .where(eq(marketplaceSuppliers.rut, rut))
    .limit(1);
  return rows.length > 0;
}
