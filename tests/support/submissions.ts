import { sql } from 'drizzle-orm';
import { getDb } from '#lib/platform/db/client.ts';
import { deliveries } from '#lib/platform/db/schema/deliveries.ts';
import { submissions } from '#lib/platform/db/schema/submissions.ts';
import { api, type CallOptions } from '#tests/support/call.ts';

/** Sends `POST /api/guarantees/public` with this body. */
export function submitRequest(json: unknown, options: CallOptions = {}): Promise<Response> {
  const body = 'body' in options ? {} : { json };
  return api('/api/guarantees/public', { method: 'POST', ...body, ...options });
}

export function storedRequests() {
  return getDb().read.select().from(submissions).orderBy(submissions.id);
}

/** Returns the answers of the first request as stored, before their column normalises them. */
export async function storedAnswers() {
  const answers = sql<string>`${submissions.answers}`;
  const [row] = await getDb().read.select({ answers }).from(submissions).orderBy(submissions.id);
  return JSON.parse(row?.answers ?? '{}');
}

export function queuedDeliveries() {
  return getDb().read.select().from(deliveries).orderBy(deliveries.id);
}

/** Counts the rows of a submission. A refused one leaves none. */
export async function rowCounts() {
  return {
    submissions: (await storedRequests()).length,
    deliveries: (await queuedDeliveries()).length,
  };
}
export const noRows = { submissions: 0, deliveries: 0 };
