import { describe, expect, test } from 'vitest';
import { getShownPath } from '#lib/domain/links/reads.ts';
import type { LeadDetail } from '#lib/domain/requests/team/schema.ts';
import { adminAreaForTest, pageHeading, primaryButton } from '#tests/support/admin-area.ts';
import { api } from '#tests/support/call.ts';
import { sendConditions } from '#tests/support/conditions.ts';
import { contactBody } from '#tests/support/contact.ts';
import { insertLead, sendRequest } from '#tests/support/leads.ts';
import { privateBody, publicBody } from '#tests/support/request-bodies.ts';
import { textFile } from '#tests/support/request-files.ts';
import {
  requestDocuments,
  requestedDocumentsOf,
  sendContactMessage,
  sendRequestedDocuments,
} from '#tests/support/requested-documents.ts';

const { ana, inbox, lead, post, send } = adminAreaForTest();

async function detail(id: number): Promise<LeadDetail> {
  const response = await api(`/api/admin/leads/${id}`, {
    cookies: ana.cookies,
  });
  return ((await response.json()) as { data: LeadDetail }).data;
}

describe('the detail of a lead', () => {
  test('has every answer of a request in readable form, with consent, history and deliveries', async () => {
    const { id, submissionId } = await sendRequest(publicBody);
    await send('notes', id, { text: 'Nota' });
    const data = await detail(id);
    expect(data).toMatchObject({
      id,
      submissionId,
      kind: 'garantia',
      state: 'recibida',
      consent: { address: '203.0.113.7', at: '2026-11-20T15:00:00.000Z' },
      crm: { contactId: null, dealId: null },
      events: [
        { kind: 'assigned' },
        { kind: 'note', title: 'Nota interna', text: 'Nota', actor: ana.email },
      ],
    });
    const shown = JSON.stringify(data.sections);
    for (const text of [
      'Ana Muñoz',
      '76.123.456-0',
      '4809-45-LE26',
      '$ 1.500.000,50',
      '01-03-2027',
    ]) {
      expect(shown).toContain(text);
    }
    const kinds = data.deliveries.map(({ kind }) => kind);
    expect(kinds).toEqual(
      expect.arrayContaining(['guarantee.internal-mail', 'guarantee.acknowledgement']),
    );
  });

  test('has no delivery of a lead whose number begins alike', async () => {
    const first = await sendRequest(publicBody);
    for (let i = 0; i < 10; i++) await sendRequest(privateBody);
    const own = (await detail(first.id)).deliveries;
    const twelfth = (await detail(11)).deliveries;
    expect(first.id).toBe(1);
    expect(own.length).toBe(twelfth.length);
    expect(own.some(({ id }) => twelfth.some((other) => other.id === id))).toBe(false);
  });

  test('shows a contact form by its questions', async () => {
    const answers = {
      primer_nombre: 'Ana',
      rut: '12345678-5',
      mensaje: 'Hola',
      acepta_politicas: true,
    };
    const id = await insertLead({ answers });
    expect((await detail(id)).sections).toEqual([
      {
        title: 'Lo que escribió',
        rows: [
          { label: 'Nombre', value: 'Ana' },
          { label: 'RUT', value: '12.345.678-5' },
          { label: 'Mensaje', value: 'Hola' },
          { label: 'Política de privacidad', value: 'Aceptada' },
        ],
      },
    ]);
  });
});

test('the heading of a message shows its text, and addresses and telephones are links', async () => {
  const page = await lead(await sendContactMessage('eva@obras.cl'));
  expect(pageHeading(page)).toContain(contactBody.mensaje);
  expect(page).toContain('href="mailto:eva@obras.cl"');
  expect(page.match(/href="tel:\+56/g)?.length).toBeGreaterThan(1);
});

test('the next act is the only primary button, and its part does not move above the reply', async () => {
  let { id } = await sendRequest(publicBody);
  const page = () => lead(id);
  const positions = (html: string) =>
    [...html.matchAll(/<section id="(responder|condiciones|pagos)"/g)].map(([, place]) => place);
  const first = await page();
  expect(primaryButton(first)).toEqual(['Tomar en revisión']);
  expect(positions(first)).toEqual(['responder', 'condiciones', 'pagos']);
  const form = { state: 'en_revision', seen: 'recibida' };
  await post(`leads/${id}/estado`, form);
  const reviewed = await page();
  expect(primaryButton(reviewed)).toEqual(['Enviar condiciones']);
  expect(positions(reviewed)).toEqual(['responder', 'condiciones', 'pagos']);
  expect(reviewed).toMatch(/<section id="condiciones".*?<details[^>]*open=""/s);
  await sendConditions(ana.cookies, id);
  const offered = await page();
  expect([primaryButton(offered), positions(offered)[0]]).toEqual([[], 'responder']);
  expect(offered).not.toMatch(/id="condiciones".*?<details[^>]*open="".*?id="pagos"/s);
  id = await insertLead();
  expect(primaryButton(await page())).toEqual(['Responder']);
});

test('refusing a request is one press away and opens the field for the reason', async () => {
  const { id } = await sendRequest(publicBody);
  const href = `/admin/leads/${id}?estado=rechazada#reason`;
  expect(pageHeading(await lead(id))).toContain(href);
  const page = await lead(id, { estado: 'rechazada' });
  expect(page).toMatch(/<option value="rechazada" selected=""/);
  expect(page).toMatch(/<details open=""><summary[^>]*>Decirle por qué/);
  const form = { state: 'rechazada', reason: 'Sin plazo.', seen: 'recibida' };
  await post(`leads/${id}/estado`, form);
  expect(await lead(id)).not.toContain('?estado=rechazada');
});

test('after conditions were sent the page says that the applicant has to act, also after taking it in review', async () => {
  const { id } = await sendRequest(publicBody);
  await sendConditions(ana.cookies, id);
  const offered = await lead(id);
  const heading = pageHeading(offered);
  expect(heading).toContain('Condiciones enviadas');
  expect(heading).toContain('Espera al solicitante, asignada a ti');
  expect(heading).not.toContain('Por atender');
  expect(offered).toContain('Todavía no acepta las condiciones');
  expect(await inbox()).not.toContain(`id="fila-${id}"`);
  const waiting = await inbox({ turn: 'applicant' });
  expect(waiting).toContain(`id="fila-${id}"`);
  expect(waiting).toMatch(/Por atender[^\d]*>0</);
  const form = { state: 'en_revision', seen: 'recibida' };
  await post(`leads/${id}/estado`, form);
  expect(await lead(id)).not.toContain('Abrir otra vez');
});

test('a file that came for one message cannot be opened under another message', async () => {
  const [lead, other] = [
    await sendContactMessage('ana@obras.cl'),
    await sendContactMessage('luz@obras.cl'),
  ];
  const [document] = await requestDocuments(lead, ana.cookies, { otros: 'Balance' });
  const page = (await getShownPath('lead-receipt', lead)) as `/${string}`;
  await sendRequestedDocuments(page, {
    files: { [`pedido-${document?.id}`]: [textFile('balance.pdf')] },
  });
  const [
    {
      files: [sent],
    } = { files: [] },
  ] = await requestedDocumentsOf(lead);
  const statusOf = async (id: number) => {
    const path = `/api/admin/leads/${id}/files/${sent?.id}`;
    return (await api(path, { cookies: ana.cookies })).status;
  };
  expect([await statusOf(lead), await statusOf(other)]).toEqual([200, 404]);
});
