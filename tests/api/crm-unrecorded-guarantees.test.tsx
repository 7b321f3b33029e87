import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import GuaranteesPage from '#app/admin/garantias/page.tsx';
import LeadPage from '#app/admin/leads/[id]/page.tsx';
import InboxPage from '#app/admin/page.tsx';
import { listUnrecordedRequests } from '#lib/domain/requests/team/reads/list-leads.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { leadEvents, leads } from '#lib/platform/db/schema/leads.ts';
import { webhookEvents } from '#lib/platform/db/schema/webhooks.ts';
import { openAdminArea } from '#tests/support/admin-area.ts';
import { newSession } from '#tests/support/advisors.ts';
import { dealEvent, sendEvents } from '#tests/support/crm-events.ts';
import { recordIssued, reportEvent } from '#tests/support/issued.ts';
import { eventsOf, leadOf, sendRequest } from '#tests/support/leads.ts';
import { browseAs, renderPage } from '#tests/support/page-request.ts';
import { queryPlan } from '#tests/support/query-plan.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { queuedDeliveries } from '#tests/support/submissions.ts';
import { webhookVariables } from '#tests/support/webhooks.ts';
import { forEachTest, START } from '#tests/support/world.ts';

const admin = forEachTest(() => openAdminArea(webhookVariables));
let id: number;
beforeEach(async () => {
  ({ id } = await sendRequest(publicBody));
  await getDb().write((tx) => tx.update(leads).set({ crmDealId: '90' }).where(eq(leads.id, id)));
  admin.world.advance(3_600_000);
  browseAs(admin.ana.cookies);
});

const at = { issued: START + 2000, before: START + 1000, after: START + 3000 };
const tasks = async () => (await listUnrecordedRequests()).leads.map((lead) => lead.id);
const stateMails = async () =>
  (await queuedDeliveries()).filter(({ kind }) => kind === 'lead.state-mail');

describe('a CRM stage “emitida” before all guarantees are recorded', () => {
  test('reopens the lead as a task to record them, and does not change its state', async () => {
    await sendEvents([dealEvent('dos', at.before)]);
    await admin.post('atendida', id, { handled: 'yes' });
    const mails = await stateMails();
    expect(await sendEvents([dealEvent('cuatro', at.issued)])).toEqual([1, 1, 0]);
    expect(await leadOf(id)).toMatchObject({ state: 'aprobada', handledAt: null });
    expect((await eventsOf(id)).at(-1)).toEqual({ actor: 'crm', kind: 'unrecorded' });
    expect(await stateMails()).toEqual(mails);
    expect(await tasks()).toEqual([id]);
    expect(await renderPage(GuaranteesPage, {})).toContain(`/admin/leads/${id}#emision`);
    expect(await renderPage(InboxPage, {}, { status: 'por_atender' })).toContain('Falta registrar');
    const page = await renderPage(LeadPage, { id: `${id}` });
    expect(page).toContain('Falta registrarla');
    expect(page).toContain('El CRM dice que está emitida');
    expect(page).toContain(`/admin/leads/${id}/emision/0`);
  });

  test('makes that task also if it has the time of the stage before', async () => {
    await sendEvents([dealEvent('dos', at.issued)]);
    expect(await sendEvents([dealEvent('cuatro', at.issued)])).toEqual([1, 1, 0]);
    expect(await tasks()).toEqual([id]);
  });

  test('is settled when the guarantees are recorded, and is a task again when one is annulled', async () => {
    await sendEvents([dealEvent('dos', at.before), dealEvent('cuatro', at.issued)]);
    const { id: guarantee } = await recordIssued(admin.ana.cookies, id);
    expect(await leadOf(id)).toMatchObject({ state: 'emitida', handledAt: expect.any(Number) });
    expect(await tasks()).toEqual([]);
    expect(await sendEvents([dealEvent('cuatro', at.after)])).toEqual([1, 0, 0]);
    expect((await reportEvent(admin.ana.cookies, guarantee, { kind: 'anulada' })).status).toBe(200);
    expect((await leadOf(id)).state).toBe('aprobada');
    expect(await tasks()).toEqual([id]);
  });

  test('stays a task when the request is approved, and ends when it is refused', async () => {
    await sendEvents([dealEvent('cuatro', at.issued)]);
    expect(await renderPage(LeadPage, { id: `${id}` })).toContain('Apruébala y registra');
    await admin.post('estado', id, { state: 'aprobada' });
    expect(await leadOf(id)).toMatchObject({ state: 'aprobada', handledAt: null });
    expect(await tasks()).toEqual([id]);
    admin.world.advance(1000);
    await admin.post('estado', id, { state: 'rechazada' });
    expect(await tasks()).toEqual([]);
    expect((await leadOf(id)).handledAt).not.toBeNull();
  });

  test('is no task for an erased person', async () => {
    await sendEvents([dealEvent('cuatro', at.issued)]);
    admin.ana.cookies = await newSession(admin.ana.id, 'admin');
    await admin.post('borrar/confirmar', id, { confirmation: publicBody.email });
    expect((await leadOf(id)).erasedAt).not.toBeNull();
    expect(await tasks()).toEqual([]);
    expect(await sendEvents([dealEvent('cuatro', at.after)])).toEqual([1, 0, 0]);
    expect(await tasks()).toEqual([]);
  });

  test('leads to the same result in any order, late and repeated', async () => {
    const before = await leadOf(id);
    const outcomeOf = async (order: object[]) => {
      await getDb().write(async (tx) => {
        await tx.delete(webhookEvents);
        await tx.delete(leadEvents);
        const { owner: _, ...row } = before;
        await tx.update(leads).set(row).where(eq(leads.id, id));
      });
      for (const event of order) await sendEvents([event]);
      const { state, stateAt, crmIssuedAt, handledAt } = await leadOf(id);
      return [state, stateAt, crmIssuedAt, handledAt === null];
    };
    const open = [
      dealEvent('uno', START),
      dealEvent('dos', at.before),
      dealEvent('cuatro', at.before),
      dealEvent('cuatro', at.issued),
    ];
    const over = [...open, dealEvent('dos', at.after)];
    for (const [events, expected] of [
      [open, ['aprobada', at.before, at.issued, true]],
      [over, ['aprobada', at.after, null, false]],
    ] as const) {
      await fc.assert(
        fc.asyncProperty(
          fc.shuffledSubarray([...events, ...events], { minLength: events.length * 2 }),
          async (order) => {
            expect(await outcomeOf(order)).toEqual(expected);
          },
        ),
        { numRuns: 20 },
      );
    }
  });

  test('is found by an index, without a sort', async () => {
    const steps = await queryPlan(`
      select id from leads where crm_issued_at is not null and state <> 'emitida'
      and erased_at is null and id < 9 order by id desc limit 26`);
    expect(steps).toContain('leads_unrecorded');
    expect(steps).not.toMatch(/TEMP B-TREE/);
  });
});
