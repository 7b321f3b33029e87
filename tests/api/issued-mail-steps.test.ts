import { expect, test } from 'vitest';
import { openAdminArea } from '#tests/support/admin-area.ts';
import { approvedRequest, recordIssued } from '#tests/support/issued.ts';
import { forEachTest } from '#tests/support/world.ts';

const admin = forEachTest(() => openAdminArea());

test.each([
  ['a bid bond of an unknown closing', {}, 'anexo de tu oferta'],
  [
    'a performance bond',
    { type: 'cumplimiento', differenceReason: 'x' },
    'en el plazo que indican',
  ],
])('the mail about an issued guarantee, %s, says how to hand it in', async (_, changes, words) => {
  const { id } = await approvedRequest();
  await recordIssued(admin.ana.cookies, id, changes);
  await admin.deliver();
  admin.world.advance(120_000);
  await admin.deliver();
  const mails = admin.toApplicant().filter(({ subject }) => subject.includes('Garantía N.º'));
  expect(mails.map(({ text }) => text)).toEqual([expect.stringContaining(words)]);
});
