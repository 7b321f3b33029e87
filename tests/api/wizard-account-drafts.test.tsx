import { beforeEach, describe, expect, test } from 'vitest';
import StartPage from '#app/gestiona-tu-garantia/page.tsx';
import PanelHome from '#app/panel/page.tsx';
import { getDb } from '#lib/platform/db/client.ts';
import { drafts } from '#lib/platform/db/schema/drafts.ts';
import { MINUTE } from '#lib/platform/process/durations.ts';
import { type Member, makeUser } from '#tests/support/accounts.ts';
import { api } from '#tests/support/call.ts';
import { andesCompany, joinCompany, switchCompany } from '#tests/support/companies.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { postForm } from '#tests/support/post-form.ts';
import { unzip } from '#tests/support/unzip.ts';
import {
  answersTo,
  newVisitor,
  publicAnswers,
  reachReview,
  resumeTokenFor,
  type Visitor,
  WIZARD,
} from '#tests/support/wizard.ts';
import { stepPage } from '#tests/support/wizard-pages.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest({ RATE_LIMITS: 'off' });

let ana: Member;
beforeEach(async () => {
  ana = await makeUser({ email: 'ana@andes.cl', ...andesCompany });
});

/** Makes a browser in which this person is logged in, with the cookies of another one before. */
function browserOf(member: Member, before: Record<string, string> = {}): Visitor {
  const browser = newVisitor();
  Object.assign(browser.cookies, before, member.cookies);
  return browser;
}

/** Begins a draft for a private contract, and returns its id. */
async function begin(who: Visitor): Promise<string> {
  who.open();
  world.advance(MINUTE);
  await who.save('tipo', { sistemaLicitacion: 'privados' });
  return (await who.draft())?.id ?? '';
}

const listOf = async (who: Visitor) => {
  browseAs(who.cookies);
  return textOf(await renderPage(StartPage, {}));
};
const post = (who: Visitor, path: string, form: Record<string, string>) =>
  postForm(`${WIZARD}/${path}`, { form, cookies: who.cookies });
const rows = () => getDb().read.select().from(drafts);

describe('the draft of a person who is logged in', () => {
  test('can be found, continued and deleted in another browser, which gets no cookie of it', async () => {
    const office = browserOf(ana);
    const id = await begin(office);
    const phone = browserOf(ana);
    expect(await listOf(phone)).toContain('Tienes un borrador');
    expect(await listOf(phone)).toContain('Guardado en tu cuenta.');
    expect(textOf(await renderPage(PanelHome, {}))).toContain(
      'Sigue con tu borrador: Contrato privado',
    );
    const saved = await post(phone, `contacto/guardar?borrador=${id}`, answersTo('contacto'));
    expect(saved.headers.get('location')).toContain(`borrador=${id}`);
    expect(saved.headers.getSetCookie().join()).not.toContain('borrador-');
    expect((await office.draft())?.answers.values).toMatchObject({
      nombreSolicitante: answersTo('contacto').nombreSolicitante,
    });
    expect(await rows()).toHaveLength(1);
    await post(phone, 'borrar', { borrador: id });
    expect(await rows()).toEqual([]);
  });

  test('comes first in the export of personal data when it was changed last', async () => {
    const office = browserOf(ana);
    const ids = [await begin(office), await begin(office), await begin(office)];
    office.open(ids[1]);
    world.advance(MINUTE);
    await office.save('contacto', answersTo('contacto'));
    await switchCompany(ana.cookies, '');
    const archive = await api('/api/account/export', { cookies: ana.cookies });
    const data = unzip(Buffer.from(await archive.arrayBuffer())).get('datos.json');
    const { drafts } = JSON.parse(String(data));
    expect(drafts.map(({ id }: { id: string }) => id)).toEqual([ids[1], ids[2], ids[0]]);
  });

  test('cannot be read or changed by a colleague, not even in the same browser', async () => {
    const office = browserOf(ana);
    const id = await begin(office);
    const carla = await joinCompany(ana, 'carla@andes.cl');
    const browsers = [browserOf(carla), browserOf(carla, office.cookies)];
    for (const who of browsers) await expect(listOf(who)).rejects.toThrow('NEXT_REDIRECT');
    for (const who of browsers) {
      await expect(stepPage(who, 'contacto', { borrador: id })).rejects.toThrow('NEXT_REDIRECT');
      await post(who, 'borrar', { borrador: id });
      await post(who, `contacto/guardar?borrador=${id}`, answersTo('contacto'));
      expect((await office.draft())?.answers.values).toEqual({ sistemaLicitacion: 'privados' });
    }
  });

  test('opens without a session in the browser that began it', async () => {
    const office = browserOf(ana);
    await begin(office);
    delete office.cookies.session;
    expect(await listOf(office)).toContain('Tienes un borrador');
  });
});

test.each([
  ['member', 'Quedará entre las solicitudes de Andes SpA.'],
  ['reader', 'Quedará en tu cuenta personal, porque en Andes SpA solo puedes ver.'],
] as const)(
  'the review says where the request of a %s of a company will be listed',
  async (role, words) => {
    const carla = await joinCompany(ana, 'carla@andes.cl', role);
    const who = browserOf(carla);
    who.open();
    await reachReview(publicAnswers, who);
    expect(textOf(await stepPage(who, 'revisar'))).toContain(words);
  },
);

test('a guest’s draft becomes the account’s once the person logs in and saves it', async () => {
  const browser = newVisitor();
  await begin(browser);
  expect(await listOf(browser)).toContain('Guardado solo en este navegador.');
  Object.assign(browser.cookies, ana.cookies);
  await browser.save('contacto', answersTo('contacto'));
  expect(await listOf(browserOf(ana))).toContain('Tienes un borrador');
});

test('a mailed link takes the draft out of the account that made it', async () => {
  const office = browserOf(ana);
  await begin(office);
  const token = await resumeTokenFor(office);
  const victim = newVisitor();
  await victim.resume(token);
  expect(await rows()).toMatchObject([{ accountId: null }]);
  await expect(listOf(office)).rejects.toThrow('NEXT_REDIRECT');
  expect(await listOf(victim)).toContain('Tienes un borrador');
});
