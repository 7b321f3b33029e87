import { beforeEach, expect, test } from 'vitest';
import LeadPage from '#app/admin/leads/[id]/page.tsx';
import NewGuaranteePage from '#app/panel/garantias/nueva/page.tsx';
import { makeUser } from '#tests/support/accounts.ts';
import { makeAdvisor } from '#tests/support/advisors.ts';
import { andesCompany } from '#tests/support/companies.ts';
import { sendConditions } from '#tests/support/conditions.ts';
import { editPages } from '#tests/support/edit-pages.ts';
import { listIssued, recordOwnIssued } from '#tests/support/issued.ts';
import { sendRequest } from '#tests/support/leads.ts';
import { browseAs, renderPage } from '#tests/support/page-request.ts';
import { postForm, redirectOf, valuesKeptAfterRefusal } from '#tests/support/post-form.ts';
import { filledFieldNames, renderedFormFields } from '#tests/support/rendered-forms.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { uploadForm } from '#tests/support/vault.ts';
import {
  itemsOf,
  privateAnswers,
  publicAnswers,
  reachReview,
  WIZARD,
} from '#tests/support/wizard.ts';
import { stepPage } from '#tests/support/wizard-pages.ts';
import { worldForTest } from '#tests/support/world.ts';

worldForTest({ RATE_LIMITS: 'off' });
type Ana = Awaited<ReturnType<typeof makeUser>>;
let ana: Ana;
beforeEach(async () => {
  ana = await makeUser({ ...andesCompany, email: 'ana@andes.cl', name: 'Ana' });
  browseAs(ana.cookies);
});

const correction = '/panel/garantias/nueva/guardar';

/** Forms that begin with what is stored last, and store a new thing beside it. */
const others: typeof editPages = {
  'the correction of a guarantee': async () => {
    await recordOwnIssued(ana.cookies, {
      ...{ issuerRut: '96.000.001-3', note: 'Va con anexo', claimUntil: '2027-04-01' },
      ...{ issuerVerifyUrl: 'https://verifica.andes.example/poliza', amount: '1500000' },
    });
    const page = async () => {
      const [last] = (await (await listIssued(ana.cookies)).json()).data.guarantees;
      return renderPage(NewGuaranteePage, {}, { corrige: last.id });
    };
    return { path: correction, page };
  },
  'the next version of conditions': async () => {
    const { cookies } = await makeAdvisor();
    const { id } = await sendRequest(publicBody);
    expect(await sendConditions(cookies, id, { validUntil: '2026-12-24' })).toBe(200);
    browseAs(cookies);
    const page = () => renderPage(LeadPage, { id: `${id}` });
    return { path: `/admin/leads/${id}/condiciones`, page, cookies };
  },
};

/** The fields without which each form is refused. */
const needed: Record<string, string[]> = {
  // Its code is mailed there.
  'a link with every option': ['recipient'],
  'a document with both dates': ['customTitle'],
  'a document whose end is counted': ['customTitle'],
  'a document that bears its end': ['customTitle'],
  'a document with a title': ['customTitle'],
  // A region stays while its comuna does.
  'the own profile': ['rut', 'name', 'region'],
  'the profile of the company': ['razonSocial', 'rut', 'region'],
  'the name of a passkey': ['name'],
  'the correction of a guarantee': [
    ...['type', 'instrument', 'issuerName', 'issuerNumber', 'amount', 'validFrom', 'validTo'],
    ...['beneficiaryName', 'beneficiaryRut', 'holderName', 'holderRut'],
  ],
  'the next version of conditions': [
    ...['price', 'issuer', 'terms', 'monto-0', 'desde-0', 'hasta-0'],
  ],
};

test.each(Object.entries({ ...editPages, ...others }))(
  '%s: emptying a field clears its value, or is refused at that field',
  async (name, make) => {
    const { path: address, page, cookies = ana.cookies } = await make(ana);
    const save = async (form: Record<string, string>) => {
      const sent = address === correction ? { body: uploadForm(form, null) } : { form };
      const response = await postForm(address, { ...sent, cookies });
      return { way: redirectOf(response), fields: valuesKeptAfterRefusal(response)?.fields ?? {} };
    };
    const refused: string[] = [];
    for (const field of filledFieldNames(await page(), address)) {
      const { [field]: value = '', ...rest } = renderedFormFields(await page(), address);
      const { way, fields } = await save(
        /^(si|true)$/.test(value) ? rest : { ...rest, [field]: '' },
      );
      const after = renderedFormFields(await page(), address);
      if (way.includes('aviso=')) {
        expect([field, after[field] ?? '']).toEqual([field, '']);
        expect((await save({ ...after, [field]: value })).way, field).toContain('aviso=');
      } else {
        expect(Object.keys(fields)).toEqual([field]);
        expect(after).toEqual({ ...rest, [field]: value });
        refused.push(field);
      }
    }
    expect(refused).toEqual(needed[name] ?? []);
  },
);

test.each([
  ['public', publicAnswers],
  ['private', privateAnswers],
])(
  'a field of a %s request that is emptied in the wizard is drawn empty afterwards',
  async (_, answers) => {
    const who = await reachReview(answers);
    const [item] = await itemsOf(who);
    for (const step of Object.keys(answers)) {
      const about: Record<string, string> =
        step.startsWith('garantia') && item ? { g: item.id } : {};
      const address = `${WIZARD}/${step}/guardar`;
      for (const field of filledFieldNames(await stepPage(who, step, about), address)) {
        const form = renderedFormFields(await stepPage(who, step, about), address);
        await who.save(step, { ...form, [field]: '' });
        const after = renderedFormFields(await stepPage(who, step, about), address);
        expect([step, field, after[field] ?? '']).toEqual([step, field, '']);
        await who.save(step, form);
      }
    }
  },
);
