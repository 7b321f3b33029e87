import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { getDb } from '#lib/platform/db/client.ts';
import { worldForTest } from '#tests/support/world.ts';

worldForTest();

/** Written anew by `vitest run --update=all tests/unit/schema-document.test.ts`. */
test('docs/schema.sql is what all migrations together made', async () => {
  const made = await getDb().read.all<{ sql: string }>(sql`
    select m.sql from sqlite_master m where m.sql is not null
      and m.name not like 'sqlite_%' and m.name not like '\\_\\_%' escape '\\'
      and not exists (select 1 from sqlite_master v where v.sql like 'create virtual table%'
        and m.name like v.name || '\\_%' escape '\\' and m.type = 'table')
    order by m.tbl_name, m.type = 'table' desc, m.type, m.name`);
  expect(made.length).toBeGreaterThan(100);
  const text = made.map((part) => `${part.sql.replaceAll('`', '"')};\n`).join('\n');
  await expect(text).toMatchFileSnapshot('../../docs/schema.sql');
});
