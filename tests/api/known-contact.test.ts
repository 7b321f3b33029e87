import { expect, test } from 'vitest';
import { makeUser } from '#tests/support/accounts.ts';
import { publicBody } from '#tests/support/bodies.ts';
import { recordedOwn } from '#tests/support/issued.ts';
import { sendRequest } from '#tests/support/leads.ts';
import { postForm } from '#tests/support/post-form.ts';
import { visitor } from '#tests/support/wizard.ts';
import { worldForTest } from '#tests/support/world.ts';

worldForTest({ RATE_LIMITS: 'off' });

test('an extension of a guarantee recorded elsewhere takes the phone of the last request', async () => {
  const who = visitor();
  const user = await makeUser({ email: 'luz@obras.cl', name: 'Luz Soto', role: 'natural' });
  Object.assign(who.cookies, user.cookies);
  await sendRequest({ ...publicBody, email: 'luz@obras.cl' });
  const own = await recordedOwn(user.cookies);
  const form = { hasta: '01-09-2027' };
  who.see(await postForm(`/panel/garantias/${own.id}/prorroga`, { form, cookies: who.cookies }));
  const draft = await who.draft();
  expect(draft?.answers.answered).toContain('contacto');
  expect(draft?.answers.values).toMatchObject({ nombreSolicitante: 'Luz Soto' });
});
