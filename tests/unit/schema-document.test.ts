import { is, sql } from 'drizzle-orm';
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { expect, test } from 'vitest';
import { getDb } from '#lib/platform/db/client.ts';
import { filesUnder, projectRoot } from '#tests/support/source-files.ts';
import { worldForTest } from '#tests/support/world.ts';

worldForTest();

/** `vitest run --update=all tests/unit/schema-document.test.ts` writes the file again. */
test('docs/schema.sql is the schema that all migrations make together', async () => {
  const created = await getDb().read.all<{ sql: string }>(sql`
    select m.sql from sqlite_master m where m.sql is not null
      and m.name not like 'sqlite_%' and m.name not like '\\_\\_%' escape '\\'
      and not exists (select 1 from sqlite_master v where v.sql like 'create virtual table%'
        and m.name like v.name || '\\_%' escape '\\' and m.type = 'table')
    order by m.tbl_name, m.type = 'table' desc, m.type, m.name`);
  expect(created.length).toBeGreaterThan(100);
  const text = created.map((part) => `${part.sql.replaceAll('`', '"')};\n`).join('\n');
  await expect(text).toMatchFileSnapshot('../../docs/schema.sql');
});

test('the tables in the code have the columns that the migrations make', async () => {
  const files = filesUnder('lib/platform/db/schema');
  const modules: object[] = await Promise.all(
    files.map((path) => import(/* @vite-ignore */ `${projectRoot}${path}`)),
  );
  const tables = modules
    .flatMap((module) => Object.values(module))
    .filter((value) => is(value, SQLiteTable));
  expect(tables.length).toBeGreaterThan(40);
  for (const { name, columns } of tables.map(getTableConfig)) {
    const created = await getDb().read.all<{ name: string }>(
      sql`select name from pragma_table_xinfo(${name})`,
    );
    const declared = columns.map((column) => column.name);
    expect(created.map((column) => column.name).sort(), name).toEqual(declared.sort());
  }
});
