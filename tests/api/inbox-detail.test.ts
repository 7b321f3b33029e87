import { beforeEach, describe, expect, test } from 'vitest';
import type { LeadDetail } from '#lib/domain/inbox/schema.ts';
import { type Advisor, makeAdvisor } from '#tests/support/advisors.ts';
import { privateBody, publicBody } from '#tests/support/bodies.ts';
import { api } from '#tests/support/call.ts';
import { putLead, sendRequest } from '#tests/support/leads.ts';
import { worldForTest } from '#tests/support/world.ts';

let ana: Advisor;
worldForTest({ RATE_LIMITS: 'off' });
beforeEach(async () => {
  ana = await makeAdvisor('ana@resguardo.cl');
});

async function detail(id: number): Promise<LeadDetail> {
  const response = await api(`/api/admin/leads/${id}`, {
    cookies: ana.cookies,
  });
  return ((await response.json()) as { data: LeadDetail }).data;
}

describe('the detail', () => {
  test('has every answer of a request, readable, with consent and history', async () => {
    const { id, submissionId } = await sendRequest(publicBody);
    await api(`/api/admin/leads/${id}/notes`, {
      json: { text: 'Nota' },
      cookies: ana.cookies,
    });
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

  test('mixes no lead with another whose number begins alike', async () => {
    const first = await sendRequest(publicBody);
    for (let i = 0; i < 10; i++) await sendRequest(privateBody);
    const own = (await detail(first.id)).deliveries;
    const twelfth = (await detail(11)).deliveries;
    expect(first.id).toBe(1);
    expect(own.length).toBe(twelfth.length);
    expect(own.some(({ id }) => twelfth.some((other) => other.id === id))).toBe(false);
  });

  test('shows a form by its questions', async () => {
    const answers = {
      primer_nombre: 'Ana',
      rut: '12345678-5',
      mensaje: 'Hola',
      acepta_politicas: true,
    };
    const id = await putLead({ answers: JSON.stringify(answers) });
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
