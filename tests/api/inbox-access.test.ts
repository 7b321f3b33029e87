import { describe, expect, test } from 'vitest';
import { errorReply } from '#lib/http/api/error-reply.ts';
import { apiOperations } from '#lib/http/api/operations.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { leadEvents } from '#lib/platform/db/schema/leads.ts';
import { makeUser } from '#tests/support/accounts.ts';
import { makeAdvisor } from '#tests/support/advisors.ts';
import { api } from '#tests/support/call.ts';
import { forms } from '#tests/support/forms.ts';
import { insertLead, leadOf } from '#tests/support/leads.ts';
import { postForm } from '#tests/support/post-form.ts';
import { worldForTest } from '#tests/support/world.ts';

worldForTest();

const adminOperations = apiOperations
  .filter(({ auth }) => auth === 'admin')
  .map((op) => [`${op.method} ${op.path}`, op] as const);
const handlers = forms.map(({ path }) => path).filter((path) => path.startsWith('/admin/'));

/** The body would change something if it were accepted. */
const body = {
  handled: 'yes',
  assignedTo: '',
  text: 'Nota',
  state: 'aprobada',
  kind: '',
};

describe('for a visitor who is no admin', () => {
  test('every operation below /api/admin is declared for admins only', () => {
    expect(adminOperations.length).toBeGreaterThan(9);
    expect(handlers.length).toBeGreaterThan(6);
    const named = adminOperations.filter(([name]) => name.includes(' /api/admin/'));
    const all = apiOperations.filter(({ path }) => path.startsWith('/api/admin/'));
    expect(named).toHaveLength(all.length);
  });

  test.each(adminOperations)(
    'the operation %s is refused and changes nothing',
    async (_, { method, path }) => {
      const id = await insertLead();
      const member = await makeUser();
      const send = (cookies: Record<string, string>) =>
        api(path.replace(/\{\w+\}/g, `${id}`), {
          method,
          cookies,
          ...(method === 'GET' ? {} : { json: body }),
        });
      for (const [cookies, status, error] of [
        [{}, 401, 'no_session'],
        [{ service_session: 'x'.repeat(43) }, 401, 'no_session'],
        [member.cookies, 403, 'forbidden'],
      ] as const) {
        const response = await send(cookies);
        expect(response.status).toBe(status);
        expect(errorReply.parse(await response.json()).error).toBe(error);
      }
      await expectUntouched(id);
    },
  );

  test.each(handlers)('the form %s is refused and changes nothing', async (handler) => {
    const id = await insertLead();
    const member = await makeUser();
    const path = handler.replace(/\{\w+\}/, `${id}`);
    for (const [cookies, code] of [
      [{}, 'no_session'],
      [member.cookies, 'forbidden'],
    ] as const) {
      const response = await postForm(path, { form: body, cookies });
      expect(response.status).toBe(303);
      expect(response.headers.get('location')).toContain(`error=${code}`);
    }
    await expectUntouched(id);
  });

  test('the list of leads is refused as soon as an advisor’s role was taken away', async () => {
    const { cookies, id } = await makeAdvisor();
    expect((await api('/api/admin/leads', { cookies })).status).toBe(200);
    await getDb().client.execute({
      sql: `update accounts set role = 'natural' where id = ?`,
      args: [id],
    });
    expect((await api('/api/admin/leads', { cookies })).status).toBe(403);
  });
});

async function expectUntouched(id: number): Promise<void> {
  expect(await leadOf(id)).toMatchObject({ state: 'recibida', handledAt: null });
  expect(await getDb().read.select().from(leadEvents)).toEqual([]);
}
