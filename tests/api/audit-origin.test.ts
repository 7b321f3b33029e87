import { gt } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { getDb } from '#lib/platform/db/client.ts';
import { auditEvents } from '#lib/platform/db/schema/audit.ts';
import { makeUser } from '#tests/support/accounts.ts';
import { advisorForTest } from '#tests/support/advisors.ts';
import { api } from '#tests/support/call.ts';
import { andesCompany, joinCompany } from '#tests/support/companies.ts';
import { acceptConditions, sendConditions } from '#tests/support/conditions.ts';
import {
  approvedRequest,
  issuedFacts,
  moveRequest,
  recordIssued,
  storeIssuedDocument,
} from '#tests/support/issued.ts';
import { sendRequest } from '#tests/support/leads.ts';
import { postForm } from '#tests/support/post-form.ts';
import { publicBody as request } from '#tests/support/request-bodies.ts';
import { addDocument, createShare } from '#tests/support/shares.ts';
import { worldForTest } from '#tests/support/world.ts';

worldForTest({ RATE_LIMITS: 'off' });
const advisor = advisorForTest();
let ana: Awaited<ReturnType<typeof makeUser>>;
beforeEach(async () => {
  ana = await makeUser({ ...andesCompany, email: 'ana@andes.cl', name: 'Ana' });
});

/** The id and the address of the one request that is looked at. */
const origin = { headers: { 'x-request-id': 'un-solo-acto' }, ip: '198.51.100.77' };
type Act = () => Promise<unknown>;
const asAdvisor = () => ({ ...origin, cookies: advisor.cookies });
const asAna = () => ({ ...origin, cookies: ana.cookies });

/** Each prepares an act that records several events, or one about another thing than its own. */
const acts: Record<string, [actions: string[], prepare: () => Promise<Act>]> = {
  'the last guarantee is recorded': [
    ['guarantee.recorded', 'guarantee.seen-by-team', 'lead.assigned', 'lead.state-changed'],
    async () => {
      const { id } = await approvedRequest(request);
      const documentId = await storeIssuedDocument(advisor.cookies);
      const json = { ...issuedFacts, item: 0, documentId };
      return () => api(`/api/admin/leads/${id}/guarantees`, { json, ...asAdvisor() });
    },
  ],
  'it is annulled': [
    ['guarantee.changed', 'lead.state-changed'],
    async () => {
      const { id } = await recordIssued(advisor.cookies, (await approvedRequest(request)).id);
      const json = { kind: 'anulada' };
      return () => api(`/api/guarantees/issued/${id}/events`, { json, ...asAdvisor() });
    },
  ],
  'a refused request is opened again': [
    ['lead.state-changed'],
    async () => {
      const { id } = await sendRequest(request);
      await moveRequest(id, 'rechazada');
      const json = { handled: 'no' };
      return () => api(`/api/admin/leads/${id}/handled`, { json, ...asAdvisor() });
    },
  ],
  'many requests are moved': [
    ['lead.assigned', 'lead.state-changed'],
    async () => {
      const { id } = await sendRequest(request);
      const form = { [`lead-${id}`]: 'si', state: 'en_revision' };
      return () => postForm('/admin/estados', { form, ...asAdvisor() });
    },
  ],
  'an offer is accepted': [
    ['conditions.accepted', 'payment.requested'],
    async () => {
      const { id, token } = await sendRequest(request);
      await sendConditions(advisor.cookies, id);
      return () => acceptConditions(token, 1, origin);
    },
  ],
  'a member is removed': [
    ['company.removed', 'company.removed'],
    async () => {
      const form = { person: (await joinCompany(ana, 'beto@andes.cl')).personId };
      return () => postForm('/panel/empresa/quitar', { form, ...asAna() });
    },
  ],
  'an account is suspended': [
    ['account.suspended'],
    async () => {
      const form = { change: 'suspend', reason: 'Robo de su sesión' };
      return () => postForm(`/admin/cuentas/${ana.personId}/cambiar`, { form, ...asAdvisor() });
    },
  ],
  'a company is deleted': [
    ['account.deleted'],
    async () => {
      await createShare(ana, { documentKey: (await addDocument(ana.id)).fileId });
      return () => postForm('/panel/eliminar-cuenta/confirmar', { form: {}, ...asAna() });
    },
  ],
};

test.each(Object.entries(acts))(
  'all events of one act have the request id and the shortened IP of its call: %s',
  async (_, [actions, prepare]) => {
    const act = await prepare();
    const before = await getDb().read.$count(auditEvents);
    await act();
    const rows = await getDb().read.select().from(auditEvents).where(gt(auditEvents.id, before));
    expect(rows.map(({ action }) => action).sort()).toEqual(actions);
    const origins = rows.map(({ requestId, shortIp: place }) => `${requestId} ${place}`);
    expect([...new Set(origins)]).toEqual(['un-solo-acto 198.51.100.0/24']);
  },
);
