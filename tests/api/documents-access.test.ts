import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createAdmin } from '#lib/domain/accounts/writes/admins.ts';
import { openDocument, readDocument } from '#lib/domain/documents/open-document.ts';
import type { DocumentMetadata } from '#lib/domain/documents/schema.ts';
import { apiOperations } from '#lib/http/api/operations.ts';
import { getDb } from '#lib/platform/db/client.ts';
import type { AnyOperation, SignedInCtx } from '#lib/platform/operations/operation.ts';
import { api } from '#tests/support/call.ts';
import { samples } from '#tests/support/sample-files.ts';
import { type Cookies, documentRows, makeCompany, uploadToVault } from '#tests/support/vault.ts';
import { worldForTest } from '#tests/support/world.ts';

let cookies: Cookies;
let others: DocumentMetadata;
const world = worldForTest();
beforeEach(async () => {
  const owner = await makeCompany('otra', { rut: '96.000.001-3' });
  const file = { bytes: samples.pdf, name: 'Secreto ajeno.pdf' };
  others = await uploadToVault(owner, 'contrato', file);
  cookies = await makeCompany();
});

/** Operations by token need no session, so their own tests are beside them. */
const operations = apiOperations.filter(
  ({ path }) => path.startsWith('/api/documents/') && !path.includes('{token}'),
);
const cases = operations.map((op) => [`${op.method} ${op.path}`, op] as const);

/** Returns the inputs of an operation, filled with another account's things. */
function foreignInput(operation: AnyOperation): Record<string, unknown>[] {
  const schema = operation.body ?? operation.form?.fields ?? operation.query;
  const names = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  return [others.id, others.fileId].map((id) => {
    const given = names.map((name): [string, unknown] => {
      if (name === 'category') return [name, others.category];
      if (/^(key|id|documentKey|documentId|replaces)$/.test(name)) return [name, id];
      return /^(documentIds|documentKeys|documents)$/.test(name) ? [name, [id]] : [name, undefined];
    });
    return Object.fromEntries(given.filter(([, value]) => value !== undefined));
  });
}

async function send(operation: AnyOperation, input: Record<string, unknown>, who?: Cookies) {
  const { method, path, body, form, query } = operation;
  const address = path.replace(/\{\w+\}/g, String(Object.values(input)[0] ?? others.id));
  const data = new FormData();
  for (const [name, value] of Object.entries(input)) data.set(name, String(value));
  data.set('file', new File([new Uint8Array(samples.pdf)], 'a.pdf'));
  const search = new URLSearchParams(query ? (input as Record<string, string>) : {});
  return api(`${address}?${search}`, {
    method,
    ...(who && { cookies: who }),
    ...(body && { json: input }),
    ...(form && { body: data }),
  });
}

describe.each(cases)('the operation %s', (_, operation) => {
  test('needs a session', async () => {
    const [input = {}] = foreignInput(operation);
    for (const who of [undefined, { service_session: 'A'.repeat(43) }]) {
      const response = await send(operation, input, who);
      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({ success: false, error: 'no_session' });
    }
    expect(await documentRows()).toHaveLength(1);
  });

  test('reveals and changes nothing of another account’s document', async () => {
    const [before] = await documentRows();
    for (const input of foreignInput(operation)) {
      const response = await send(operation, input, cookies);
      const text = await response.text();
      const named = Object.keys(input).some((name) => name !== 'category');
      const isNotified = operation.path.endsWith('/download') && input.key === others.fileId;
      if (isNotified) expect(response.status).toBe(403);
      else if (named || operation.path.includes('{')) expect(response.status).toBe(404);
      expect(text).not.toContain(others.fileId);
      expect(text).not.toContain('Secreto');
    }
    expect((await documentRows()).filter(({ id }) => id === others.id)).toEqual([before]);
  });
});

test('the list of operations for these tests is not empty', () => {
  expect(operations.length).toBeGreaterThan(3);
});

describe('the team', () => {
  test('can open an account’s document, and each view is in that account’s audit trail', async () => {
    await createAdmin('jefa@resguardo.cl', world.now());
    const ids = await getDb().read.all<{ id: string; email: string }>(
      sql`select coalesce(m.company_id, a.id) as id, email from accounts a
        left join company_members m on m.person_id = a.id where email is not null`,
    );
    const idOf = (email: string) => ids.find((row) => row.email === email)?.id ?? '';
    const ctxOf = (email: string, role: string) =>
      // The reads use of a context only its identity and address.
      ({
        accountId: idOf(email),
        holderId: idOf(email),
        role,
        now: world.now(),
        ip: '192.0.2.9',
        requestId: 'r',
      }) as SignedInCtx;
    const owner = ctxOf('otra@andes.cl', 'juridica');
    const admin = ctxOf('jefa@resguardo.cl', 'admin');

    await expect(
      openDocument(ctxOf('empresa@andes.cl', 'juridica'), others.fileId),
    ).rejects.toMatchObject({ code: 'forbidden' });
    const found = await openDocument(owner, others.fileId);
    expect(Buffer.concat(await (await readDocument(found)).toArray())).toEqual(samples.pdf);
    const looks = () =>
      getDb().read.all(sql`select account_id as account, actor from audit_events
        where action = 'document.seen-by-team'`);
    expect(await looks()).toEqual([]);
    await openDocument(admin, others.fileId);
    expect(await looks()).toEqual([{ account: owner.accountId, actor: admin.accountId }]);
  });
});
