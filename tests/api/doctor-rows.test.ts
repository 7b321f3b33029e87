import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { checkRows } from '#lib/background/check-rows.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { makeAdvisor } from '#tests/support/advisors.ts';
import { api } from '#tests/support/call.ts';
import { acceptConditions, sendConditions } from '#tests/support/conditions.ts';
import { contactBody, sendContact } from '#tests/support/contact.ts';
import { deliverDue } from '#tests/support/delivery-worker.ts';
import { recordOwnIssued } from '#tests/support/issued.ts';
import { shownLinkToken } from '#tests/support/mailed-links.ts';
import { finishPayment, logInPayer, startPayment } from '#tests/support/payments.ts';
import { startWebpay } from '#tests/support/providers/webpay.ts';
import { privateBody, publicBody } from '#tests/support/request-bodies.ts';
import { samples } from '#tests/support/sample-files.ts';
import { openShare } from '#tests/support/shares.ts';
import { submitRequest } from '#tests/support/submissions.ts';
import { postUploadProxy, uploadProxyForm } from '#tests/support/upload-client.ts';
import { uploadToVault } from '#tests/support/vault.ts';
import { createWorld } from '#tests/support/world.ts';

const webpay = await startWebpay();
beforeAll(makeEverything);
afterEach(async () => {
  await undo();
});

/** Makes one of each: requests, forms, files, documents, links, payments, a refund. */
async function makeEverything(): Promise<void> {
  createWorld(webpay.variables);
  const cookies = await logInPayer(webpay);
  const { body } = await postUploadProxy(uploadProxyForm(samples.pdf, 'contrato.pdf'));
  await submitRequest({ ...publicBody, contratoUrl: body.downloadUrl });
  await sendContact(contactBody);
  const document = await uploadToVault(cookies, 'cedula_identidad');
  const shared = await api('/api/documents/share', {
    json: { documentKey: document.fileId },
    cookies,
  });
  const { shareUrl } = await shared.json();
  expect((await openShare(shareUrl.split('/').at(-1), '?download=1')).status).toBe(200);
  const advisor = await makeAdvisor();
  const json = { state: 'en_revision' };
  await api('/api/admin/leads/1/state', { json, cookies: advisor.cookies });
  expect(await sendConditions(advisor.cookies, 1)).toBe(200);
  expect(await acceptConditions(await shownLinkToken('receipt', 1), 1)).toContain('#estado');
  const paid = await startPayment(cookies);
  await finishPayment(webpay, paid, 'approve');
  await api(`/api/payments/${paid.buyOrder}/refund`, {
    json: { amount: 500 },
    cookies: advisor.cookies,
  });
  await startPayment(cookies);
  await recordOwnIssued(cookies);
  await deliverDue();
  await submitRequest(privateBody);
}

/** Every test breaks one thing and restores it from a copy of the rows it touches. */
let undo: () => Promise<unknown> = async () => undefined;
async function breaking(table: string, statement: string): Promise<void> {
  const { client } = getDb();
  const { rows } = await client.execute(`select rowid as copied, * from ${table}`);
  await client.executeMultiple(`pragma foreign_keys = off; ${statement}; pragma foreign_keys = on`);
  undo = async () => {
    await client.execute('pragma foreign_keys = off');
    await client.execute(`delete from ${table}`);
    for (const { copied, channel, owner, ...row } of rows) {
      const names = Object.keys(row);
      const marks = names.map(() => '?').join(', ');
      await client.execute({
        sql: `insert into ${table} (${names.join(', ')}) values (${marks})`,
        args: Object.values(row),
      });
    }
    await client.execute('pragma foreign_keys = on');
    undo = async () => undefined;
  };
}
const found = async () => [...new Set((await checkRows()).problems.map(({ problem }) => problem))];

describe('the check of rows', () => {
  test('finds nothing after ordinary work', async () => {
    const { rules, problems } = await checkRows();
    expect(problems).toEqual([]);
    expect(rules).toBeGreaterThan(40);
  });

  test.each([
    ['request without its lead', 'leads', 'delete from leads where submission_id = 1'],
    [
      'lead of a request that is not there',
      'submissions',
      'delete from submissions where id = (select max(id) from submissions)',
    ],
    [
      'lead without its mails',
      'deliveries',
      "delete from deliveries where kind = 'guarantee.acknowledgement'",
    ],
    [
      'lead without its CRM delivery',
      'deliveries',
      "delete from deliveries where kind = 'lead.crm'",
    ],
    [
      'lead in another state than its history says',
      'leads',
      "update leads set state = 'emitida' where id = 1",
    ],
    [
      'accepted conditions that were never sent, or are paid at another price',
      'lead_events',
      "delete from lead_events where kind = 'conditions'",
    ],
    [
      'accepted conditions that were never sent, or are paid at another price',
      'payment_requests',
      'update payment_requests set amount = amount + 1',
    ],
    [
      'count of leads that does not agree',
      'lead_counts',
      'update lead_counts set total = total + 1',
    ],
    [
      'bytes of pending uploads that do not add up',
      'pending_bytes',
      'update pending_bytes set total = total + 1',
    ],
    [
      'document counted from a date that it lacks',
      'documents',
      "update documents set counted_from = 'issued'",
    ],
    [
      'meeting that was erased and is back',
      'bookings',
      `insert into bookings (uid, email, name, title, state, event_at, created_at)
        values ('x', 'a@b.cl', 'Ana', '', 'accepted', 1, 1);
      insert into webhook_events (source, event_key, kind, body, outcome, occurred_at, received_at)
        values ('scheduling', 'erased:x', 'erased', '{}', 'stored', 1, 1)`,
    ],
    ['request whose attachment is not kept', 'uploads', "update uploads set state = 'arrived'"],
    ['kept attachment of no request', 'submissions', "update submissions set answers = '{}'"],
    [
      'partition whose first delivery has no time',
      'deliveries',
      "update deliveries set due_at = null where state = 'waiting'",
    ],
    [
      'delivery that overtakes its partition',
      'deliveries',
      "update deliveries set due_at = 5 where state = 'waiting'",
    ],
    [
      'delivery whose state is not whole',
      'deliveries',
      "update deliveries set settled_at = null where state = 'sent'",
    ],
    ['delivery without a handler', 'deliveries', "update deliveries set kind = 'fax'"],
    [
      'payment whose refunds do not add up',
      'payments',
      'update payments set refunded_amount = refunded_amount + 1 where id = 1',
    ],
    ['open payment without a next check', 'payments', 'update payments set next_check_at = null'],
    [
      'payment whose state is not whole',
      'payments',
      "update payments set settled_at = null where state = 'authorized'",
    ],
    [
      'charged payment without exactly one audit event',
      'audit_events',
      "drop trigger audit_events_sealed; delete from audit_events where action = 'payment.authorized'",
    ],
    [
      'charged payment without its receipt',
      'deliveries',
      "delete from deliveries where kind = 'payment.receipt-mail'",
    ],
    [
      'charged payment whose request can be paid again',
      'payment_requests',
      `insert into payment_requests (id, amount, description, email, created_by, created_at, expires_at)
        values ('x', 500, '', '', '', 1, 1);
      insert into payments (buy_order, session_id, account_id, payment_request_id, amount, state,
        token, difference, created_at, updated_at, settled_at)
        values ('x', 'x', 'x', 'x', 500, 'failed', 'x', 'charged', 1, 1, 1)`,
    ],
    ['document without an account', 'documents', "update documents set account_id = 'nadie'"],
    ['link whose openings do not agree', 'share_links', 'update share_links set openings = 7'],
    ['unknown word in documents.state', 'documents', "update documents set state = 'perdido'"],
    ['row of accounts that is not there', 'sessions', "update sessions set account_id = 'nadie'"],
  ])('reports: %s', async (subject, table, statement) => {
    await breaking(table, statement);
    expect(await found()).toContain(subject);
    await undo();
    expect(await found()).toEqual([]);
  });
});

test('the check of rows finds nothing on a connection whose search index has grown', async () => {
  expect(await found()).toEqual([]);
  for (let n = 0; n < 20; n++) {
    await getDb().write((tx) => tx.run(`update leads set name = 'Ana ${n}' where id = 1`));
  }
  expect(await found()).toEqual([]);
});
