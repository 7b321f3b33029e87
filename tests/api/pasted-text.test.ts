import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import LeadPage from '#app/admin/leads/[id]/page.tsx';
import InboxPage from '#app/admin/page.tsx';
import { getDb } from '#lib/platform/db/client.ts';
import { issuedGuarantees } from '#lib/platform/db/schema/issued-guarantees.ts';
import { leads } from '#lib/platform/db/schema/leads.ts';
import {
  getAccount,
  makeAccount,
  makeUser,
  PASSWORD,
  personBody,
} from '#tests/support/accounts.ts';
import { makeAdvisor } from '#tests/support/advisors.ts';
import { api } from '#tests/support/call.ts';
import { listIssued } from '#tests/support/issued.ts';
import { sendRequest } from '#tests/support/leads.ts';
import { guaranteeForm, policyPdf, sendOwnGuarantee } from '#tests/support/own-guarantees.ts';
import { browseAs, renderPage } from '#tests/support/page-request.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { storedAnswers, submitRequest } from '#tests/support/submissions.ts';
import { bodyOf, openCodePage, openVerification } from '#tests/support/verification.ts';
import { publicAnswers, reachReview, valuesOf } from '#tests/support/wizard.ts';
import { worldForTest } from '#tests/support/world.ts';

worldForTest({ RATE_LIMITS: 'off' });

const [item] = publicBody.garantias;

/** Texts as a phone's contacts, a mail program and a word processor paste them. */
const pasted = {
  nombreSolicitante: 'Ana\u202e Mu\u00adñoz\ufeff',
  email: '\u200bana@constructora.cl\u200b',
  telefonoSolicitante: '\u202a+56\u00a09 1234\u20115678\u202c',
  rutEmpresaOferente: '76.123.456\u20130\u2060',
  idLicitacion: '4809\u201145\u2212LE26\u200e',
  institucion: 'Municipalidad\u202f\u2013 Obras',
};
const meant = {
  nombreSolicitante: 'Ana Muñoz',
  email: 'ana@constructora.cl',
  telefonoSolicitante: '+56 9 1234-5678',
  rutEmpresaOferente: '76123456-0',
  idLicitacion: '4809-45-LE26',
  institucion: 'Municipalidad - Obras',
};

const address =
  'http://www.mercadopublico.cl/Procurement/Modules/RFB/DetailsAcquisition.aspx?idlicitacion=4809-45-LE26';
const ana = 'ana@constructora.cl';

/** Texts from an address bar, a signature, a cheque and an Asian keyboard. */
const copied = [
  ['idLicitacion', 'licitacion', address, '4809-45-LE26'],
  ['idLicitacion', 'licitacion', `Ver ${address}&p=1, por favor`, '4809-45-LE26'],
  ['rutEmpresaOferente', 'empresa', 'RUT: 76.123.456-0', '76123456-0'],
  ['rutEmpresaOferente', 'empresa', 'R.U.T. N° 76.123.456-0', '76123456-0'],
  ['rutEmpresaOferente', 'empresa', '76,123,456-0', '76123456-0'],
  ['rutEmpresaOferente', 'empresa', '７６．１２３．４５６－０', '76123456-0'],
  ['email', 'contacto', `mailto:${ana}`, ana],
  ['email', 'contacto', `Ana Muñoz <${ana}>`, ana],
  ['email', 'contacto', `${ana} <${ana}>;`, ana],
  ['email', 'contacto', `${ana};`, ana],
  ['email', 'contacto', 'ana＠constructora.cl', ana],
  ['telefonoSolicitante', 'contacto', 'tel:+56912345678', '+56912345678'],
  ['telefonoSolicitante', 'contacto', '＋５６ ９ １２３４ ５６７８', '+56 9 1234 5678'],
] as const;

describe.each(copied)('the field %s of the page %s, copied as %s,', (name, step, text, meant) => {
  test('is stored by the API as it was meant', async () => {
    expect((await submitRequest({ ...publicBody, [name]: text })).status).toBe(200);
    expect(await storedAnswers()).toMatchObject({ [name]: meant });
  });

  test('is stored by the wizard as it was meant', async () => {
    const answers = { ...publicAnswers, [step]: { ...publicAnswers[step], [name]: text } };
    expect(await valuesOf(await reachReview(answers))).toMatchObject({ [name]: meant });
  });
});

test.each(['ana@evil.cl <ana@constructora.cl>', 'Ana <ana@a.cl> <b@c.cl>', 'ana@a.cl; b@c.cl'])(
  'an e-mail field with two addresses is refused: %s',
  async (email) => expect((await submitRequest({ ...publicBody, email })).status).toBe(400),
);

test('a tender field with two ids is refused', async () => {
  const idLicitacion = `${address} y 4809-46-LE26`;
  expect((await submitRequest({ ...publicBody, idLicitacion })).status).toBe(400);
});

test.each([
  '$ 1.500.000.-',
  '1.500.000,–',
  '1,500,000',
  '1’500’000',
  "1'500'000",
  '１．５００．０００',
])('an amount as cheques and invoices write it is read as 1500000: %s', async (montoGarantia) => {
  const amount = { ...publicAnswers['garantia-monto'], montoGarantia };
  const who = await reachReview({ ...publicAnswers, 'garantia-monto': amount });
  expect(JSON.stringify((await who.draft())?.answers)).toContain('"montoGarantia":"1500000"');
});

describe('pasted text', () => {
  test('is stored by the API without invisible marks, and a dash in prose stays', async () => {
    const garantias = [
      {
        ...item,
        montoGarantia: '\u2066 1500000\u2069',
        vigenciaDesde: '2026\u201012\u201001',
        glosaGarantia: 'Obras \u2013 etapa\u00a01\u200b',
      },
    ];
    const response = await submitRequest({ ...publicBody, ...pasted, garantias });
    expect(await response.json()).toMatchObject({ success: true });
    expect(await storedAnswers()).toMatchObject({
      ...meant,
      garantias: [
        {
          montoGarantia: '1500000',
          vigenciaDesde: '2026-12-01',
          glosaGarantia: 'Obras \u2013 etapa 1',
        },
      ],
    });
  });

  test('is stored by the wizard without invisible marks', async () => {
    const [pages, input] = [Object.entries(publicAnswers), new Map(Object.entries(pasted))];
    const answers = pages.map(([step, form]) => [
      step,
      Object.fromEntries(
        Object.entries(form).map(([name, text]) => [name, input.get(name) ?? text]),
      ),
    ]);
    expect(await valuesOf(await reachReview(Object.fromEntries(answers)))).toMatchObject(meant);
  });

  test('is searched for without invisible marks, also as a code in an address', async () => {
    const { cookies } = await makeAdvisor();
    await sendRequest(publicBody);
    const found = await api(`/api/admin/leads?q=${encodeURIComponent('Mu\u200bñoz\u202c')}`, {
      cookies,
    });
    expect((await found.json()).data.leads).toHaveLength(1);
    const { code } = await openVerification();
    expect((await openCodePage(`${code}\u200b`)).status).toBe(307);
  });

  test('keeps its invisible marks in a password and loses them in an e-mail address', async () => {
    const password = `${PASSWORD}\u200b \u2013`;
    await makeAccount({ password });
    const log = (json: object) => api('/api/auth/login', { method: 'POST', json });
    const { email } = personBody;
    expect((await log({ email, password: `${PASSWORD} -` })).status).toBe(401);
    expect((await log({ email: `${email}\u200b`, password })).status).toBe(200);
  });

  test('that was stored before shows no mark that turns its direction, in the inbox and on /v', async () => {
    const { code, admin } = await openVerification();
    const { id } = await sendRequest({ ...publicBody, email: 'otra@constructora.cl' });
    await getDb().write((tx) =>
      tx.update(leads).set({ name: 'Ana \u202egnp.exe' }).where(eq(leads.id, id)),
    );
    await getDb().write((tx) =>
      tx.update(issuedGuarantees).set({ issuerName: 'Andes\u202e S.A.' }),
    );
    browseAs(admin.ana.cookies);
    const pages = [
      await renderPage(InboxPage, {}),
      await renderPage(LeadPage, { id: `${id}` }),
      await bodyOf(openCodePage(code)),
    ];
    for (const page of pages) expect(page).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
    expect(pages[0]).toContain('Ana gnp.exe');
    expect(pages[2]).toContain('Andes S.A.');
  });
});

test('a form with a file also stores pasted text without invisible marks', async () => {
  const ana = await makeUser();
  const pastedNumber = { ...guaranteeForm, issuerNumber: '\u200bPZ\u20117\u00a088' };
  expect((await sendOwnGuarantee(ana, pastedNumber, policyPdf)).place).toContain(
    'aviso=registrada',
  );
  const { guarantees } = (await (await listIssued(ana.cookies)).json()).data;
  expect(guarantees).toMatchObject([{ issuerNumber: 'PZ-7 88' }]);
});

describe('an e-mail address with letters like ñ in its domain', () => {
  test.each([
    ['ana@ñandú.cl', 'ana@ñandú.cl'],
    ['ana@n\u0303andu\u0301.cl', 'ana@ñandú.cl'],
    ['ana@XN--and-6ma2c.cl', 'ana@ñandú.cl'],
    ['ana@муні.cl', 'ana@xn--l1acr1f.cl'],
  ])('written as %s is stored as %s', async (email, storedRows) => {
    expect((await submitRequest({ ...publicBody, email })).status).toBe(200);
    expect((await storedAnswers()).email).toBe(storedRows);
  });

  test.each(['ñandú@empresa.cl', 'ana@ñandú', 'ana@-ñ.cl', 'ana@ñ..cl'])(
    'is refused when it is malformed or has ñ before the @: %s',
    async (email) => {
      expect((await submitRequest({ ...publicBody, email })).status).toBe(400);
    },
  );

  test('opens one account, however it is written', async () => {
    await makeAccount({ email: 'ana@ñandú.cl' });
    expect((await getAccount('ana@ñandú.cl')).email).toBe('ana@ñandú.cl');
    const json = { email: 'Ana@XN--and-6ma2c.cl', password: PASSWORD };
    const login = await api('/api/auth/login', { method: 'POST', json });
    expect(await login.json()).toMatchObject({ data: { email: 'ana@ñandú.cl' } });
  });
});
