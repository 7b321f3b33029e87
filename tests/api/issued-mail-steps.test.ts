import { expect, test } from 'vitest';
import { openDesk } from '#tests/support/desk.ts';
import { approvedRequest, recordIssued } from '#tests/support/issued.ts';
import { forEachTest } from '#tests/support/world.ts';

const desk = forEachTest(() => openDesk());

test.each([
  ['a bid bond of an unknown closing', {}, 'anexo de tu oferta'],
  [
    'a performance bond',
    { type: 'cumplimiento', differenceReason: 'x' },
    'en el plazo que indican',
  ],
])('the mail about an issued guarantee, %s, says how to hand it in', async (_, changes, words) => {
  const { id } = await approvedRequest();
  await recordIssued(desk.ana.cookies, id, changes);
  await desk.deliver();
  desk.world.advance(120_000);
  await desk.deliver();
  const mails = desk.toApplicant().filter(({ subject }) => subject.includes('Garantía N.º'));
  expect(mails.map(({ text }) => text)).toEqual([expect.stringContaining(words)]);
});
