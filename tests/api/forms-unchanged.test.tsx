import { beforeEach, expect, test } from 'vitest';
import CategoryPage from '#app/panel/documentos/[categoria]/page.tsx';
import LinkPage from '#app/panel/documentos/enlaces/[id]/page.tsx';
import CompanyPage from '#app/panel/empresa/page.tsx';
import NewGuaranteePage from '#app/panel/garantias/nueva/page.tsx';
import ProfilePage from '#app/panel/perfil/page.tsx';
import SecurityPage from '#app/panel/seguridad/page.tsx';
import { addDays, endOfDay } from '#lib/platform/chile/calendar.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { passkeys } from '#lib/platform/db/schema/factors.ts';
import { issuedGuarantees } from '#lib/platform/db/schema/issued-guarantees.ts';
import { everyRow } from '#tests/support/access/snapshot.ts';
import { makeUser } from '#tests/support/accounts.ts';
import { andes } from '#tests/support/companies.ts';
import { drawnFields } from '#tests/support/drawn-forms.ts';
import { formAt, forms } from '#tests/support/forms.ts';
import { recordedOwn } from '#tests/support/issued.ts';
import { keepDocument } from '#tests/support/kept-documents.ts';
import { browseAs, show } from '#tests/support/page-request.ts';
import { postForm, wayOf } from '#tests/support/post-form.ts';
import { addDocument, share } from '#tests/support/shares.ts';
import { uploadForm } from '#tests/support/vault.ts';
import {
  atReview,
  errorsOf,
  itemsOf,
  privateAnswers,
  publicAnswers,
  WIZARD,
} from '#tests/support/wizard.ts';
import { stepPage } from '#tests/support/wizard-pages.ts';
import { worldForTest } from '#tests/support/world.ts';

worldForTest({ RATE_LIMITS: 'off' });
let ana: Awaited<ReturnType<typeof makeUser>>;
beforeEach(async () => {
  ana = await makeUser({ ...andes, email: 'ana@andes.cl', name: 'Ana' });
  browseAs(ana.cookies);
});

/** Tells where a form stands: its address, and its page as it is drawn. */
type Place = [address: string, html: Promise<string>];

const profile = {
  ...{ name: 'Ana Muñoz', rut: '12.345.678-5', telefono: '+56 9 1234 5678' },
  ...{ direccion: 'Los Boldos 12, of. 3', region: 'Metropolitana de Santiago', comuna: 'Ñuñoa' },
};
async function fill(address: string, more: object = {}) {
  const form = { ...profile, ...more };
  expect(wayOf(await postForm(address, { form, cookies: ana.cookies }))).toContain('guardado');
}

async function document(category: string, more: object): Promise<Place> {
  const reading = { text: true, settled: true } as const;
  const editar = await keepDocument(ana.id, { category, reading, ...more });
  const html = show(CategoryPage, { categoria: category }, { editar });
  return [`/panel/documentos/${category}/editar`, html];
}

async function link(settings: object): Promise<Place> {
  const documentKeys = [
    (await addDocument(ana.id, { category: 'balance_general' })).fileId,
    (await addDocument(ana.id, { category: 'contrato' })).fileId,
  ];
  const { id } = await (await share(ana, { documentKeys, expiresInHours: 50, ...settings })).json();
  return [`/panel/documentos/enlaces/${id}/guardar`, show(LinkPage, { id })];
}

/** Draws each form that edits something, of a thing in which every value is set. */
const edits: Record<string, () => Promise<Place>> = {
  'a link with every option': () =>
    link({
      ...{ label: 'Licitación 12', recipientNote: 'Va la carpeta,\ncompleta', maxOpenings: 7 },
      ...{ recipients: 'Banco, a@banco.cl', password: 'un paraguas azul' },
      ...{ notify: true, emailCode: true, viewOnly: true },
    }),
  'a link with none': () => link({}),
  'a document with both dates': () =>
    document('certificado_f30', {
      ...{ issuedAt: '2026-11-02', expiresAt: endOfDay('2026-12-24'), countedFrom: 'typed' },
    }),
  'a document whose end is counted': () =>
    document('certificado_f30', {
      ...{ issuedAt: '2026-11-02', countedFrom: 'issued' },
      expiresAt: endOfDay(addDays('2026-11-02', 30)),
    }),
  'a document that bears its end': () =>
    document('cedula_identidad', { expiresAt: endOfDay('2030-02-03'), countedFrom: 'typed' }),
  'a document with a title': () => document('otros', { customTitle: 'Patente municipal' }),
  'the own profile': async () => {
    await fill('/panel/perfil/guardar');
    return ['/panel/perfil/guardar', show(ProfilePage, {})];
  },
  'the profile of the company': async () => {
    await fill('/panel/empresa/guardar', { rut: andes.rut, razonSocial: 'Andes Dos SpA' });
    return ['/panel/empresa/guardar', show(CompanyPage, {})];
  },
  'the name of a passkey': async () => {
    const key = { credentialId: 'c', publicKey: 'p', counter: 0, createdAt: 1, name: 'Notebook' };
    const row = { id: 'llave', accountId: ana.personId, ...key };
    await getDb().write((tx) => tx.insert(passkeys).values(row));
    return ['/panel/seguridad/llaves/nombrar', show(SecurityPage, {})];
  },
};

/** Returns every row but those about the act itself, without the time of the last change. */
async function stored() {
  const { audit_events, sessions, ...tables } = await everyRow();
  const rows = Object.entries(tables).map(([name, text]) => [name, JSON.parse(text)]);
  const isTime = (key: string) => /^(changed|updated)_at$/.test(key);
  return JSON.parse(JSON.stringify(rows), (key, value) => (isTime(key) ? undefined : value));
}

test.each(Object.entries(edits))('%s, saved as it is drawn, stays as it is', async (_, draw) => {
  const [address, html] = await draw();
  const form = drawnFields(await html, address);
  const before = await stored();
  const response = await postForm(address, { form, cookies: ana.cookies });
  expect(wayOf(response)).toContain('aviso=');
  expect(await stored()).toEqual(before);
});

/** A phone is drawn with the code of Chile. */
const phoned: typeof privateAnswers = JSON.parse(
  JSON.stringify(privateAnswers).replace('"41 222', '"+56 41 222'),
);

test.each([
  ['public', publicAnswers],
  ['private', phoned],
])('each step of a %s request, saved as it is drawn, stays as it is', async (_, answers) => {
  const who = await atReview(answers);
  const [item] = await itemsOf(who);
  const shown = async () => ({ ...(await who.draft())?.answers, errors: await errorsOf(who) });
  const before = await shown();
  for (const [step, given] of Object.entries(answers)) {
    const about: Record<string, string> = step.startsWith('garantia') && item ? { g: item.id } : {};
    const form = drawnFields(await stepPage(who, step, about), `${WIZARD}/${step}/guardar`);
    expect(Object.keys(form)).toEqual(expect.arrayContaining(Object.keys(given)));
    await who.save(step, form);
    expect([step, await shown()]).toEqual([step, before]);
  }
});

test('a guarantee, corrected as it is drawn, says the same', async () => {
  const { id } = await recordedOwn(ana.cookies, {
    ...{ issuerRut: '96.000.001-3', note: 'Va con anexo', claimUntil: '2027-04-01' },
    amount: '1500000',
    issuerVerifyUrl: 'https://verifica.andes.example/poliza',
  });
  const address = '/panel/garantias/nueva/guardar';
  const fields = drawnFields(await show(NewGuaranteePage, {}, { corrige: id }), address);
  const body = uploadForm(fields, null);
  expect(wayOf(await postForm(address, { body, cookies: ana.cookies }))).toContain('aviso=');
  const facts = (await getDb().read.select().from(issuedGuarantees)).map(
    ({ id: _, number, reported, successor, createdAt, ...row }) => row,
  );
  expect(facts).toHaveLength(2);
  expect(facts[1]).toEqual(facts[0]);
});

/** These save no thing that their page drew as it is. */
const others = [
  '/restablecer/guardar',
  '/admin/leads/{id}/correo/guardar',
  '/admin/leads/{id}/emision/{item}/guardar',
  '/admin/cuentas/{id}/cambiar',
  '/panel/documentos/ordenar/guardar',
  '/panel/titular/guardar',
  '/panel/garantias/{id}/nuevo-plazo/guardar',
];

test('of every form with the name of an edit it is known whether it is one', async () => {
  const named = forms.filter(({ path }) => /\/(guardar|editar|nombrar|cambiar)$/.test(path));
  const known = [
    '/gestiona-tu-garantia/{paso}/guardar',
    '/panel/garantias/nueva/guardar',
    ...others,
  ];
  for (const draw of Object.values(edits)) known.push(formAt((await draw())[0]).entry.path);
  expect([...new Set(known)].sort()).toEqual(named.map(({ path }) => path).sort());
});
