import { expect, test } from 'vitest';
import { readStoreRows } from '#lib/background/store-rows.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { documents } from '#lib/platform/db/schema/documents.ts';
import { makeAccount } from '#tests/support/accounts.ts';
import { storedDocumentRow } from '#tests/support/document-rows.ts';
import { worldForTest } from '#tests/support/world.ts';

worldForTest();

test('the check of the store reads every document once, also of more than two pages', async () => {
  const { id } = await makeAccount();
  const rows = Array.from({ length: 2001 }, () => storedDocumentRow(id, {}));
  await getDb().write(async (tx) => {
    while (rows.length > 0) await tx.insert(documents).values(rows.splice(0, 500));
  });
  const ids: string[] = [];
  for await (const row of readStoreRows('documents')) ids.push(row.id);
  expect(ids).toHaveLength(2001);
  expect(new Set(ids).size).toBe(2001);
});
