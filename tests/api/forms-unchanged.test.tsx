import { beforeEach, expect, test } from 'vitest';
import NewGuaranteePage from '#app/panel/garantias/nueva/page.tsx';
import { getDb } from '#lib/platform/db/client.ts';
import { issuedGuarantees } from '#lib/platform/db/schema/issued-guarantees.ts';
import { databaseSnapshot } from '#tests/support/access/snapshot.ts';
import { makeUser } from '#tests/support/accounts.ts';
import { andesCompany } from '#tests/support/companies.ts';
import { editPages } from '#tests/support/edit-pages.ts';
import { formAt, forms } from '#tests/support/forms.ts';
import { recordOwnIssued } from '#tests/support/issued.ts';
import { browseAs, renderPage } from '#tests/support/page-request.ts';
import { postForm, redirectOf } from '#tests/support/post-form.ts';
import { renderedFormFields } from '#tests/support/rendered-forms.ts';
import { uploadForm } from '#tests/support/vault.ts';
import {
  errorsOf,
  itemsOf,
  privateAnswers,
  publicAnswers,
  reachReview,
  WIZARD,
} from '#tests/support/wizard.ts';
import { stepPage } from '#tests/support/wizard-pages.ts';
import { worldForTest } from '#tests/support/world.ts';

worldForTest({ RATE_LIMITS: 'off' });
let ana: Awaited<ReturnType<typeof makeUser>>;
beforeEach(async () => {
  ana = await makeUser({ ...andesCompany, email: 'ana@andes.cl', name: 'Ana' });
  browseAs(ana.cookies);
});

/** Returns every row but those about the act itself, without the time of the last change. */
async function stored() {
  const { audit_events, sessions, ...tables } = await databaseSnapshot();
  const rows = Object.entries(tables).map(([name, text]) => [name, JSON.parse(text)]);
  const isTime = (key: string) => /^(changed|updated)_at$/.test(key);
  return JSON.parse(JSON.stringify(rows), (key, value) => (isTime(key) ? undefined : value));
}

test.each(Object.entries(editPages))(
  '%s: saving the form exactly as it is drawn changes no stored row',
  async (_, draw) => {
    const { path: address, page } = await draw(ana);
    const form = renderedFormFields(await page(), address);
    const before = await stored();
    const response = await postForm(address, { form, cookies: ana.cookies });
    expect(redirectOf(response)).toContain('aviso=');
    expect(await stored()).toEqual(before);
  },
);

/** A phone is drawn with the code of Chile. */
const phoned: typeof privateAnswers = JSON.parse(
  JSON.stringify(privateAnswers).replace('"41 222', '"+56 41 222'),
);

test.each([
  ['public', publicAnswers],
  ['private', phoned],
])(
  'saving each step of a %s request exactly as it is drawn changes no answer',
  async (_, answers) => {
    const who = await reachReview(answers);
    const [item] = await itemsOf(who);
    const shown = async () => ({ ...(await who.draft())?.answers, errors: await errorsOf(who) });
    const before = await shown();
    for (const [step, input] of Object.entries(answers)) {
      const about: Record<string, string> =
        step.startsWith('garantia') && item ? { g: item.id } : {};
      const form = renderedFormFields(
        await stepPage(who, step, about),
        `${WIZARD}/${step}/guardar`,
      );
      expect(Object.keys(form)).toEqual(expect.arrayContaining(Object.keys(input)));
      await who.save(step, form);
      expect([step, await shown()]).toEqual([step, before]);
    }
  },
);

test('correcting a guarantee without changing a field stores the same facts again', async () => {
  const { id } = await recordOwnIssued(ana.cookies, {
    ...{ issuerRut: '96.000.001-3', note: 'Va con anexo', claimUntil: '2027-04-01' },
    amount: '1500000',
    issuerVerifyUrl: 'https://verifica.andes.example/poliza',
  });
  const address = '/panel/garantias/nueva/guardar';
  const fields = renderedFormFields(
    await renderPage(NewGuaranteePage, {}, { corrige: id }),
    address,
  );
  const body = uploadForm(fields, null);
  expect(redirectOf(await postForm(address, { body, cookies: ana.cookies }))).toContain('aviso=');
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

test('every form with an address of an edit is listed either as an edit or as an exception', async () => {
  const named = forms.filter(({ path }) => /\/(guardar|editar|nombrar|cambiar)$/.test(path));
  const known = [
    '/gestiona-tu-garantia/{paso}/guardar',
    '/panel/garantias/nueva/guardar',
    ...others,
  ];
  for (const draw of Object.values(editPages))
    known.push(formAt((await draw(ana)).path).entry.path);
  expect([...new Set(known)].sort()).toEqual(named.map(({ path }) => path).sort());
});
