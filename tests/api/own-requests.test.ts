import { describe, expect, test } from 'vitest';
import { getOwnRequest } from '#lib/domain/requests/applicant/reads.ts';
import { listApplicants } from '#lib/domain/requests/applicant/search.ts';
import { addLeadEvent } from '#lib/domain/requests/leads/writes/add-lead-event.ts';
import { changeRequestState } from '#lib/domain/requests/leads/writes/change-request-state.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { makeAccount, makeUser, signIn } from '#tests/support/accounts.ts';
import { makeAdvisor } from '#tests/support/advisors.ts';
import { companyBody } from '#tests/support/auth-calls.ts';
import { api } from '#tests/support/call.ts';
import { andesCompany, joinCompany } from '#tests/support/companies.ts';
import { insertLead, sendRequest } from '#tests/support/leads.ts';
import { signedInOf } from '#tests/support/payment-links.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { submitRequest } from '#tests/support/submissions.ts';
import { START, worldForTest } from '#tests/support/world.ts';

worldForTest({ RATE_LIMITS: 'off' });

async function mine(cookies: Record<string, string>, query = '') {
  const response = await api(`/api/guarantees/mine${query}`, { cookies });
  expect(response.status).toBe(200);
  return (await response.json()).data;
}

describe('own requests', () => {
  test('are those of the own e-mail address, in upper or lower case, and no others', async () => {
    await makeAccount();
    await makeAccount(companyBody);
    const first = await sendRequest({ ...publicBody, email: 'Ana@Constructora.CL' });
    const other = await sendRequest({ ...publicBody, email: companyBody.email });
    const second = await sendRequest(publicBody);
    await insertLead({ email: 'ana@constructora.cl' });
    const numbers = async (cookies: Record<string, string>) =>
      (await mine(cookies)).requests.map((r: { submissionId: number }) => r.submissionId);
    expect(await numbers(await signIn())).toEqual([second.submissionId, first.submissionId]);
    expect(await numbers(await signIn(companyBody))).toEqual([other.submissionId]);
    const ana = { owner: 'ana@constructora.cl' };
    expect((await getOwnRequest(ana, first.submissionId)).submissionId).toBe(first.submissionId);
    await expect(getOwnRequest(ana, other.submissionId)).rejects.toThrow('not_found');
    await expect(getOwnRequest(ana, 999)).rejects.toThrow('not_found');
  });

  test('show what is meant for the applicant, and nothing of the team', async () => {
    await makeAccount();
    const advisor = await makeAdvisor();
    const { id, submissionId } = await sendRequest(publicBody);
    const post = (verb: string, json: object) =>
      api(`/api/admin/leads/${id}/${verb}`, { json, cookies: advisor.cookies });
    expect((await post('notes', { text: 'Cliente difícil' })).status).toBe(200);
    expect((await post('assign', { assignedTo: advisor.id })).status).toBe(200);
    await getDb().write(async (tx) => {
      const at = START - 60_000;
      await changeRequestState(tx, { leadId: id, to: 'en_revision', actor: 'crm', at, now: at });
      const event = { kind: 'booking', state: 'accepted', startsAt: START } as const;
      await addLeadEvent(tx, { leadId: id, event, actor: 'scheduling', at });
      const crm = { kind: 'crm', changed: { phone: '1' } } as const;
      await addLeadEvent(tx, { leadId: id, event: crm, actor: 'crm', at });
    });
    const { requests } = await mine(await signIn());
    expect(requests).toEqual([
      {
        submissionId,
        state: 'en_revision',
        createdAt: '2026-11-20T15:00:00.000Z',
        guarantees: ['Seriedad de la oferta, $ 1.500.000,50'],
        tenderId: '4809-45-LE26',
        receiptUrl: `http://localhost:3000/panel/solicitudes/${submissionId}/comprobante`,
        events: [
          { at: '2026-11-20T14:59:00.000Z', title: 'Reunión agendada: 20-11-2026, 12:00' },
          { at: '2026-11-20T14:59:00.000Z', title: 'En revisión' },
        ],
      },
    ]);
    expect(JSON.stringify(requests)).not.toMatch(/difícil|resguardo\.cl/);
  });

  test('are found by number, tender, beneficiary and state, and only among the own ones', async () => {
    const ana = await makeUser();
    const luis = await makeUser({ email: 'luis@otra.cl' });
    const one = await sendRequest(publicBody);
    const two = await sendRequest({ ...publicBody, idLicitacion: '5417-99-LP26' });
    await sendRequest({ ...publicBody, email: luis.email });
    await getDb().write((tx) => {
      const at = START - 60_000;
      return changeRequestState(tx, {
        leadId: two.id,
        to: 'en_revision',
        actor: 'crm',
        at,
        now: at,
      });
    });
    const found = async (query: string) =>
      (await mine(ana.cookies, query)).requests.map(
        (r: { submissionId: number }) => r.submissionId,
      );
    expect(await found(`?q=${encodeURIComponent(`N.º ${one.submissionId}`)}`)).toEqual([
      one.submissionId,
    ]);
    expect(await found('?q=5417-99')).toEqual([two.submissionId]);
    expect(await found('?q=MUNICIPÁLIDAD')).toEqual([two.submissionId, one.submissionId]);
    expect(await found('?q=municipalidad%205417-99')).toEqual([two.submissionId]);
    expect(await found('?q=nada%25')).toEqual([]);
    expect(await found('?state=recibida')).toEqual([one.submissionId]);
    expect(await found('?q=5417-99&state=recibida')).toEqual([]);
  });

  test('come twenty a page', async () => {
    const { cookies } = await makeUser();
    for (let i = 0; i < 23; i++) await sendRequest(publicBody);
    const first = await mine(cookies);
    expect(first.requests).toHaveLength(20);
    const second = await mine(cookies, `?before=${first.before}`);
    expect(second.before).toBeNull();
    // The last page is full.
    expect((await mine(cookies, '?before=21')).before).toBeNull();
    const numbers = [...first.requests, ...second.requests].map((r) => r.submissionId);
    expect(numbers).toEqual(Array.from({ length: 23 }, (_, i) => 23 - i));
  });

  test('of a company name each applicant as that person did last', async () => {
    const owner = await makeUser({ ...andesCompany, email: 'ana@andes.cl' });
    const { companyId } = await signedInOf(owner.cookies);
    for (const nombreSolicitante of ['Ana Vieja', 'Ana Nueva']) {
      const body = { ...publicBody, email: owner.email, nombreSolicitante };
      await submitRequest(body, { cookies: owner.cookies });
    }
    expect(await listApplicants(companyId ?? '')).toEqual({
      'ana@andes.cl': 'Ana Nueva (ana@andes.cl)',
    });
  });

  test.each([
    ['member', 1],
    ['reader', 0],
  ] as const)('that a %s of a company sends are listed for its owner: %i', async (role, count) => {
    const owner = await makeUser({ ...andesCompany, email: 'ana@andes.cl' });
    const rosa = await joinCompany(owner, 'rosa@andes.cl', role);
    await submitRequest({ ...publicBody, email: rosa.email }, { cookies: rosa.cookies });
    expect((await mine(owner.cookies)).requests).toHaveLength(count);
  });

  test('answer 401 without a session and 400 to a malformed page', async () => {
    expect((await api('/api/guarantees/mine')).status).toBe(401);
    const { cookies } = await makeUser();
    const bad = await api('/api/guarantees/mine?before=x', { cookies });
    expect(bad.status).toBe(400);
  });
});
