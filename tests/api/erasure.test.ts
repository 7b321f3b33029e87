import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { linkLead } from '#lib/domain/crm/writes/link-lead.ts';
import { countErasable } from '#lib/domain/erasure/reads.ts';
import { emailHash } from '#lib/domain/links/reads.ts';
import { sweepUploads } from '#lib/domain/uploads/sweep.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { drafts } from '#lib/platform/db/schema/drafts.ts';
import { makeAdvisor } from '#tests/support/advisors.ts';
import { deliverDue } from '#tests/support/delivery-worker.ts';
import {
  ANA_EMAIL,
  anaTexts,
  createAnaData,
  deliverErasureTasks,
  eraseLead,
  rowProblems,
  rowsContaining,
} from '#tests/support/erasure.ts';
import { leadOf, sendRequest } from '#tests/support/leads.ts';
import { startHubspot } from '#tests/support/providers/hubspot.ts';
import { bookingEvent } from '#tests/support/providers/scheduling.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { queuedDeliveries } from '#tests/support/submissions.ts';
import { countStoredFiles, uploadRows } from '#tests/support/upload-client.ts';
import {
  eventCounts,
  sendCrmWebhook,
  sendSchedulingEvent,
  webhookVariables,
} from '#tests/support/webhooks.ts';
import { newVisitor } from '#tests/support/wizard.ts';
import { forEachTest, worldForTest } from '#tests/support/world.ts';

const hubspot = forEachTest(() => startHubspot());
const variables = { ...webhookVariables, RATE_LIMITS: 'off' };
const world = worldForTest(() => ({ ...hubspot.variables, ...variables }));
const eva = forEachTest(() => makeAdvisor('eva@resguardo.cl'));

const PHONE = '56987650123';

describe('erasing a person', () => {
  test('leaves nothing of her in any table except the lead’s number, state and dates', async () => {
    const { id, submissionId } = await createAnaData(eva);
    const other = await sendRequest({
      ...publicBody,
      email: 'luis@otra.cl',
      nombreSolicitante: 'Luis',
    });
    await deliverDue();
    await sendCrmWebhook([
      {
        eventId: '9',
        kind: 'contact',
        externalId: hubspot.contacts[0]?.id,
        email: ANA_EMAIL,
        phone: '123',
        occurredAt: world.now() + 1,
      },
    ]);
    expect((await rowsContaining(anaTexts)).length).toBeGreaterThan(5);
    const before = await leadOf(id);
    world.advance(1000);

    expect((await eraseLead(id, eva)).status).toBe(200);
    await deliverErasureTasks(world);
    const left = await rowsContaining(anaTexts);
    // Luis wrote from the same company.
    expect(left.filter((row) => !/Constructora Andes|76123456/.test(row))).toEqual([]);
    expect(await leadOf(id)).toMatchObject({
      kind: 'garantia',
      submissionId,
      state: before.state,
      createdAt: before.createdAt,
      erasedAt: before.createdAt + 1000,
      name: '',
      email: '',
    });
    expect(await leadOf(other.id)).toMatchObject({ name: 'Luis', erasedAt: null });
    expect(await rowProblems()).toEqual([]);
    world.advance(61 * 60_000);
    await sweepUploads(world.now());
    expect([await uploadRows(), countStoredFiles(world.dataDir).files]).toEqual([[], 0]);
    const trail = await getDb().read.all(
      sql`select actor, subject from audit_events where action = 'lead.erased' order by subject`,
    );
    expect(trail).toEqual([
      { actor: eva.id, subject: `lead:${id}` },
      { actor: eva.id, subject: `lead:${id + 1}` },
    ]);
  });

  test('removes her contact and notes from the CRM, where the deal keeps only its number', async () => {
    const { id, submissionId } = await createAnaData(eva);
    await deliverDue();
    expect([hubspot.contacts.length, hubspot.notes.length > 0]).toEqual([1, true]);
    await eraseLead(id, eva);
    await deliverDue();
    expect([hubspot.contacts, hubspot.notes]).toEqual([[], []]);
    expect(hubspot.deals[0]?.properties.dealname).toBe(
      `Solicitud N.º ${submissionId} · Datos borrados`,
    );
    expect([...hubspot.barred]).toEqual([]);
  });

  test('removes her CRM contact and later CRM events although the contact’s id never reached us', async () => {
    const { id } = await sendRequest(publicBody);
    hubspot.failNext({ how: 'cut' }); // the work is done, and its answer is lost
    await deliverDue();
    expect((await leadOf(id)).crmContactId).toBeNull();
    const externalId = hubspot.contacts[0]?.id ?? '';
    const notices = (eventId: string) =>
      sendCrmWebhook([
        { eventId, kind: 'contact', externalId, phone: PHONE, occurredAt: world.now() },
      ]);
    await notices('1');
    await eraseLead(id, eva);
    expect(await rowsContaining([PHONE])).toEqual([`webhook_events ${PHONE}`]);
    await deliverErasureTasks(world);
    await notices('2');
    expect([hubspot.contacts, await rowsContaining([ANA_EMAIL, PHONE])]).toEqual([[], []]);
    await linkLead(id, { crmContactId: '5' }, world.now());
    expect((await leadOf(id)).crmContactId).toBeNull();
  });

  test('before anything was delivered cancels the mails and tells the CRM nothing', async () => {
    const { id } = await sendRequest(publicBody);
    await eraseLead(id, eva);
    expect(await queuedDeliveries()).toEqual([]);
    await deliverDue();
    expect(hubspot.requests).toEqual([]);
  });

  test('changes nothing when the database fails, and happens once however often it is repeated', async () => {
    const { id } = await createAnaData(eva);
    await getDb().client.execute(
      `create trigger refuse before update of erased_at on leads begin select raise(abort, 'no'); end`,
    );
    const before = await rowsContaining(anaTexts);
    expect((await eraseLead(id, eva)).status).toBe(500);
    expect(await rowsContaining(anaTexts)).toEqual(before);
    await getDb().client.execute('drop trigger refuse');
    const answers = await Promise.all([eraseLead(id, eva), eraseLead(id, eva), eraseLead(id, eva)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await rowsContaining(anaTexts)).toEqual([]);
    const [row] = await getDb().read.all<{ n: number }>(
      sql`select count(*) as n from audit_events where action = 'lead.erased'`,
    );
    expect(row?.n).toBe(2);
    expect((await eraseLead(999, eva)).status).toBe(404);
  });

  test('is not undone by late or repeated events of providers; her next request and meeting are kept', async () => {
    const { id } = await createAnaData(eva);
    await deliverDue();
    const contactId = hubspot.contacts[0]?.id;
    // The event comes before any that could create a meeting.
    const ofAna = { email: ANA_EMAIL, name: 'Ana Muñoz' };
    await sendSchedulingEvent(
      bookingEvent({ ...ofAna, uid: 'reunion-9', triggerEvent: 'BOOKING_PAYMENT_INITIATED' }),
    );
    await eraseLead(id, eva);
    await deliverErasureTasks(world);
    const notices = (triggerEvent: string, uid: string, payload = {}) =>
      sendSchedulingEvent(bookingEvent({ ...ofAna, triggerEvent, uid, payload }));
    await notices('BOOKING_CREATED', 'reunion-1');
    for (const kind of ['MEETING_ENDED', 'BOOKING_CANCELLED', 'BOOKING_NO_SHOW_UPDATED']) {
      expect(await eventCounts(notices(kind, 'reunion-1'))).toEqual([1, 0, 0]);
    }
    // A new uid that is known before the event of its predecessor is erased as well.
    await notices('MEETING_ENDED', 'reunion-2');
    await notices('BOOKING_RESCHEDULED', 'reunion-2', { rescheduleUid: 'reunion-1' });
    await notices('BOOKING_RESCHEDULED', 'reunion-3', { rescheduleUid: 'reunion-2' });
    await notices('BOOKING_CANCELLED', 'reunion-3');
    const contact = { kind: 'contact', externalId: contactId, occurredAt: world.now() };
    await sendCrmWebhook([{ ...contact, eventId: '10', firstname: 'Ana', lastname: 'Muñoz' }]);
    expect(await leadOf(id)).toMatchObject({ name: '', phone: null });
    expect(await rowsContaining(anaTexts)).toEqual([]);
    expect(await getDb().read.all(sql`select uid from bookings`)).toEqual([]);
    expect(await rowProblems()).toEqual([]);
    // Her next meeting is a new one, and so is what she writes from now on.
    const again = await sendRequest(publicBody);
    await notices('BOOKING_CREATED', 'reunion-4');
    await sendCrmWebhook([
      {
        ...contact,
        eventId: '11',
        email: ANA_EMAIL,
        phone: '+56 9 8',
        occurredAt: world.now() + 1,
      },
    ]);
    expect(await leadOf(again.id)).toMatchObject({ crmContactId: contactId });
    expect(await getDb().read.all(sql`select uid, lead_id as lead from bookings`)).toEqual([
      { uid: 'reunion-4', lead: again.id },
    ]);
  });

  test('takes her refused draft, links and waiting mails too, and leaves those of another person', async () => {
    const { id, submissionId } = await sendRequest(publicBody);
    const hers = newVisitor();
    await hers.save('tipo', { sistemaLicitacion: 'privados' });
    const contact = { nombreSolicitante: 'Ana Muñoz', email: 'Ana@Constructora.cl' };
    await hers.save('contacto', { ...contact, telefonoSolicitante: 'x' });
    const other = newVisitor();
    await other.save('tipo', { sistemaLicitacion: 'privados' });
    await other.mailLink('Ana@Constructora.cl');
    await other.mailLink('luis@otra.cl');
    const linksTo = async (email: string) =>
      (await getDb().read.all(sql`select 1 from links where mailed_to = ${emailHash(email)}`))
        .length;
    expect(await linksTo(ANA_EMAIL)).toBe(2);
    const sent = newVisitor();
    await sent.save('tipo', { sistemaLicitacion: 'privados' });
    await sent.save('contacto', { ...contact, telefonoSolicitante: '+56912345678' });
    const draftId = (await sent.draft())?.id ?? '';
    await getDb().write((tx) =>
      tx.update(drafts).set({ submissionId }).where(eq(drafts.id, draftId)),
    );
    const luis = { email: 'luis@otra.cl', name: 'Luis Soto' };
    await sendSchedulingEvent(bookingEvent({ uid: 'luis-1', ...luis }));
    expect(await countErasable(ANA_EMAIL)).toEqual({
      requests: 1,
      messages: 0,
      meetings: 0,
      drafts: 1,
    });
    await eraseLead(id, eva);
    expect(await rowsContaining(anaTexts)).toEqual([]);
    // Luis keeps the link of his draft and that of his booking.
    expect([await linksTo(ANA_EMAIL), await linksTo('luis@otra.cl')]).toEqual([0, 2]);
    expect([await hers.draft(), (await other.draft())?.submissionId]).toEqual([null, null]);
    // The mail to Luis waited behind hers, and is still sent.
    expect(await rowProblems()).toEqual([]);
    expect((await queuedDeliveries()).map(({ kind }) => kind)).toContain('draft.resume-mail');
  });
});
