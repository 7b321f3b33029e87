import { getDb } from '#lib/platform/db/client.ts';
import { deliveries } from '#lib/platform/db/schema/deliveries.ts';
import { now } from '#lib/platform/process/clock.ts';
import { randomId } from '#lib/platform/security/ids.ts';
import { insertLead, sendRequest } from '#tests/support/leads.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { samples } from '#tests/support/sample-files.ts';
import { postUploadProxy, uploadProxyForm } from '#tests/support/upload-client.ts';
import type { Recipe } from '#tools/fuzz/recipes.ts';

const lead: Recipe = async () => ({ path: { id: String(await insertLead()) } });

const settled =
  (state: 'sent' | 'dead'): Recipe =>
  async () => {
    const row = {
      partition: `lead:${await insertLead()}/mail`,
      kind: 'lead.mail',
      payload: {},
      idempotencyKey: randomId(),
      state,
      lastError: state === 'dead' ? 'refused' : null,
      createdAt: now(),
      settledAt: now(),
    };
    const [put] = await getDb().write((tx) => tx.insert(deliveries).values(row).returning());
    return { path: { id: String(put?.id) } };
  };

/** Makes a lead of another person, so that the leads of others stay. */
const spareLead: Recipe = async () => ({
  path: { id: String(await insertLead({ email: `${randomId().toLowerCase()}@ejemplo.cl` })) },
});

export const inboxRecipes: Record<string, Recipe> = {
  'GET /api/admin/leads/{id}': lead,
  'GET /api/admin/leads/{id}/events': lead,
  'GET /api/admin/leads/{id}/files/{kind}': async () => {
    const { body } = await postUploadProxy(uploadProxyForm(samples.pdf, 'bases.pdf'));
    const { id } = await sendRequest({ ...publicBody, contratoUrl: body.downloadUrl });
    return { path: { id: String(id), kind: 'contrato' } };
  },
  'POST /api/admin/leads/{id}/erase': spareLead,
  'DELETE /api/guarantees/mine/{id}': async ({ owner: { email } }) => ({
    path: { id: String((await sendRequest({ ...publicBody, email })).submissionId) },
  }),
  'POST /api/admin/leads/{id}/handled': async (place) => ({
    ...(await lead(place)),
    body: { seen: undefined },
  }),
  'POST /api/admin/leads/{id}/assign': async (place) => ({
    ...(await lead(place)),
    body: { assignedTo: place.admin.id },
  }),
  'POST /api/admin/leads/{id}/notes': lead,
  'POST /api/admin/leads/{id}/replies': lead,
  'POST /api/admin/leads/{id}/conditions': async () => ({
    path: { id: String((await sendRequest(publicBody)).id) },
    // Corrections are as many as the guarantees of the request.
    body: { validUntil: undefined, garantias: undefined },
  }),
  // A reason is only accepted with a new state.
  'POST /api/admin/leads/{id}/state': async () => ({
    path: { id: String((await sendRequest(publicBody)).id) },
    body: { state: 'en_revision', seen: undefined },
  }),
  'POST /api/admin/deliveries/{id}/retry': settled('dead'),
  'POST /api/admin/deliveries/{id}/resend': settled('sent'),
};
