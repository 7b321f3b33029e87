import { expect, test } from 'vitest';
import { makeUser } from '#tests/support/accounts.ts';
import { makeAdvisor } from '#tests/support/advisors.ts';
import { publicBody } from '#tests/support/bodies.ts';
import { andes, join } from '#tests/support/companies.ts';
import { moveTo, recorded, recordedOwn } from '#tests/support/issued.ts';
import { sendRequest } from '#tests/support/leads.ts';
import { shownToken } from '#tests/support/links.ts';
import { postForm } from '#tests/support/post-form.ts';
import { submit } from '#tests/support/submissions.ts';
import { visitor } from '#tests/support/wizard.ts';
import { worldForTest } from '#tests/support/world.ts';

worldForTest({ RATE_LIMITS: 'off' });

test('an extension of a guarantee recorded elsewhere has its contact filled in from the last request', async () => {
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

test('an extension begun in the panel has the member’s address, one begun by a link that of the request', async () => {
  const ana = await makeUser({ ...andes, email: 'ana@andes.cl' });
  const json = { ...publicBody, email: 'ana@andes.cl' };
  const sent = await (await submit(json, { cookies: ana.cookies })).json();
  const leadId = Number(sent.data.submissionId);
  await moveTo(leadId, 'aprobada');
  const advisor = await makeAdvisor();
  const issued = await recorded(advisor.cookies, leadId, { issuerNumber: 'PZ-8' });
  const eva = await join(ana, 'eva@andes.cl');
  const link = `/garantia/${await shownToken('issued', issued.number)}`;
  for (const [path, email] of [
    [`/panel/garantias/${issued.id}`, 'eva@andes.cl'],
    [link, 'ana@andes.cl'],
  ] as const) {
    const who = visitor();
    Object.assign(who.cookies, path === link ? {} : eva.cookies);
    who.see(await postForm(`${path}/prorroga`, { form: {}, cookies: who.cookies }));
    expect((await who.draft())?.answers.values.email).toBe(email);
  }
});
