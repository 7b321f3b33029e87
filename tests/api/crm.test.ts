import { describe, expect, test } from 'vitest';
import { addLeadEvent, noteInCrm } from '#lib/domain/requests/leads/writes/add-lead-event.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { leads } from '#lib/platform/db/schema/leads.ts';
import { contactBody, sendContact, storedLeads } from '#tests/support/contact.ts';
import { contactEvent, sendEvents } from '#tests/support/crm-events.ts';
import { appWorker, deliverDue } from '#tests/support/delivery-worker.ts';
import { startHubspot } from '#tests/support/providers/hubspot.ts';
import type { HubspotFailure } from '#tests/support/providers/hubspot-replies.ts';
import { privateBody, publicBody } from '#tests/support/request-bodies.ts';
import { queuedDeliveries, submitRequest } from '#tests/support/submissions.ts';
import { webhookVariables } from '#tests/support/webhooks.ts';
import { forEachTest, worldForTest } from '#tests/support/world.ts';

const hubspot = forEachTest(() => startHubspot());
const world = worldForTest(() => ({ ...hubspot.variables, RATE_LIMITS: 'off' }));

/** Runs the worker again after each of these waits, in seconds. */
async function deliverFor(delays: number[]): Promise<void> {
  const first = appWorker();
  for (const seconds of delays) {
    world.advance(seconds * 1000);
    await first.drain();
  }
}
const toCrm = async () => (await queuedDeliveries()).filter(({ channel }) => channel === 'crm');
const counts = () => [hubspot.contacts.length, hubspot.deals.length, hubspot.notes.length];

describe('the CRM export of leads', () => {
  test('sends a request as contact, deal and note with its data', async () => {
    await submitRequest(publicBody);
    await deliverDue();
    expect(hubspot.contacts.map(({ properties }) => properties)).toEqual([
      {
        email: 'ana@constructora.cl',
        firstname: 'Ana',
        lastname: 'Muñoz',
        phone: publicBody.telefonoSolicitante,
        company: 'Constructora Andes SpA',
      },
    ]);
    expect(hubspot.deals[0]?.properties).toMatchObject({
      dealname: 'Solicitud N.º 1 · Seriedad de la oferta, $ 1.500.000,50 · Constructora Andes SpA',
      pipeline: 'default',
      dealstage: 'appointmentscheduled',
      amount: '1500000.5',
    });
    const [note] = hubspot.notes;
    for (const text of ['Seriedad de la oferta', '4809-45-LE26', '76.123.456-0', '01-12-2026']) {
      expect(note?.properties.hs_note_body).toContain(text);
    }
    expect(Object.values(note?.associations ?? {}).sort()).toEqual(
      [hubspot.contacts[0]?.id, hubspot.deals[0]?.id].sort(),
    );
    expect(await storedLeads()).toMatchObject([
      { crmContactId: hubspot.contacts[0]?.id, crmDealId: hubspot.deals[0]?.id },
    ]);
    expect((await toCrm()).map(({ state }) => state)).toEqual(['sent']);
  });

  test('sends no amount for mixed currencies, and adds up the others exactly', async () => {
    await submitRequest(privateBody);
    const [item] = publicBody.garantias;
    for (const amounts of [
      ['0.1', '0.2', '99999999999999.9999'],
      ['1000000', '500000'],
      ['0.5', '9.5'],
    ]) {
      const garantias = amounts.map((montoGarantia) => ({ ...item, montoGarantia }));
      await submitRequest({ ...publicBody, garantias });
    }
    await deliverDue();
    expect(hubspot.deals.map(({ properties }) => properties.amount).sort()).toEqual([
      '10',
      '100000000000000.2999',
      '1500000',
      undefined,
    ]);
    expect(hubspot.deals.map(({ properties }) => properties.dealname)).toContain(
      'Solicitud N.º 2 · 3 garantías · Constructora Andes SpA',
    );
  });

  test('sends contact forms as notes of one contact per person', async () => {
    await sendContact(contactBody);
    await sendContact({ ...contactBody, mensaje: 'Otra cosa.' }, { path: '/api/contact-expert' });
    await deliverDue();
    expect(counts()).toEqual([1, 0, 2]);
    const bodies = hubspot.notes.map(({ properties }) => properties.hs_note_body).sort();
    expect(bodies[0]).toContain('Necesitamos la garantía.');
    expect(bodies[0]).toContain('obra.<br>Necesitamos');
    expect(bodies[1]).toContain('Consulta a un experto');
    expect(hubspot.contacts[0]?.properties).toMatchObject({ firstname: 'Ana', lastname: 'Muñoz' });
  });

  test('accepts a CRM change for leads that were exported then, and not for a later lead', async () => {
    await world.reopen({ ...hubspot.variables, ...webhookVariables, RATE_LIMITS: 'off' });
    await sendContact(contactBody);
    await deliverDue();
    await sendContact({ ...contactBody, telefono: '+56 9 8765 4321' });
    const objectId = hubspot.contacts[0]?.id ?? '';
    const phone = { propertyName: 'phone', propertyValue: '+56 2 2222 3333', objectId };
    const event = { ...contactEvent('', '', world.now() + 1000), ...phone };
    expect(await sendEvents(event)).toEqual([1, 1, 0]);
    await deliverDue();
    expect(await storedLeads()).toMatchObject([
      { crmContactId: objectId, phone: '+56 2 2222 3333' },
      { crmContactId: objectId, phone: '+56 9 8765 4321' },
    ]);
  });

  test('escapes markup in the note', async () => {
    const mensaje = `<script>alert(1)</script> "x" 'y' & <img src=x onerror=alert(2)>`;
    await sendContact({ ...contactBody, primer_nombre: '<b>Ana</b>', mensaje });
    await deliverDue();
    const html = hubspot.notes[0]?.properties.hs_note_body ?? '';
    expect(html).not.toMatch(/<(script|img|b)\b/);
    expect(html).toContain(
      '&lt;script&gt;alert(1)&lt;/script&gt; &quot;x&quot; &#x27;y&#x27; &amp;',
    );
  });

  test('shortens a note to the length that HubSpot allows', async () => {
    const [item] = publicBody.garantias;
    const glosaGarantia = '"'.repeat(2000);
    const garantias = Array.from({ length: 20 }, () => ({ ...item, glosaGarantia }));
    expect((await submitRequest({ ...publicBody, garantias })).status).toBe(200);
    await deliverDue();
    const html = hubspot.notes[0]?.properties.hs_note_body ?? '';
    expect(html.length).toBeLessThan(65_536);
    expect(html).toMatch(/&quot;<\/p>.*Lo demás está en Resguardo\.<\/p>$/s);
  });

  const faults: [string, HubspotFailure[]][] = [
    ['500', Array.from({ length: 4 }, () => ({ how: 'status', status: 500 }) as const)],
    ['429 with Retry-After', [{ how: 'status', status: 429, retryAfter: 20 }]],
    [
      '429 of the rolling limit',
      [{ how: 'status', status: 429, policyName: 'TEN_SECONDLY_ROLLING' }],
    ],
    ['a connection cut after the work', [{ how: 'cut' }, { how: 'cut' }, { how: 'cut' }]],
    [
      'a proxy’s page',
      [
        { how: 'page', status: 502 },
        { how: 'page', status: 200 },
      ],
    ],
  ];
  test.each(faults)(
    'makes one contact, one deal and one note although HubSpot fails with %s',
    async (_, failures) => {
      // The failures hit first one step, then the next.
      for (const skip of [0, 1, 2, 3, 4, 5]) {
        const email = `persona${skip}@empresa.cl`;
        for (let i = 0; i < skip; i++) hubspot.failNext({ how: 'late', ms: 0 });
        for (const failure of failures) hubspot.failNext(failure);
        await submitRequest({ ...publicBody, email });
        await deliverFor([0, 60, 60, 200, 800, 2400, 4500]);
        hubspot.clearFailures();
      }
      expect(counts()).toEqual([6, 6, 6]);
      expect((await toCrm()).map(({ state }) => state)).toEqual(Array(6).fill('sent'));
    },
  );

  test('keeps leads waiting without attempts while there is no token, and mails leave meanwhile', async () => {
    await world.reopen({ HUBSPOT_BASE_URL: hubspot.url });
    for (let i = 0; i < 12; i++) await submitRequest({ ...publicBody, email: `p${i}@empresa.cl` });
    await deliverFor([0, 100, 200, 300, 86_400]);
    expect((await toCrm()).every((d) => d.state === 'waiting' && d.attempts === 0)).toBe(true);
    expect((await toCrm())[0]?.lastError).toBe('not_configured');
    expect(hubspot.requests).toHaveLength(0);
    expect(
      (await queuedDeliveries()).filter((d) => d.channel === 'mail' && d.state === 'sent'),
    ).toHaveLength(24);
  });

  test('adds a note for each later event after the lead itself, once per event', async () => {
    await submitRequest(publicBody);
    const eventIds = await getDb().write(async (tx) => {
      const ids: number[] = [];
      for (const event of [
        { kind: 'booking', state: 'accepted', startsAt: world.now() },
        { kind: 'payment', buyOrder: 'RG-1', state: 'authorized', amount: 15_000 },
        { kind: 'note', text: 'Solo para el equipo' },
      ] as const) {
        const at = world.now();
        const eventId = await addLeadEvent(tx, { leadId: 1, event, actor: 'system', at });
        await noteInCrm(tx, { leadId: 1, eventId, now: at });
        ids.push(eventId);
      }
      return ids;
    });
    hubspot.failNext({ how: 'status', status: 503 });
    await deliverFor([0, 2]);
    // An advisor sends one again from the inbox.
    await getDb().write((tx) =>
      noteInCrm(tx, { leadId: 1, eventId: eventIds[0] ?? 0, now: world.now() }),
    );
    await deliverDue();
    expect(hubspot.notes.map(({ properties }) => properties.hs_note_body).slice(1)).toEqual([
      '<p><strong>Resguardo</strong></p><p>Reunión agendada: 20-11-2026, 12:00 (hora de Chile)</p><p>Bandeja: <a href="http://localhost:3000/admin/leads/1">Abrir en la bandeja</a></p>',
      '<p><strong>Resguardo</strong></p><p>Pago recibido: $ 15.000, orden RG-1</p><p>Bandeja: <a href="http://localhost:3000/admin/leads/1">Abrir en la bandeja</a></p>',
    ]);
    expect(Object.keys(hubspot.notes[1]?.associations ?? {})).toEqual(['202', '214']);
    expect((await toCrm()).every(({ state }) => state === 'sent')).toBe(true);
  });

  test('sends nothing for a lead that was deleted', async () => {
    await submitRequest(publicBody);
    await getDb().write((tx) => tx.delete(leads));
    await deliverDue();
    expect([hubspot.requests.length, (await toCrm())[0]?.state]).toEqual([0, 'sent']);
  });

  test('makes a new deal for a new database whose ids begin at 1 again', async () => {
    await submitRequest(publicBody);
    await deliverDue();
    await world.reopen({ ...hubspot.variables, RATE_LIMITS: 'off' });
    world.advance(1);
    await submitRequest(publicBody);
    await deliverDue();
    expect(counts()).toEqual([1, 2, 2]);
  });
});
