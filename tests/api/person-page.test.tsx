import { expect, test } from 'vitest';
import TrailPage from '#app/admin/auditoria/page.tsx';
import PersonPage from '#app/admin/personas/page.tsx';
import { endOfDay } from '#lib/platform/chile/calendar.ts';
import { makeAccount, makeUser } from '#tests/support/accounts.ts';
import { adminAreaForTest } from '#tests/support/admin-area.ts';
import { auditTrailOf } from '#tests/support/auth-calls.ts';
import { insertDocument } from '#tests/support/document-rows.ts';
import { changeEmail, NEW_EMAIL } from '#tests/support/email-change.ts';
import { putIssued } from '#tests/support/issued.ts';
import { insertLead, insertLeads, sendRequest } from '#tests/support/leads.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { requestPayment } from '#tests/support/payment-links.ts';
import { queryPlan } from '#tests/support/query-plan.ts';
import { publicBody } from '#tests/support/request-bodies.ts';

const { ana, lead, post } = adminAreaForTest();
const addNote = (id: number, text: string) => post(`leads/${id}/nota`, { text });

test('the page of a person has their leads, guarantees, payments and accounts, and each lead links to it', async () => {
  const { email } = publicBody;
  const { id } = await sendRequest(publicBody);
  await insertLead({ email, answers: { mensaje: '¿Me llaman el jueves?' } });
  await insertLead({ email: 'otra@x.cl', name: 'Otra Persona' });
  await putIssued([{ email }, { email: 'otra@x.cl', issuerName: 'Banco Ajeno' }]);
  await requestPayment(ana.cookies, { email, description: 'Comisión azul' });
  await makeAccount({ email });
  const opened = await lead(id);
  expect(opened).toContain('2 solicitudes de esta persona');
  const q = `/admin/personas?q=${encodeURIComponent(email)}`;
  expect(opened).toContain(`href="${q}"`);
  const page = await renderPage(PersonPage, {}, { q: email.toUpperCase() });
  for (const phrase of [
    'N.º 1',
    '¿Me llaman el jueves?',
    'Garantía N.º 1',
    'Comisión azul',
    'Cuentas',
  ]) {
    expect(textOf(page)).toContain(phrase);
  }
  expect(page).toContain('href="/admin/cuentas/');
  expect(page).not.toMatch(/Otra Persona|Banco Ajeno|name="lead-/);
  const byRut = textOf(await renderPage(PersonPage, {}, { q: '76.123.456-0' }));
  expect(byRut).toContain('Ana Muñoz');
  expect(byRut).toContain('Garantía N.º 1');
  expect(textOf(await renderPage(PersonPage, {}))).toContain('Lo que hay bajo un correo');
});

test('the page of a person has their notes, history and folder, and none of others, and the look is recorded', async () => {
  const email = publicBody.email;
  const owner = await makeAccount({ email });
  const other = await makeAccount({ email: `${email}.ar` });
  const { id } = await sendRequest(publicBody);
  const second = await insertLead({ email });
  const foreign = await insertLead({ email: 'otra@x.cl' });
  await addNote(id, 'Prefiere el teléfono.');
  await addNote(second, 'Es la misma persona.');
  await addNote(foreign, 'Nota ajena.');
  await post(`leads/${id}/estado`, { state: 'en_revision', seen: 'recibida' });
  const end = { expiresAt: endOfDay('2020-01-12'), countedFrom: 'typed' } as const;
  await insertDocument(owner.id, { category: 'carpeta_tributaria', ...end });
  await insertDocument(other.id, { category: 'e_rut', fileName: 'ajeno.pdf' });
  const page = await renderPage(PersonPage, {}, { q: email });
  const text = textOf(page);
  expect(text).toMatch(/Notas .*Es la misma persona\..*Prefiere el teléfono\..*Historia /s);
  expect(text).toMatch(/Historia .*Pasó de «Por atender» a «En revisión»/s);
  expect(text).toMatch(/Carpeta de documentos .*Venció el 12-01-2020/s);
  expect(text).not.toMatch(/Nota ajena|E-RUT/);
  expect(page).not.toContain('/api/documents');
  const seen = await auditTrailOf(owner.id);
  expect(seen).toEqual(expect.arrayContaining(['lead.seen-by-team', 'account.seen-by-team']));
  await renderPage(PersonPage, {}, { q: email });
  expect(await auditTrailOf(owner.id)).toEqual(seen);
});

test('the notes of a person go on page by page, and are found by an index', async () => {
  const ids = await insertLeads(Array.from({ length: 12 }, () => ({ email: 'larga@x.cl' })));
  for (const id of ids) for (const text of ['Una.', 'Dos.']) await addNote(id, text);
  const notesOf = async (query: Record<string, string>) =>
    [...(await renderPage(PersonPage, {}, { q: 'larga@x.cl', ...query })).matchAll(/Nota interna/g)]
      .length;
  const page = await renderPage(PersonPage, {}, { q: 'larga@x.cl' });
  const [, next = ''] = /q=larga%40x\.cl&notas=(\d+)/.exec(page) ?? [];
  const [first, rest] = [await notesOf({}), await notesOf({ notas: next })];
  expect(first).toBeGreaterThan(rest);
  expect(rest).toBeGreaterThan(0);
  const plan =
    await queryPlan(`select e.id from leads l cross join lead_events e on e.lead_id = l.id
    where l.email = 'x' and e.id < 9 order by e.id desc limit 21`);
  expect(plan).toMatch(/leads_by_email.*lead_events_by_lead/s);
});

test('the leads of a person go on page by page, and are found by an index', async () => {
  await insertLeads(Array.from({ length: 30 }, () => ({ email: 'muchas@x.cl' })));
  const page = await renderPage(PersonPage, {}, { q: 'muchas@x.cl' });
  expect(page.match(/id="fila-/g)).toHaveLength(25);
  expect(page).toContain('href="/admin/personas?q=muchas%40x.cl&solicitudes=6"');
  const rest = await renderPage(PersonPage, {}, { q: 'muchas@x.cl', solicitudes: '6' });
  expect(rest.match(/id="fila-/g)).toHaveLength(5);
  const plan = await queryPlan("select 1 from leads where email = 'x' limit 100");
  expect(plan).toContain('leads_by_email');
});

test('a former e-mail address finds its person, on the person page and in the audit trail', async () => {
  const member = await makeUser({ email: 'ana@vieja.cl' });
  await insertLead({ email: 'ana@vieja.cl', name: 'Ana Muñoz' });
  await changeEmail(member.cookies);
  browseAs(ana.cookies);
  for (const q of ['ANA@vieja.cl', NEW_EMAIL]) {
    const text = textOf(await renderPage(PersonPage, {}, { q }));
    expect(text).toContain(NEW_EMAIL);
    expect(text).toContain('antes: ana@vieja.cl');
    expect(text).toMatch(/Solicitudes y mensajes .*Ana Muñoz/s);
  }
  const trail = textOf(await renderPage(TrailPage, {}, { person: 'ana@vieja.cl' }));
  expect(trail).toContain('cambió su correo');
  // The address of an account is its own, though another had it before.
  await makeUser({ email: 'otra@x.cl' });
  expect(textOf(await renderPage(PersonPage, {}, { q: 'otra@x.cl' }))).not.toContain('antes:');
});
