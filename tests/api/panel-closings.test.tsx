import { beforeEach, expect, test } from 'vitest';
import PanelLayout from '#app/panel/layout.tsx';
import PanelHome from '#app/panel/page.tsx';
import RequestsPage from '#app/panel/solicitudes/page.tsx';
import { formatDateTime } from '#lib/platform/chile/format.ts';
import { DAY } from '#lib/platform/process/durations.ts';
import { type Member, makeUser } from '#tests/support/accounts.ts';
import { makeAdvisor } from '#tests/support/advisors.ts';
import { andesCompany, joinCompany } from '#tests/support/companies.ts';
import { storedLeads } from '#tests/support/contact.ts';
import { moveRequest } from '#tests/support/issued.ts';
import { insertClosings } from '#tests/support/leads.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { postForm } from '#tests/support/post-form.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { postDocumentRequest } from '#tests/support/requested-documents.ts';
import { submitRequest } from '#tests/support/submissions.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest({ RATE_LIMITS: 'off' });
let ana: Member;
beforeEach(async () => {
  ana = await makeUser({ ...andesCompany, email: 'ana@andes.cl', name: 'Ana' });
  browseAs(ana.cookies);
});

const frame = async () =>
  textOf(
    await renderPage(async () => PanelLayout({ children: null, params: Promise.resolve({}) }), {}),
  );
const home = async () => textOf(await renderPage(PanelHome, {}));
const list = async (query = {}) => textOf(await renderPage(RequestsPage, {}, query));

async function bid(idLicitacion: string, who = ana, changes: object = {}) {
  const body = { ...publicBody, email: who.email, idLicitacion, ...changes };
  const { data } = await (await submitRequest(body, { cookies: who.cookies })).json();
  browseAs(ana.cookies);
  return Number(data.submissionId);
}

test('the panel lists the tenders that close this week, with the state of each request', async () => {
  const [soon, later] = [world.now() + 3 * DAY, world.now() + 8 * DAY];
  await insertClosings({ '1000-1-LE26': soon, '1000-2-LE26': later });
  const number = await bid('1000-1-LE26');
  const other = await bid('1000-2-LE26');
  const text = await home();
  expect(text).toContain('Cierra esta semana');
  expect(text).toContain(
    `Solicitud N.º ${number}: I. Municipalidad de Mostazal 1000-1-LE26 cierra el ${formatDateTime(soon)}. La recibimos.`,
  );
  expect(text).not.toContain('1000-2-LE26 cierra');
  expect(await list({ cierre: 'semana' })).toContain('1000-1-LE26');
  expect(await list({ cierre: 'semana' })).not.toContain('1000-2-LE26');
  expect(await frame()).not.toContain('necesita atención');
  world.advance(2 * DAY);
  expect(await home()).toContain(`Solicitud N.º ${other}: I. Municipalidad`);
});

test('the panel counts requests whose tender has closed, until the applicant writes after the closing', async () => {
  await insertClosings({ '1000-1-LE26': world.now() + DAY, '1000-2-LE26': world.now() + DAY });
  const [first, second] = [await bid('1000-1-LE26'), await bid('1000-2-LE26')];
  expect(await home()).not.toContain('ya no recibe');
  // A message from before the closing answers nothing after it.
  const before = { mensaje: '¿Cómo va?', envio: 'antes' };
  await postForm(`/panel/solicitudes/${second}/mensaje`, { form: before, cookies: ana.cookies });
  world.advance(2 * DAY);
  expect(await home()).toContain('2 licitaciones ya no reciben ofertas');
  expect(await frame()).toContain('Solicitudes 2 necesitan atención');
  const bids = await list();
  expect(bids.match(/2 licitaciones ya no reciben ofertas/g)).toHaveLength(1);
  expect(bids.match(/La licitación cerró el \d\d-\d\d-\d{4}\./g)).toHaveLength(2);
  expect(bids.match(/escríbele a tu asesor/g)).toHaveLength(1);
  await postForm(`/panel/solicitudes/${first}/mensaje`, {
    form: { mensaje: 'Ya ofertamos.', envio: 'x' },
    cookies: ana.cookies,
  });
  browseAs(ana.cookies);
  const text = await home();
  expect(text).toContain('Una licitación ya no recibe ofertas');
  expect(text).toContain(`Solicitud N.º ${second}. Si el ID es otro`);
  expect(await frame()).toContain('Solicitudes 1 necesita atención');
  expect(await list({ cierre: 'cerrada' })).not.toContain('1000-1-LE26');
  const answered = await list();
  expect(answered).toContain('Una licitación ya no recibe ofertas');
  expect(answered.match(/Ya le escribiste a tu asesor\./g)).toHaveLength(1);
});

test('the menu counts requests with requested documents until they are decided', async () => {
  const admin = await makeAdvisor();
  for (const state of ['en_revision', 'aprobada', 'emitida', 'rechazada'] as const) {
    await bid('1000-1-LE26');
    const { id = 0 } = (await storedLeads()).at(-1) ?? {};
    await postDocumentRequest(id, admin.cookies, { otros: 'Balance' });
    await moveRequest(id, state);
  }
  browseAs(ana.cookies);
  expect(await frame()).toContain('Solicitudes 2 necesitan atención');
});

test('the list of a company’s requests names applicant and beneficiary, and filters by person', async () => {
  const carla = await joinCompany(ana, 'carla@andes.cl');
  await bid('1000-1-LE26');
  await bid('1000-2-LE26', carla, { nombreSolicitante: 'Carla Rojas' });
  const all = await list();
  expect(all).toContain('Carla Rojas');
  expect(all).toContain('Para I. Municipalidad de Mostazal');
  expect(all).toContain('Quién la pidió');
  const hers = await list({ persona: 'carla@andes.cl' });
  expect(hers).toContain('1000-2-LE26');
  expect(hers).not.toContain('1000-1-LE26');
});

test('the panel lists the tender that closes next first, whichever request was sent first', async () => {
  const [soon, later] = [world.now() + 2 * DAY, world.now() + 4 * DAY];
  await insertClosings({ '1000-1-LE26': later, '1000-2-LE26': soon, '1000-3-LE26': later });
  for (const tender of ['1000-1-LE26', '1000-2-LE26', '1000-3-LE26']) await bid(tender);
  const text = await home();
  const positions = ['1000-2-LE26', '1000-1-LE26'].map((code) => text.indexOf(`${code} cierra`));
  expect(Math.min(...positions)).toBeGreaterThan(0);
  expect(positions.toSorted((a, b) => a - b)).toEqual(positions);
  expect(text.indexOf('1000-3-LE26 cierra')).toBeGreaterThan(positions[0] ?? 0);
});
