import { describe, expect, test } from 'vitest';
import { productSources, type Source } from '#tests/support/source-files.ts';

/** Domain modules that own the tables of a file of `lib/platform/db/schema` with another name. */
const ownersBySchema: Record<string, string> = {
  companies: 'accounts',
  leads: 'requests',
  submissions: 'requests',
  'requested-documents': 'requests',
  erasures: 'erasure',
};
const ownersByTable: Record<string, string> = { crm_contacts: 'crm' };

/**
 * Domain modules that write tables of all others: `ownership` the columns that say whose a row is,
 * and `erasure` everything about a person.
 */
const common = ['ownership', 'erasure'];

/** Other writes of foreign tables, each with its reason. */
const exceptions: Record<string, string> = {
  'crm → leads': 'the ids and the contact that the CRM gives a lead',
  'accounts → alert_settings': 'the calendar URL ends with the sessions',
  'alerts → company_members': 'the calendar URL of a member',
  'accounts → recovery_codes': 'a recovered account loses what an intruder may have added',
  'documents → document_alerts': 'a new expiry date is warned about again',
  'documents → share_link_documents': 'open links show the new version of a document',
  'requests → bookings': 'a new lead takes the meetings of its e-mail',
  'requests → guarantee_events': 'a reply about a guarantee stands in its history',
  'requests → watched_tenders': 'the tender of a request is watched',
  'requests → accounts': 'the saved views of an advisor',
  'uploads → lead_events': 'a dangerous file stands in the history of its request',
};

const sources = productSources();
const schemaPath = 'lib/platform/db/schema/';
/** SQL names of the tables by their names in TypeScript, each with the owner. */
const tables = new Map(
  sources
    .filter(({ path }) => path.startsWith(schemaPath))
    .flatMap(({ path, text }) => {
      const file = path.slice(schemaPath.length, -'.ts'.length);
      const found = [...text.matchAll(/export const (\w+) = sqliteTable\(\s*'(\w+)'/g)];
      return found.map(([, name = '', table = '']) => {
        const owner = ownersByTable[table] ?? ownersBySchema[file] ?? file;
        return [name, { table, owner }] as const;
      });
    }),
);
const ownerByTable = new Map([...tables.values()].map(({ table, owner }) => [table, owner]));

/** Returns the SQL names of the tables that a file writes, by Drizzle or by SQL text. */
function writtenTables({ text }: Source): string[] {
  const byDrizzle = [
    ...text.matchAll(/\.(?:update|delete|insert)\(\s*(\w+)|insertRow\(\w+, (\w+)/g),
  ];
  const bySql = [
    ...text.matchAll(/\b(?:update|delete from|insert(?: or \w+)? into)\s+(?:\$\{)?(\w+)/g),
  ];
  const names = [...byDrizzle, ...bySql].map(([, first, second]) => first ?? second ?? '');
  return names.flatMap((name) => (ownerByTable.has(name) ? name : (tables.get(name)?.table ?? [])));
}

const nounOf = (path: string) => /^lib\/domain\/([^/]+)\//.exec(path)?.[1] ?? path;

const foreignWrites = sources
  .filter(({ path }) => !path.startsWith('lib/platform/'))
  // A domain module erases by itself what depends on its rows.
  .filter(({ path }) => !/\/erase-[\w-]+\.ts$/.test(path))
  .flatMap((source) =>
    writtenTables(source)
      .filter((table) => ownerByTable.get(table) !== nounOf(source.path))
      .map((table) => ({ ...source, table, noun: nounOf(source.path) })),
  )
  .filter(({ noun }) => !common.includes(noun));

describe('a table', () => {
  test('is found by these tests, and so are its writes', () => {
    expect(tables.size).toBeGreaterThan(50);
    const written = new Set(sources.flatMap(writtenTables));
    expect(written.size).toBeGreaterThan(45);
  });

  test('is written only by the domain module that owns it, except for the listed reasons', () => {
    const found = foreignWrites
      .filter(({ noun, table }) => !exceptions[`${noun} → ${table}`])
      .map(({ path, table }) => `${path} → ${table}`);
    expect(found).toEqual([]);
  });

  test('has no exception that nothing needs', () => {
    const used = new Set(foreignWrites.map(({ noun, table }) => `${noun} → ${table}`));
    expect(Object.keys(exceptions).filter((exception) => !used.has(exception))).toEqual([]);
  });
});
