import { expect, test } from 'vitest';
import StepPage from '#app/gestiona-tu-garantia/[paso]/page.tsx';
import { getDb } from '#lib/platform/db/client.ts';
import { drafts } from '#lib/platform/db/schema/drafts.ts';
import { browseAs, renderPage } from '#tests/support/page-request.ts';
import { postForm } from '#tests/support/post-form.ts';
import { answersTo, newVisitor, reachTender, valuesOf, WIZARD } from '#tests/support/wizard.ts';
import { stepPage } from '#tests/support/wizard-pages.ts';
import { worldForTest } from '#tests/support/world.ts';

worldForTest({ RATE_LIMITS: 'off' });

test('a browser has one draft for each page view that began one, however many tabs are open', async () => {
  const who = newVisitor();
  const view = async (licitacion: string) => {
    browseAs(who.cookies);
    const page = await renderPage(StepPage, { paso: 'contacto' }, { licitacion });
    return /guardar\?(?:vista|borrador)=[\w-]+/.exec(page)?.[0] ?? '';
  };
  const tabs = [await view('4809-45-LE26'), await view('3667-3-LP26')];
  const contact = answersTo('contacto');
  const send = async (at: number, name: string, licitacion: string) => {
    const form = { ...contact, nombreSolicitante: name, licitacion };
    const path = `${WIZARD}/contacto/${tabs[at]}`;
    const response = await postForm(path, { form, cookies: who.cookies });
    who.see(response);
    return response.headers.get('location') ?? '';
  };
  await send(0, 'Pestaña Uno', '4809-45-LE26');
  const first = (await who.draft())?.id ?? '';
  await send(1, 'Pestaña Dos', '3667-3-LP26');
  const second = (await who.draft())?.id ?? '';
  expect(second).not.toBe(first);
  expect(await valuesOf(who)).toMatchObject({
    idLicitacion: '3667-3-LP26',
    nombreSolicitante: 'Pestaña Dos',
  });
  // A repeated press in the first view continues the draft that it began.
  expect(await send(0, 'Pestaña Uno, otra vez', '4809-45-LE26')).toContain(`borrador=${first}`);
  expect(await getDb().read.$count(drafts)).toBe(2);
  // The link of a third tender opens neither draft, and that of a draft's tender its own.
  expect(await view('2678-1-LR25')).toContain('vista=');
  expect(await view('3667-3-LP26')).toContain(`borrador=${second}`);
});

test('an address without a draft leads to the list of drafts, or to an empty first page', async () => {
  const goesTo = (path: string) =>
    expect.objectContaining({ digest: expect.stringContaining(`;${path}`) });
  const who = await reachTender();
  who.open();
  for (const paso of ['tipo', 'institucion', 'revisar'])
    await expect(stepPage(who, paso)).rejects.toThrow(goesTo(`${WIZARD};`));
  expect(await stepPage(who, 'tipo', { garantia: 'cumplimiento' })).not.toContain('borrador=');
  expect(await who.post('/continuar-despues/enviar', { form: { email: 'ana@a.cl' } })).toBe(WIZARD);
  const other = newVisitor();
  expect(await stepPage(other, 'tipo')).toContain('guardar?vista=');
  await expect(stepPage(other, 'revisar')).rejects.toThrow(goesTo(`${WIZARD}/tipo?vista=`));
});
