import { desc, eq, type SQL, sql } from 'drizzle-orm';
import type { ClosingChoice } from '#lib/domain/requests/leads/contact-schema.ts';
import { preferredAnswerColumn } from '#lib/domain/requests/leads/reads/leads.ts';
import { missingKindsColumn } from '#lib/domain/requests/submissions/reads.ts';
import type { RequestedGuarantee } from '#lib/domain/requests/submissions/view.ts';
import type { ReadDb } from '#lib/platform/db/client.ts';
import { jsonColumn } from '#lib/platform/db/json.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { leads } from '#lib/platform/db/schema/leads.ts';
import { marketplaceTenders } from '#lib/platform/db/schema/marketplace.ts';
import { submissions } from '#lib/platform/db/schema/submissions.ts';
import { plainFields } from '#lib/platform/operations/plain-text.ts';

export type StoredLead = Awaited<ReturnType<typeof readLeadRows>>[number];

export const LEADS_PAGE_SIZE = 25;

export type LeadsPage<Cursor = number> = {
  leads: StoredLead[];
  /** Cursor of the next page, or null on the last page. */
  before: Cursor | null;
  /**
   * Number of matches that a search examined. Set if the search stopped before the page was full.
   */
  examinedCount?: number;
};

/** `isOldestFirst` reverses the order, so that the page begins after the id `before`. */
export type RowsQuery = {
  me: string;
  before?: number | undefined;
  limit?: number;
  isOldestFirst?: boolean;
  excluded?: SQL;
};

/** Makes a page. `rows` has one row more than `limit` if another page follows. */
export function toLeadsPage(rows: StoredLead[], limit: number): LeadsPage {
  const leads = rows.slice(0, limit);
  return { leads, before: rows.length > limit ? (leads.at(-1)?.id ?? null) : null };
}

/** Returns the leads of the query or list `ids`, newest first, with the columns that lists show. */
export async function readLeadRows(read: ReadDb, ids: SQL) {
  const rows = await read
    .select({
      id: leads.id,
      kind: leads.kind,
      submissionId: leads.submissionId,
      state: leads.state,
      name: leads.name,
      email: leads.email,
      phone: leads.phone,
      rut: leads.rut,
      company: leads.company,
      tenderId: leads.tenderId,
      crmIssuedAt: leads.crmIssuedAt,
      handledAt: leads.handledAt,
      assignedTo: leads.assignedTo,
      assigneeEmail: accounts.email,
      assigneeName: accounts.name,
      crmContactId: leads.crmContactId,
      createdAt: leads.createdAt,
      erasedAt: leads.erasedAt,
      /** The requested guarantees, without their long wordings. Other leads have none. */
      requested: jsonColumn<Omit<RequestedGuarantee, 'glosaGarantia'>[]>(
        sql`(select json_group_array(json_remove(value, '$.glosaGarantia'))
        from json_each(${submissions.answers}, '$.garantias'))`,
      ),
      message: sql<string | null>`substr(json_extract(${leads.answers}, '$.mensaje'), 1, 200)`,
      /** When the tender closes (ms), if that is known here. */
      closesAt: marketplaceTenders.closesAt,
      missing: missingKindsColumn,
      lastAct: leads.lastAct,
      isPaid: leads.isPaid,
      dueAt: leads.dueAt,
      waitsUntil: leads.waitsUntil,
      preferred: preferredAnswerColumn,
      /** When the tender of the sender closes, in the words of the form. */
      closing: sql<ClosingChoice | null>`${leads.answers} ->> '$.cuando_cierra'`,
      unansweredSince: leads.unansweredSince,
    })
    .from(leads)
    .leftJoin(accounts, eq(accounts.id, leads.assignedTo))
    .leftJoin(submissions, eq(submissions.id, leads.submissionId))
    .leftJoin(marketplaceTenders, eq(marketplaceTenders.code, leads.tenderId))
    .where(sql`${leads.id} in (${ids})`)
    .orderBy(desc(leads.id));
  return rows.map((row) => plainFields(row));
}

export function idList(ids: readonly number[]): SQL {
  return sql`select value from json_each(${JSON.stringify(ids)})`;
}
