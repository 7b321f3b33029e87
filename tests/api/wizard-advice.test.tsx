import { expect, test } from 'vitest';
import AdvisorPage from '#app/(sitio)/asesor/page.tsx';
import StepPage from '#app/gestiona-tu-garantia/[paso]/page.tsx';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import {
  followWizard,
  newVisitor,
  privateAnswers,
  publicAnswers,
  reachReview,
  reachStep,
} from '#tests/support/wizard.ts';
import { stepPage } from '#tests/support/wizard-pages.ts';
import { worldForTest } from '#tests/support/world.ts';

worldForTest();

const linkOf = (page: string) => /href="(\/asesor[^"]*)"/.exec(page)?.[1] ?? '';

test.each([
  [
    'garantia-tipo',
    '¿No sabes cuál? Un asesor te orienta: recibe lo que ya respondiste. No lo sé: que un asesor me llame',
  ],
  ['garantia-monto', '¿No sabes el monto todavía? Escríbele a un asesor'],
  ['garantia-vigencia', '¿No sabes las fechas todavía? Escríbele a un asesor'],
  ['empresa', '¿Tienes dudas? Escríbele a un asesor'],
])('the page %s links to an advisor', async (paso, words) => {
  const { who, about } = await reachStep(paso);
  const page = await stepPage(who, paso, about);
  expect(textOf(page)).toContain(words);
  const call = paso === 'garantia-tipo' ? '&llamada=si' : '';
  expect(linkOf(page).replace('&amp;', '&')).toBe(
    `/asesor?borrador=${(await who.draft())?.id}${call}`,
  );
});

test('the first page of the wizard links to an advisor, without a draft', async () => {
  browseAs({});
  expect(linkOf(await renderPage(StepPage, { paso: 'tipo' }))).toBe('/asesor');
});

test('the message to an advisor is filled in with the answers, but only in the browser of the draft', async () => {
  const { tipo = {}, contacto = {}, 'empresa-contratista': empresa = {} } = privateAnswers;
  const who = newVisitor();
  await followWizard(who, { tipo, contacto, 'empresa-contratista': empresa });
  const query = { borrador: (await who.draft())?.id ?? '' };
  browseAs(who.cookies);
  const page = await renderPage(AdvisorPage, {}, query);
  for (const part of [
    `value="${contacto.email}"`,
    'Contrato entre privados\n',
    `Empresa contratista: ${empresa.nombreEmpresaContratista}\n`,
    'Trajimos lo que respondiste',
    `borrador=${query.borrador}">vuelve a él</a>`,
  ])
    expect(page).toContain(part);
  expect(page).toMatch(/<option value="Todavía no lo sé" selected/);
  const isCall = /value="Con una llamada"[^>]*checked|checked[^>]*value="Con una llamada"/;
  expect(page).not.toMatch(isCall);
  expect(await renderPage(AdvisorPage, {}, { ...query, llamada: 'si' })).toMatch(isCall);
  browseAs({});
  expect(await renderPage(AdvisorPage, {}, query)).not.toContain(contacto.email);
});

test('the message to an advisor contains the dates of a private contract', async () => {
  const { who } = { who: await reachReview(privateAnswers) };
  browseAs(who.cookies);
  const page = await renderPage(AdvisorPage, {}, { borrador: (await who.draft())?.id ?? '' });
  expect(page).toMatch(/Inicio del contrato: \d\d-\d\d-\d{4}\nTérmino del contrato: \d\d-/);
});

test('the message to an advisor contains the tender and its guarantee', async () => {
  const { who } = await reachStep('garantia-vigencia');
  browseAs(who.cookies);
  const page = await renderPage(AdvisorPage, {}, { borrador: (await who.draft())?.id ?? '' });
  expect(page).toContain(`ID de la licitación: ${publicAnswers.licitacion?.idLicitacion}\n`);
  expect(page).not.toContain('con sus archivos');
  expect(page).toMatch(/Garantía: [^.]+, \$/);
});
