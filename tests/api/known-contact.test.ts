import { expect, test } from 'vitest';
import { makeUser } from '#tests/support/accounts.ts';
import { makeAdvisor } from '#tests/support/advisors.ts';
import { andesCompany, joinCompany } from '#tests/support/companies.ts';
import { moveRequest, recordIssued, recordOwnIssued } from '#tests/support/issued.ts';
import { sendRequest } from '#tests/support/leads.ts';
import { shownLinkToken } from '#tests/support/mailed-links.ts';
import { postForm } from '#tests/support/post-form.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { submitRequest } from '#tests/support/submissions.ts';
import { newVisitor } from '#tests/support/wizard.ts';
import { worldForTest } from '#tests/support/world.ts';

worldForTest({ RATE_LIMITS: 'off' });

test('an extension of a guarantee recorded elsewhere has its contact filled in from the last request', async () => {
  const who = newVisitor();
  const user = await makeUser({ email: 'luz@obras.cl', name: 'Luz Soto', role: 'natural' });
  Object.assign(who.cookies, user.cookies);
  await sendRequest({ ...publicBody, email: 'luz@obras.cl' });
  const own = await recordOwnIssued(user.cookies);
  const form = { hasta: '01-09-2027' };
  who.see(await postForm(`/panel/garantias/${own.id}/prorroga`, { form, cookies: who.cookies }));
  const draft = await who.draft();
  expect(draft?.answers.answered).toContain('contacto');
  expect(draft?.answers.values).toMatchObject({ nombreSolicitante: 'Luz Soto' });
});

test('an extension begun in the panel has the member’s address, one begun by a link that of the request', async () => {
  const ana = await makeUser({ ...andesCompany, email: 'ana@andes.cl' });
  const json = { ...publicBody, email: 'ana@andes.cl' };
  const sent = await (await submitRequest(json, { cookies: ana.cookies })).json();
  const leadId = Number(sent.data.submissionId);
  await moveRequest(leadId, 'aprobada');
  const advisor = await makeAdvisor();
  const issued = await recordIssued(advisor.cookies, leadId, { issuerNumber: 'PZ-8' });
  const eva = await joinCompany(ana, 'eva@andes.cl');
  const link = `/garantia/${await shownLinkToken('issued', issued.number)}`;
  for (const [path, email] of [
    [`/panel/garantias/${issued.id}`, 'eva@andes.cl'],
    [link, 'ana@andes.cl'],
  ] as const) {
    const who = newVisitor();
    Object.assign(who.cookies, path === link ? {} : eva.cookies);
    who.see(await postForm(`${path}/prorroga`, { form: {}, cookies: who.cookies }));
    expect((await who.draft())?.answers.values.email).toBe(email);
  }
});
