import { sql } from 'drizzle-orm';
import { documents } from '#lib/platform/db/schema/documents.ts';

/**
 * Documents on their way in or out, a handful among a million. SQLite takes the partial index
 * `documents_by_state` only for a query with this very condition, whatever else it asks.
 */
export const passing = sql`${documents.state} in ('removing', 'waiting', 'deleted')`;
