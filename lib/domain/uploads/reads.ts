import { eq } from 'drizzle-orm';
import { getDb } from '#lib/platform/db/client.ts';
import { uploads } from '#lib/platform/db/schema/uploads.ts';

export type Upload = typeof uploads.$inferSelect;

export async function findUpload(id: string): Promise<Upload | null> {
  const [row] = await getDb().read.select().from(uploads).where(eq(uploads.id, id)).limit(1);
  return row ?? null;
}
