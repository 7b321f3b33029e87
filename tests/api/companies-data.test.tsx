import { beforeEach, describe, expect, test } from 'vitest';
import CompanyPage from '#app/panel/empresa/page.tsx';
import PanelHome from '#app/panel/page.tsx';
import ProfilePage from '#app/panel/perfil/page.tsx';
import OwnRequestPage from '#app/panel/solicitudes/[id]/page.tsx';
import RequestsPage from '#app/panel/solicitudes/page.tsx';
import { readWizardValues } from '#lib/domain/accounts/reads/holders.ts';
import { DAY } from '#lib/platform/process/durations.ts';
import { getAccount, getCompany, makeUser, signIn } from '#tests/support/accounts.ts';
import { api } from '#tests/support/call.ts';
import { andesCompany, joinCompany, postCompanyForm } from '#tests/support/companies.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { signedInOf } from '#tests/support/payment-links.ts';
import { postForm, redirectOf, valuesKeptAfterRefusal } from '#tests/support/post-form.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { worldForTest } from '#tests/support/world.ts';

type Cookies = Record<string, string>;

const world = worldForTest();
let ana: Awaited<ReturnType<typeof makeUser>>;
beforeEach(async () => {
  ana = await makeUser({ ...andesCompany, email: 'ana@andes.cl', name: 'Ana' });
});

const { rut, razonSocial } = andesCompany;
const saveOwn = (cookies: Cookies, form: Record<string, string>) =>
  postForm('/panel/perfil/guardar', { cookies, form });

describe('a member’s own data and the company’s data', () => {
  test('a reader sees and changes only their own data in the profile', async () => {
    const eva = await joinCompany(ana, 'eva@andes.cl', 'reader');
    browseAs(eva.cookies);
    const page = await renderPage(ProfilePage, {});
    expect(page).toContain('value="eva"');
    expect(page).not.toContain('Andes SpA');
    expect(page).not.toContain('76.123.456-0');
    const own = { name: 'Eva Rey', telefono: '+56 9 8765 4321', rut: '12.345.678-5' };
    expect(redirectOf(await saveOwn(eva.cookies, own))).toBe('/panel/perfil?aviso=guardado');
    expect(await getAccount(eva.email)).toMatchObject({ name: 'Eva Rey', rut: '12345678-5' });
    expect(await getCompany(ana.email)).toMatchObject({ name: 'Ana', rut: '76123456-0' });
  });

  test('an owner changes the company’s data on its page, and another member only reads them', async () => {
    const beto = await joinCompany(ana, 'beto@andes.cl');
    const form = { rut, razonSocial, name: 'Recepción', telefono: '+56 2 2345 6789' };
    expect((await postCompanyForm(beto.cookies, 'guardar', form)).code).toBe('forbidden');
    expect((await postCompanyForm(ana.cookies, 'guardar', form)).way).toBe(
      '/panel/empresa?aviso=guardado#datos',
    );
    expect(await getAccount(ana.email)).toMatchObject({ name: 'Ana', telefono: null });
    expect(await readWizardValues(await signedInOf(beto.cookies))).toMatchObject({
      ...{ nombreSolicitante: 'beto', telefonoSolicitante: '+56 2 2345 6789' },
    });
    browseAs(ana.cookies);
    expect(await renderPage(CompanyPage, {})).toContain('action="/panel/empresa/guardar"');
    browseAs(beto.cookies);
    const page = await renderPage(CompanyPage, {});
    expect(page).not.toContain('action="/panel/empresa/guardar"');
    expect(textOf(page)).toContain('76.123.456-0');
  });

  test('the notice after an act appears in the card of that act', async () => {
    browseAs(ana.cookies);
    const page = textOf(await renderPage(CompanyPage, {}, { aviso: 'invitada' }));
    expect(page).toMatch(/Invitaciones Enviamos la invitación\. Vale 7 días\./);
    browseAs(ana.cookies);
    const saved = textOf(await renderPage(CompanyPage, {}, { aviso: 'guardado' }));
    expect(saved).toMatch(/Datos de la empresa Guardamos los datos de la empresa\./);
    expect(saved).not.toContain('Enviamos la invitación');
  });

  test('only an owner is asked on the panel for data that the company lacks', async () => {
    browseAs(ana.cookies);
    expect(await renderPage(PanelHome, {})).toContain('href="/panel/empresa#datos"');
    const beto = await joinCompany(ana, 'beto@andes.cl');
    browseAs(beto.cookies);
    expect(textOf(await renderPage(PanelHome, {}))).not.toContain('Completa los datos');
  });
});

test('a company’s request that came without a session is marked so in its list and page, a person’s is not', async () => {
  const mark = 'Enviada sin iniciar sesión';
  const json = { ...publicBody, email: ana.email, rutEmpresaOferente: rut };
  const send = async (cookies?: Cookies) =>
    (await (await api('/api/guarantees/public', { json, ...(cookies && { cookies }) })).json()).data
      .submissionId;
  const shown = async (id: number) => {
    browseAs(ana.cookies);
    return textOf(await renderPage(OwnRequestPage, { id: String(id) }));
  };
  const own = await send(ana.cookies);
  browseAs(ana.cookies);
  expect(textOf(await renderPage(RequestsPage, {}))).not.toContain(mark);
  expect(await shown(own)).not.toContain(mark);
  const guests = await send();
  browseAs(ana.cookies);
  const list = textOf(await renderPage(RequestsPage, {}));
  expect(list.split(mark)).toHaveLength(2);
  expect(list.indexOf(mark)).toBeLessThan(list.indexOf(`N.º ${own}`));
  expect(await shown(guests)).toContain(mark);
  // A person sees only their own requests, and no such mark.
  const eva = await makeUser({ email: 'eva@correo.cl' });
  await api('/api/guarantees/public', { json: { ...json, email: eva.email } });
  browseAs(eva.cookies);
  expect(textOf(await renderPage(RequestsPage, {}))).not.toContain(mark);
});

describe('the RUT of a company', () => {
  const ruts = ['77.123.456-9', '78.123.456-7', '79.123.456-5'];

  test('can be changed three times a day by all its owners together', async () => {
    const beto = await joinCompany(ana, 'beto@andes.cl', 'owner');
    const change = (cookies: Cookies, other: string) =>
      api('/api/auth/complete-profile', { json: { rut: other }, cookies });
    for (const other of ruts) expect((await change(ana.cookies, other)).status).toBe(200);
    // An unchanged RUT tells nothing.
    expect((await change(ana.cookies, ruts[2] ?? '')).status).toBe(200);
    for (const { cookies } of [ana, beto]) {
      expect((await change(cookies, rut)).status).toBe(429);
      const refused = await postForm('/panel/empresa/guardar', {
        cookies,
        form: { rut, razonSocial },
      });
      expect(valuesKeptAfterRefusal(refused)?.code).toBe('rate_limited');
    }
    world.advance(DAY + 1);
    expect((await change(await signIn({ email: ana.email }), rut)).status).toBe(200);
  });

  test('gets the same answer whether or not another company has it', async () => {
    await makeUser({ ...andesCompany, rut: ruts[0], email: 'luis@otra.cl' });
    const answers = await Promise.all(
      ruts.slice(0, 2).map(async (other) => {
        const json = { rut: other };
        const response = await api('/api/auth/complete-profile', { json, cookies: ana.cookies });
        return { status: response.status, body: await response.json() };
      }),
    );
    expect(answers[0]).toEqual(answers[1]);
  });

  test('can be given to at most ten companies a day by one person who adds them', async () => {
    const { cookies } = await makeUser({ email: 'eva@otra.cl' });
    const add = (n: number) =>
      postForm('/panel/titular/guardar', {
        cookies,
        form: { role: 'juridica', razonSocial: `Empresa ${n}`, rut: ruts[n % 3] ?? '' },
      });
    for (let n = 0; n < 10; n++) expect(redirectOf(await add(n))).toContain('aviso=titular');
    expect(valuesKeptAfterRefusal(await add(10))?.code).toBe('rate_limited');
  });
});
