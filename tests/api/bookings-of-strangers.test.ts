import { expect, test } from 'vitest';
import { storedLeads } from '#tests/support/contact.ts';
import { bookingEvent } from '#tests/support/providers/scheduling.ts';
import { deliverMails } from '#tests/support/sent-mails.ts';
import {
  sendSchedulingEvent,
  storedBookings,
  storedHistory,
  webhookVariables,
} from '#tests/support/webhooks.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest({ ...webhookVariables, RATE_LIMITS: 'off' });

test('a booking of somebody who never wrote to us begins a lead, which the inbox shows and both sides get by mail', async () => {
  const booking = bookingEvent({ uid: 'a', email: 'nueva@empresa.cl', name: 'Rosa Díaz' });
  await sendSchedulingEvent(booking);
  await sendSchedulingEvent(booking);
  await sendSchedulingEvent({
    ...booking,
    triggerEvent: 'BOOKING_CANCELLED',
    createdAt: new Date(world.now()).toISOString(),
  });
  expect(await storedLeads()).toMatchObject([
    { id: 1, kind: 'asesor', name: 'Rosa Díaz', email: 'nueva@empresa.cl', consentIp: '' },
  ]);
  expect((await storedBookings()).map(({ uid, leadId }) => [uid, leadId])).toEqual([['a', 1]]);
  expect((await storedHistory()).map(({ leadId }) => leadId)).toEqual([1, 1]);
  const mails = await deliverMails();
  const toPerson = mails.find(({ to }) => `${to}` === 'nueva@empresa.cl');
  const toTeam = mails.find((mail) => mail !== toPerson);
  expect(toTeam?.subject).toBe('Reservó una hora en la agenda: Rosa Díaz');
  expect(toTeam?.text).toContain('miércoles 25-11-2026, 12:00');
  expect(toPerson?.subject).toBe('Reservaste el miércoles 25-11-2026, 12:00');
  expect(toPerson?.text).toContain('Conversan el miércoles 25-11-2026, 12:00, hora de Chile.');
  expect(toPerson?.text).toMatch(/\/recibido\//);
  expect(toPerson?.text).not.toMatch(/Rosa|elige tu hora/);
});
