import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import TrailPage from '#app/admin/auditoria/page.tsx';
import { sealDays } from '#lib/domain/audit/seal.ts';
import { audit } from '#lib/domain/audit/writes.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { auditEvents } from '#lib/platform/db/schema/audit.ts';
import { DAY, HOUR } from '#lib/platform/process/durations.ts';
import { makeAccount } from '#tests/support/accounts.ts';
import { makeAdvisor } from '#tests/support/advisors.ts';
import { api } from '#tests/support/call.ts';
import { putIssued } from '#tests/support/issued.ts';
import { insertLead, sendRequest } from '#tests/support/leads.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { requestPayment } from '#tests/support/payment-links.ts';
import { postForm } from '#tests/support/post-form.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { addDocument } from '#tests/support/shares.ts';
import { forEachTest, worldForTest } from '#tests/support/world.ts';

const world = worldForTest({ RATE_LIMITS: 'off' });

const advisor = forEachTest(() => makeAdvisor());
const ana = forEachTest(() => makeAccount());

const put = (event: Parameters<typeof audit>[2]) =>
  getDb().write((tx) => audit(tx, { requestId: 'r', ip: '203.0.113.7', now: world.now() }, event));

async function find(query: Record<string, string> = {}) {
  const path = `/api/admin/audit?${new URLSearchParams(query)}`;
  const response = await api(path, { cookies: advisor.cookies });
  expect(response.status).toBe(200);
  return (await response.json()) as {
    before: number | null;
    data: { id: number; text: string; action: string; object: string | null }[];
  };
}
const actions = async (query: Record<string, string>) =>
  (await find(query)).data.map(({ action }) => action);

describe('the audit trail of the team', () => {
  test('shows who did what to which account and object, with a shortened IP', async () => {
    await put({
      action: 'document.seen-by-team',
      subject: 'document:d1',
      accountId: ana.id,
      actor: advisor.id,
    });
    const { data } = await find({ action: 'document.seen-by-team' });
    expect(data).toMatchObject([
      {
        actor: advisor.id,
        actorEmail: advisor.email,
        accountId: ana.id,
        accountEmail: ana.email,
        text: 'vio un documento',
        object: 'document:d1',
        place: '203.0.113.0/24',
        at: '2026-11-20T15:00:00.000Z',
      },
    ]);
  });

  test('can be filtered by person, object, action and days in Chile, and by several of them', async () => {
    const look = { accountId: ana.id, actor: advisor.id } as const;
    await put({ ...look, action: 'lead.seen-by-team', subject: 'lead:12' });
    await put({ ...look, action: 'document.seen-by-team', subject: 'document:12' });
    await put({
      accountId: null,
      actor: 'guest',
      action: 'guarantee.changed',
      subject: 'guarantee:12',
    });
    await put({ accountId: ana.id, action: 'payment.created', subject: 'RG-1' });
    world.advance(13 * HOUR);
    await put({ accountId: ana.id, action: 'profile.updated' });
    const seen = ['document.seen-by-team', 'lead.seen-by-team'];
    expect(await actions({ person: ana.email.toUpperCase() })).toEqual(
      expect.arrayContaining([...seen, 'payment.created', 'profile.updated', 'email.verified']),
    );
    // The list has the advisor's own acts, and the changes of her account.
    expect(await actions({ person: advisor.id })).toEqual(
      expect.arrayContaining([...seen, 'account.created-by-operator']),
    );
    expect(await actions({ person: 'otra@x.cl' })).toEqual([]);
    expect(await actions({ object: '12' })).toEqual(['guarantee.changed', 'lead.seen-by-team']);
    expect(await actions({ object: 'Solicitud N.º 12' })).toEqual(['lead.seen-by-team']);
    expect(await actions({ person: 'garantía 12' })).toEqual(['guarantee.changed']);
    expect(await actions({ object: 'RG-1' })).toEqual(['payment.created']);
    expect(await actions({ object: '12', person: 'guest' })).toEqual(['guarantee.changed']);
    expect(await actions({ from: '2026-11-21', to: '2026-11-21', person: ana.id })).toEqual([
      'profile.updated',
    ]);
    expect(await actions({ to: '2026-11-19' })).toEqual([]);
    expect(await actions({ action: 'profile.updated', to: '2026-11-20' })).toEqual([]);
  });

  test('is found by the words that say what was done, with and without accents', async () => {
    const at = { accountId: ana.id, actor: advisor.id };
    await put({ ...at, action: 'payment.transferred', subject: 'RG-1' });
    await put({ ...at, action: 'account.suspended' });
    for (const person of ['transferencia', 'un pago por TRANSFERENCIA', ' transferéncia ']) {
      expect(await actions({ person }), person).toEqual(['payment.transferred']);
    }
    expect(await actions({ person: 'transferencia', action: 'account.suspended' })).toEqual([]);
    expect(await actions({ person: 'suspendió' })).toContain('account.suspended');
    expect(await actions({ person: 'un' })).toEqual([]);
  });

  test('has each change of state, assignment and note of a request, without the text of the notes', async () => {
    const id = await insertLead({ kind: 'garantia' });
    const act = async (what: string, json: object) => {
      const path = `/api/admin/leads/${id}/${what}`;
      expect((await api(path, { json, cookies: advisor.cookies })).status, what).toBe(200);
    };
    await act('state', { state: 'en_revision' });
    await act('state', { state: 'en_revision' });
    await act('notes', { text: 'Llamar el lunes' });
    const [{ id: note } = { id: 0 }] = await getDb().read.all<{ id: number }>(
      sql`select id from lead_events where kind = 'note'`,
    );
    const form = { nota: `${note}` };
    await postForm(`/admin/leads/${id}/nota/quitar`, { form, cookies: advisor.cookies });
    await act('assign', { assignedTo: null });
    const { data } = await find({ object: `${id}` });
    expect(data.map(({ action }) => action).reverse()).toEqual([
      'lead.state-changed',
      'lead.assigned',
      'lead.noted',
      'lead.note-removed',
      'lead.unassigned',
    ]);
    expect(data.every(({ object }) => object === `lead:${id}`)).toBe(true);
    expect(JSON.stringify(data)).not.toContain('lunes');
  });

  test('finds a request by the number that pages show, with its guarantees and payments', async () => {
    await insertLead();
    const { id, submissionId } = await sendRequest(publicBody);
    const [number] = await putIssued([{ submissionId, item: 0 }]);
    await requestPayment(advisor.cookies, { leadId: id });
    await put({ action: 'lead.answered', subject: `lead:${id}`, accountId: ana.id });
    await put({ action: 'guarantee.changed', subject: `guarantee:${number}`, accountId: ana.id });
    const { data } = await find({ object: `${submissionId}` });
    expect(data.map(({ action }) => action).sort()).toEqual([
      'guarantee.changed',
      'lead.answered',
      'lead.assigned',
      'payment.requested',
    ]);
    browseAs(advisor.cookies);
    const text = textOf(await renderPage(TrailPage, {}, { object: `${submissionId}` }));
    expect(text).toMatch(/solicitó un pago .*Un pago solicitado: \S/);
  });

  test('shows words instead of the ids of files and lists', async () => {
    const event = { accountId: ana.id, actor: advisor.id } as const;
    await put({ ...event, action: 'attachment.seen-by-team', subject: 'upload:zz9' });
    await put({ ...event, action: 'document.uploaded', subject: 'zz9' });
    const { id: keptDocument } = await addDocument(ana.id, { fileName: 'F30.pdf' });
    await put({ ...event, action: 'document.uploaded', subject: keptDocument });
    await put({ ...event, action: 'leads.exported', subject: 'leads:zz9' });
    browseAs(advisor.cookies);
    const text = textOf(await renderPage(TrailPage, {}, {}));
    expect(text).toContain('abrió un archivo enviado Cuenta: ana@constructora.cl Un archivo');
    expect(text).toContain('subió un documento Cuenta: ana@constructora.cl Un documento');
    expect(text).toContain('Un documento: F30.pdf');
    expect(text).not.toContain('zz9');
  });

  test.each<Record<string, string>>([
    {},
    { action: 'profile.updated' },
    { person: 'guest' },
    { object: 'lead:1' },
  ])(
    'is paged without a gap or a repetition when many events have the same time: %j',
    async (query) => {
      const event = { action: 'profile.updated', subject: 'lead:1', actor: 'guest' } as const;
      for (let n = 0; n < 120; n++) await put({ ...event, accountId: n % 2 ? ana.id : null });
      const ids: number[] = [];
      let page = await find(query);
      while (true) {
        ids.push(...page.data.map(({ id }) => id));
        if (page.before === null) break;
        page = await find({ ...query, before: String(page.before) });
      }
      expect(ids.length).toBeGreaterThanOrEqual(120);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids).toEqual([...ids].sort((a, b) => b - a));
    },
  );

  test('records its own views once an hour for each kind of filter, and every export', async () => {
    await find({ person: ana.email });
    await find({ person: ana.email });
    await find();
    const csv = await api(`/api/admin/audit.csv?person=${ana.email}`, {
      cookies: advisor.cookies,
    });
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const text = await csv.text();
    expect(text).toContain('"creó la cuenta";"account.registered";"";"ana@constructora.cl"');
    expect(text.split('\r\n').length).toBeGreaterThan(3);
    const rows = await getDb().read.select().from(auditEvents);
    const own = rows.filter(({ action }) => action.startsWith('audit.'));
    expect(own.map(({ action, subject, actor }) => [action, subject, actor])).toEqual([
      ['audit.seen', 'audit:person', advisor.id],
      ['audit.seen', 'audit:all', advisor.id],
      ['audit.exported', 'audit:person', advisor.id],
    ]);
    expect(JSON.stringify(own)).not.toContain(ana.email);
  });

  test.each(['action=nada', 'from=ayer', 'before=x', `person=${'a'.repeat(300)}`])(
    'refuses the query %s',
    async (query) => {
      const path = `/api/admin/audit?${query}`;
      expect((await api(path, { cookies: advisor.cookies })).status).toBe(400);
    },
  );

  test('continues after an event that was deleted in the meantime', async () => {
    await put({ accountId: ana.id, action: 'session.refused' });
    const { data } = await find({ action: 'session.refused' });
    world.advance(2 * DAY);
    await sealDays(world.now());
    await getDb().client.execute("delete from audit_events where action = 'session.refused'");
    const before = String(data[0]?.id);
    expect((await find({ before })).data).toEqual([]);
    expect((await find({ before, object: '12', person: ana.id })).data).toEqual([]);
  });
});

test('the trail’s page names the account only if somebody else acted on it', async () => {
  const other = await makeAccount({ email: 'beto@obras.cl' });
  await put({ action: 'document.seen-by-team', accountId: ana.id, actor: advisor.id });
  await put({ action: 'calendar.opened', accountId: other.id, actor: other.id });
  browseAs(advisor.cookies);
  const html = await renderPage(TrailPage, {});
  expect(html).toContain(`href="/admin/cuentas/${ana.id}"`);
  expect(html).not.toContain(`href="/admin/cuentas/${other.id}"`);
});
