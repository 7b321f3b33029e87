import { expect, test } from 'vitest';
import PersonPage from '#app/admin/personas/page.tsx';
import { makeAccount } from '#tests/support/accounts.ts';
import { publicBody } from '#tests/support/bodies.ts';
import { deskForTest } from '#tests/support/desk.ts';
import { putIssued } from '#tests/support/issued.ts';
import { putLead, putLeads, sendRequest } from '#tests/support/leads.ts';
import { show, textOf } from '#tests/support/page-request.ts';
import { askForMoney } from '#tests/support/payment-links.ts';
import { planOf } from '#tests/support/plan.ts';

const { ana, lead } = deskForTest();

test('all of a person stands on one page, that each of their leads leads to', async () => {
  const { email } = publicBody;
  const { id } = await sendRequest(publicBody);
  await putLead({ email, answers: '{"mensaje":"¿Me llaman el jueves?"}' });
  await putLead({ email: 'otra@x.cl', name: 'Otra Persona' });
  await putIssued([{ email }, { email: 'otra@x.cl', issuerName: 'Banco Ajeno' }]);
  await askForMoney(ana.cookies, { email, description: 'Comisión azul' });
  await makeAccount({ email });
  const opened = await lead(id);
  expect(opened).toContain('2 solicitudes de esta persona');
  const q = `/admin/personas?q=${encodeURIComponent(email)}`;
  expect(opened).toContain(`href="${q}"`);
  const page = await show(PersonPage, {}, { q: email.toUpperCase() });
  for (const said of [
    'N.º 1',
    '¿Me llaman el jueves?',
    'Garantía N.º 1',
    'Comisión azul',
    'Cuentas',
  ]) {
    expect(textOf(page)).toContain(said);
  }
  expect(page).toContain('href="/admin/cuentas/');
  expect(page).not.toMatch(/Otra Persona|Banco Ajeno|name="lead-/);
  const byRut = textOf(await show(PersonPage, {}, { q: '76.123.456-0' }));
  expect(byRut).toContain('Ana Muñoz');
  expect(byRut).toContain('Garantía N.º 1');
  expect(textOf(await show(PersonPage, {}))).toContain('Lo que hay bajo un correo');
});

test('what a person has goes on page by page, and is found without reading the table', async () => {
  await putLeads(Array.from({ length: 30 }, () => ({ email: 'muchas@x.cl' })));
  const page = await show(PersonPage, {}, { q: 'muchas@x.cl' });
  expect(page.match(/id="fila-/g)).toHaveLength(25);
  expect(page).toContain('href="/admin/personas?q=muchas%40x.cl&solicitudes=6"');
  const rest = await show(PersonPage, {}, { q: 'muchas@x.cl', solicitudes: '6' });
  expect(rest.match(/id="fila-/g)).toHaveLength(5);
  const plan = await planOf("select 1 from leads where email = 'x' limit 100");
  expect(plan).toContain('leads_by_email');
});
