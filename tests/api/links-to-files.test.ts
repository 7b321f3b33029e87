import { describe, expect, test } from 'vitest';
import { migrateDatabase } from '#lib/platform/db/migrate.ts';
import { DAY } from '#lib/platform/process/durations.ts';
import { openDatabaseBefore } from '#tests/support/migrations.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { samples } from '#tests/support/sample-files.ts';
import { submitRequest } from '#tests/support/submissions.ts';
import { announceUpload, downloadUpload, putUpload } from '#tests/support/upload-client.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest();

describe('the link to a file of a submission', () => {
  test('works for 30 days, and naming it in another submission does not extend it', async () => {
    const { presignedUrl, downloadUrl } = await announceUpload();
    await putUpload(presignedUrl, samples.pdf);
    await submitRequest({ ...publicBody, contratoUrl: downloadUrl });
    world.advance(29 * DAY);
    await submitRequest({ ...publicBody, contratoUrl: downloadUrl });
    expect((await downloadUpload(downloadUrl, 'HEAD')).status).toBe(200);
    world.advance(DAY);
    const ended = await downloadUpload(downloadUrl);
    expect([ended.status, (await ended.json()).error]).toEqual([410, 'share_expired']);
    // A person may know the address from an export of their own data.
    expect((await submitRequest({ ...publicBody, contratoUrl: downloadUrl })).status).toBe(400);
  });
});

test('the migration gives links from before it their end: of receipts, drafts and files', async () => {
  const { client, close } = await openDatabaseBefore('links', world.dataDir);
  const who = `'n', 'e@x.cl', 't', '{}', 'v', 'a', 'r', 1000`;
  await client.executeMultiple(`
    insert into submissions (id, sistema, source, nombre, email, telefono, answers, consent_version, consent_address, request_id, created_at)
      values (12, 'privados', 'api', ${who});
    insert into leads (id, kind, name, email, phone, answers, consent_version, consent_address, request_id, created_at)
      values (12, 'experto', ${who}), (13, 'garantia', ${who});
    insert into drafts (id, answers, submission_id, created_at, updated_at)
      values ('vivo', '{}', null, 1, 1000), ('enviado', '{}', 12, 1, 1000);
    insert into uploads (id, kind, file_name, object_key, content_type, state, created_at)
      values ('a', 'contrato', 'a', 'a', '', 'kept', 1), ('b', 'contrato', 'b', 'b', '', 'arrived', 1);`);
  await migrateDatabase(client);
  const rows = await client.execute(
    'select kind, id, subject, ends_at, mailed_to, opened_at from links order by kind, id',
  );
  expect(rows.rows.map((row) => Object.values(row))).toEqual([
    ['lead-receipt', '12', '12', 180 * DAY + 1000, null, null],
    ['receipt', '12', '12', 180 * DAY + 1000, null, null],
    ['resume', 'enviado', 'enviado', 1000, null, null],
    ['resume', 'vivo', 'vivo', 30 * DAY + 1000, null, null],
  ]);
  const files = await client.execute('select link_ends_at as until from uploads order by id');
  const [stored, pending] = files.rows.map(({ until }) => until);
  expect(Math.abs(Number(stored) - Date.now() - 30 * DAY)).toBeLessThan(60_000);
  expect(pending).toBeNull();
  await close();
});
