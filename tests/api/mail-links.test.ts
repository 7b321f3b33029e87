import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { getDb } from '#lib/platform/db/client.ts';
import { leadEvents, leads } from '#lib/platform/db/schema/leads.ts';
import { openAdminArea } from '#tests/support/admin-area.ts';
import { api } from '#tests/support/call.ts';
import { acceptConditions, sendConditions } from '#tests/support/conditions.ts';
import { sendRequest } from '#tests/support/leads.ts';
import { linkSubject } from '#tests/support/mailed-links.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { postDocumentRequest } from '#tests/support/requested-documents.ts';
import { forEachTest } from '#tests/support/world.ts';

const admin = forEachTest(() => openAdminArea());

/** Gives a lead another number than its request has, as in rows from before they shared one. */
async function renumber(leadId: number): Promise<number> {
  const newId = leadId + 100;
  await getDb().write(async (tx) => {
    await tx.run(sql`pragma defer_foreign_keys = on`);
    await tx.update(leads).set({ id: newId }).where(eq(leads.id, leadId));
    await tx.update(leadEvents).set({ leadId: newId }).where(eq(leadEvents.leadId, leadId));
  });
  return newId;
}

test('every mail about a request links that request, although its lead has another number', async () => {
  const request = await sendRequest(publicBody);
  const { submissionId, token } = request;
  await admin.deliver();
  const id = await renumber(request.id);
  await sendRequest({ ...publicBody, email: 'luis@obras.cl' });
  const json = { subject: 'Tu solicitud', text: 'Hola, Ana.' };
  await api(`/api/admin/leads/${id}/replies`, { json, cookies: admin.ana.cookies });
  await postDocumentRequest(id, admin.ana.cookies, { otros: 'Balance' });
  await admin.post('estado', id, { state: 'en_revision' });
  expect(await sendConditions(admin.ana.cookies, id)).toBe(200);
  await acceptConditions(token, 1);
  admin.world.advance(3_600_000);
  await admin.deliver();
  // The mail of the accepted conditions links the payment instead.
  const linked = admin.toApplicant().flatMap(({ subject, text = '' }) => {
    const url = /http\S+\/comprobante\/[\w.-]+/.exec(text)?.[0];
    return url ? [{ subject, url }] : [];
  });
  expect(linked.map(({ subject }) => subject)).toEqual([
    'Recibimos tu solicitud N.º 1',
    'Tu solicitud',
    'Te pedimos un documento: solicitud N.º 1',
  ]);
  for (const { subject, url } of linked) {
    expect(await linkSubject('receipt', url), subject).toBe(`${submissionId}`);
  }
});
