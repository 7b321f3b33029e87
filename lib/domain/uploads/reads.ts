import { and, eq, ne } from 'drizzle-orm';
import { getDb } from '#lib/platform/db/client.ts';
import { uploads } from '#lib/platform/db/schema/uploads.ts';

export type Upload = typeof uploads.$inferSelect;

export async function findUpload(id: string): Promise<Upload | null> {
  const [row] = await getDb().read.select().from(uploads).where(eq(uploads.id, id)).limit(1);
  return row ?? null;
}

const verdictCopy = {
  waiting: 'en revisión',
  infected: 'eliminado por el antivirus',
  clean: '',
};

/** Of a submission's files that cannot be opened, by id: what the team reads about them. */
export async function listVerdicts(submissionId: number): Promise<Map<string, string>> {
  const rows = await getDb()
    .read.select({ id: uploads.id, verdict: uploads.verdict })
    .from(uploads)
    .where(and(eq(uploads.submissionId, submissionId), ne(uploads.verdict, 'clean')));
  return new Map(rows.map(({ id, verdict }) => [id, verdictCopy[verdict]]));
}
