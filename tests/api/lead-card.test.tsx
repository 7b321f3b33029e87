import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { getDb } from '#lib/platform/db/client.ts';
import { leads } from '#lib/platform/db/schema/leads.ts';
import { HOUR } from '#lib/platform/process/durations.ts';
import { adminAreaForTest, primaryButton } from '#tests/support/admin-area.ts';
import { api } from '#tests/support/call.ts';
import { insertClosings, insertLead, sendRequest } from '#tests/support/leads.ts';
import { textOf } from '#tests/support/page-request.ts';
import { privateBody } from '#tests/support/request-bodies.ts';

const { ana, lead, inbox, post, rows } = adminAreaForTest();

const change = (id: number, values: Partial<typeof leads.$inferInsert>) =>
  getDb().write((tx) => tx.update(leads).set(values).where(eq(leads.id, id)));
const tagOf = (html: string, label: string) =>
  new RegExp(`<span class="([^"]*rounded-full[^"]*)">${label}<`).exec(html)?.[1] ?? '';

test('the page of a request links to the forms of its next acts, and the note stands before the assignment', async () => {
  const { id } = await sendRequest(privateBody);
  const html = await lead(id);
  for (const field of ['respuesta', 'pedir-documentos', 'monto']) {
    expect(html).toContain(`href="#${field}"`);
    expect(html).toContain(`id="${field}"`);
  }
  expect(html).toMatch(/name="doc-contrato" checked=""/);
  expect(html.match(/name="doc-[a-z_0-9]+" checked=""/g)).toHaveLength(1);
  expect(textOf(html)).toContain('La guardan los botones de este cuadro.');
  expect(html.indexOf('name="text"')).toBeLessThan(html.indexOf('id="assignedTo"'));
});

test('the rail of a request tells the requests of one person apart by number, type and amount', async () => {
  const { id } = await sendRequest(privateBody);
  const { id: other } = await sendRequest({
    ...privateBody,
    garantias: [{ ...privateBody.garantias[0], tipoGarantia: 'anticipo', montoGarantia: '77' }],
  });
  const rail = textOf(/<nav aria-label="Alrededor.*?<\/nav>/s.exec(await lead(id))?.[0] ?? '');
  expect(rail).toMatch(new RegExp(`N\\.º ${other} · Anticipo UF 77`));
  expect(rail).toMatch(new RegExp(`N\\.º ${id} · Cumplimiento UF 1\\.234,50`));
});

test('an approved request keeps the tag “Aprobada” while it waits for the applicant', async () => {
  const { id } = await sendRequest(privateBody);
  await change(id, { state: 'aprobada', handledAt: 1, lastAct: 'offered' });
  const html = await lead(id);
  expect(tagOf(html, 'Aprobada')).toContain('text-success');
  expect(textOf(html)).toContain('Condiciones enviadas, sin asignar');
});

test('requests that are new, sent documents or were paid have tags that look different', async () => {
  const garantia = { kind: 'garantia' as const, handledAt: 1 };
  await insertLead();
  await insertLead({ ...garantia, submissionId: 2, lastAct: 'answered' });
  await insertLead({ ...garantia, submissionId: 3, lastAct: 'paid', isPaid: true });
  const html = await inbox();
  const looks = ['Por atender', 'Envió documentos', 'Pagada'].map((label) => tagOf(html, label));
  expect(looks.every(Boolean)).toBe(true);
  expect(new Set(looks).size).toBe(3);
});

test('the inbox shows only the hour of a closing, with the word “cierra” for screen readers', async () => {
  await insertClosings({ soon: Date.UTC(2026, 10, 20, 12) + 20 * HOUR });
  await insertLead({ kind: 'garantia', submissionId: 1, tenderId: 'soon' });
  expect(await inbox()).toMatch(
    /<span class="lg:sr-only">cierra <\/span>(<!-- -->)?mañana \d\d:\d\d/,
  );
  expect((await rows())[0]?.[6]).toMatch(/^cierra mañana/);
});

test('a message nobody has is assigned at one press, asks for the call it prefers and shows a likely slip in its e-mail', async () => {
  const id = await insertLead({
    email: 'rosa@gmial.com',
    phone: '+56912345678',
    answers: { respuesta_preferida: 'Con una llamada' },
  });
  const html = await lead(id);
  expect(primaryButton(html)).toEqual(['Llamar']);
  expect(textOf(html)).toContain('puede ser rosa@gmail.com');
  expect(html).toContain('>Asignarme<');
  await post(`leads/${id}/asignar`, { assignedTo: ana.id, eraDe: '' });
  expect(await lead(id)).not.toContain('>Asignarme<');
});

test('the audit trail finds what happened to the requests of an e-mail without an account', async () => {
  const { id } = await sendRequest(privateBody);
  await sendRequest({ ...privateBody, email: 'otra@x.cl' });
  await post(`leads/${id}/nota`, { text: 'Llamar el lunes.' });
  const path = `/api/admin/audit?${new URLSearchParams({ person: privateBody.email })}`;
  const { data } = await (await api(path, { cookies: ana.cookies })).json();
  const objects = data.map(({ object }: { object: string }) => object);
  expect([...new Set(objects)]).toEqual([`lead:${id}`]);
});
