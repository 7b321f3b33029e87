import { getTableColumns, getTableName, is, sql, Table } from 'drizzle-orm';
import { type Invariant, invariantsAt } from '#lib/background/invariants.ts';
import { checkTrail } from '#lib/domain/audit/seal.ts';
import { listUndecryptableAccounts } from '#lib/domain/factors/reads.ts';
import { listWrongPending } from '#lib/domain/requests/leads/reads/outdated-pending.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { filePathOf, getDb } from '#lib/platform/db/client.ts';
import * as accounts from '#lib/platform/db/schema/accounts.ts';
import * as alerts from '#lib/platform/db/schema/alerts.ts';
import * as bookings from '#lib/platform/db/schema/bookings.ts';
import * as deliveries from '#lib/platform/db/schema/deliveries.ts';
import * as documents from '#lib/platform/db/schema/documents.ts';
import * as issued from '#lib/platform/db/schema/issued-guarantees.ts';
import * as leads from '#lib/platform/db/schema/leads.ts';
import * as links from '#lib/platform/db/schema/links.ts';
import * as payments from '#lib/platform/db/schema/payments.ts';
import * as submissions from '#lib/platform/db/schema/submissions.ts';
import * as tenders from '#lib/platform/db/schema/tenders.ts';
import * as uploads from '#lib/platform/db/schema/uploads.ts';
import * as webhooks from '#lib/platform/db/schema/webhooks.ts';
import { now } from '#lib/platform/process/clock.ts';

type RowProblem = { problem: string; id: string };

const MAX_PROBLEMS = 20;
const schemasWithStates = [
  accounts,
  alerts,
  bookings,
  deliveries,
  documents,
  issued,
  leads,
  links,
  payments,
  submissions,
  tenders,
  uploads,
  webhooks,
];

/** Checks rows while the app serves. Repairs nothing, because a person has to decide how. */
export async function checkRows(): Promise<{ rules: number; problems: RowProblem[] }> {
  const rules = [...invariantsAt(now()), ...stateInvariants()];
  const problems: RowProblem[] = [...(await checkFile()), ...(await checkTrail(now()))];
  const addProblems = (problem: string, ids: readonly unknown[]) =>
    problems.push(...ids.slice(0, MAX_PROBLEMS).map((id) => ({ problem, id: String(id) })));
  addProblems('secret of a second factor that does not open', await listUndecryptableAccounts());
  addProblems(
    'lead that waits for something else than the inbox says',
    await listWrongPending(now()),
  );
  for (const { problem, find } of rules) {
    const rows = await getDb().read.all<{ id: unknown }>(
      sql`select id from (${find}) limit ${MAX_PROBLEMS}`,
    );
    addProblems(
      problem,
      rows.map(({ id }) => id),
    );
  }
  return { rules: rules.length, problems };
}

function stateInvariants(): Invariant[] {
  const tables = schemasWithStates.flatMap((schema) => Object.values(schema)).filter(isTable);
  return tables.flatMap((table) =>
    Object.values(getTableColumns(table)).flatMap((column) => {
      const allowed = column.enumValues;
      if (!allowed || allowed.length === 0) return [];
      const problem = `unknown word in ${getTableName(table)}.${column.name}`;
      const words = JSON.stringify(allowed);
      const name = sql.identifier(column.name);
      const find = sql`select ${name} as id from ${table}
        where ${name} is not null and ${name} not in (select value from json_each(${words}))`;
      return [{ problem, find }];
    }),
  );
}

const isTable = (value: unknown): value is Table => is(value, Table);

async function checkFile(): Promise<RowProblem[]> {
  if (filePathOf(getEnv().database.url) === null) return [];
  const { client } = getDb();
  // SQLite 3.45 checks the state of a search index that this connection last read, so the index is
  // read first.
  await client.execute("select 1 from leads_search('a') limit 1").catch(() => undefined);
  const quickCheck = await client.execute('pragma quick_check(20)');
  const foreignKeyCheck = await client.execute('pragma foreign_key_check');
  return [
    ...quickCheck.rows
      .filter((row) => row.quick_check !== 'ok')
      .map((row) => ({ problem: 'damaged file', id: String(row.quick_check) })),
    ...foreignKeyCheck.rows.slice(0, MAX_PROBLEMS).map((row) => ({
      problem: `row of ${row.parent} that is not there`,
      id: `${row.table} ${row.rowid}`,
    })),
  ];
}
