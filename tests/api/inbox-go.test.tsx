import { beforeEach, expect, test } from 'vitest';
import InboxPage from '#app/admin/page.tsx';
import { makeAdvisor } from '#tests/support/advisors.ts';
import { privateBody, publicBody } from '#tests/support/bodies.ts';
import { putLead, sendRequest } from '#tests/support/leads.ts';
import { askAs, show } from '#tests/support/page-request.ts';
import { worldForTest } from '#tests/support/world.ts';

worldForTest({ RATE_LIMITS: 'off' });
beforeEach(async () => {
  askAs((await makeAdvisor('ana@resguardo.cl')).cookies);
});

/** Where the page leads to for what was typed into the palette. */
const placeOf = (ir: string) =>
  show(InboxPage, {}, { ir }).then(
    () => 'stays',
    (error) => String(error.digest).split(';')[2],
  );

test('a number leads to its request, what is known of one lead alone to it, the rest to the search', async () => {
  const form = await putLead({ name: 'Rosa Pino', email: 'rosa@pino.cl', rut: '11111111-1' });
  const { id, submissionId } = await sendRequest(publicBody);
  await sendRequest({ ...privateBody, email: 'otra@obras.cl' });
  expect(id).not.toBe(submissionId);
  expect(await placeOf(`${submissionId}`)).toBe(`/admin/leads/${id}`);
  expect(await placeOf(`N.º ${submissionId}`)).toBe(`/admin/leads/${id}`);
  expect(await placeOf('11.111.111-1')).toBe(`/admin/leads/${form}`);
  expect(await placeOf('rosa pi')).toBe(`/admin/leads/${form}`);
  await putLead({ name: 'Rosa Soto' });
  expect(await placeOf('rosa')).toBe('/admin?q=rosa');
  expect(await placeOf('nunca & jamás')).toBe('/admin?q=nunca+%26+jam%C3%A1s');
});
