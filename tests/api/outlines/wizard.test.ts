import { expect, test } from 'vitest';
import LaterPage from '#app/gestiona-tu-garantia/continuar-despues/page.tsx';
import StartPage from '#app/gestiona-tu-garantia/page.tsx';
import ResumePage from '#app/gestiona-tu-garantia/retomar/[token]/page.tsx';
import { DAY, HOUR } from '#lib/platform/process/durations.ts';
import { deliverDue } from '#tests/support/delivery-worker.ts';
import { marketplaceForTest } from '#tests/support/marketplace.ts';
import { collectPages, markupOrRedirect } from '#tests/support/page-outlines.ts';
import { browseAs, renderPage } from '#tests/support/page-request.ts';
import { textFile } from '#tests/support/request-files.ts';
import {
  followWizard,
  itemsOf,
  newVisitor,
  privateAnswers,
  publicAnswers,
  reachTender,
  resumeTokenFor,
  tenderOf,
  type Visitor,
  WIZARD,
  wizardPageAt,
} from '#tests/support/wizard.ts';
import { stepPage } from '#tests/support/wizard-pages.ts';

const { world } = marketplaceForTest();

/** Opens the page that a form leads to. */
function open(who: Visitor, location: string): Promise<string> {
  const { pathname, searchParams } = new URL(location, 'http://localhost');
  return stepPage(who, pathname.slice(WIZARD.length + 1), Object.fromEntries(searchParams));
}

/** Walks a path, and adds each page before its answer, after two refusals and when it is answered. */
async function walk(
  { add }: ReturnType<typeof collectPages>,
  who: Visitor,
  answers: Record<string, Record<string, string>>,
) {
  let path = `${WIZARD}/tipo`;
  for (let step = 'tipo'; answers[step]; step = wizardPageAt(path).step) {
    const here = path;
    const { g } = wizardPageAt(path);
    const save = (form: Record<string, string>) => who.save(step, { ...form, ...(g && { g }) });
    const form = answers[step] ?? {};
    add(step, 'opened', await open(who, here));
    add(step, 'sent empty', await open(who, await save({})));
    const wrong = Object.fromEntries(Object.keys(form).map((name) => [name, 'x']));
    add(step, 'sent wrong', await open(who, await save(wrong)));
    path = await save(form);
    // A page that doubts an answer takes it when it is sent again.
    if (wizardPageAt(path).step === step) {
      add(step, 'doubted', await open(who, path));
      path = await save(form);
    }
    const guaranteeId = wizardPageAt(path).g ?? g;
    add(step, 'answered', await stepPage(who, step, guaranteeId ? { g: guaranteeId } : {}));
  }
}

test('the wizard’s pages and mail for a public tender have the approved outline', async () => {
  const story = collectPages('wizard-public');
  const who = newVisitor();
  await walk(story, who, publicAnswers);
  story.add('guarantees', 'one', await stepPage(who, 'garantias'));
  await who.save('garantias', { otra: 'si' });
  const [first, second] = await itemsOf(who);
  expect(first).toBeDefined();
  const { 'garantia-monto': amount = {}, 'garantia-vigencia': term = {} } = publicAnswers;
  if (second) {
    const g = second.id;
    story.add('garantia-tipo', 'of a second', await stepPage(who, 'garantia-tipo', { g }));
    await who.save('garantia-tipo', { tipoGarantia: 'cumplimiento', g });
    story.add('garantia-monto', 'of a second', await stepPage(who, 'garantia-monto', { g }));
    await who.save('garantia-monto', { ...amount, montoGarantia: '25', moneda: 'UF', g });
    await who.save('garantia-vigencia', { ...term, vigenciaDesde: '01-01-2027', g });
  }
  story.add('guarantees', 'two', await stepPage(who, 'garantias'));
  story.add('files', 'none', await stepPage(who, 'documentos'));
  await who.attach('contrato', {}, textFile('Bases.pdf'));
  story.add('files', 'one', await stepPage(who, 'documentos'));
  story.add('review', 'with a file', await stepPage(who, 'revisar'));
  await who.send({});
  story.add('review', 'sent without consent', await stepPage(who, 'revisar'));
  browseAs(who.cookies);
  story.add('later', 'first', await renderPage(LaterPage, {}, who.query()));
  const token = await resumeTokenFor(who);
  await deliverDue();
  await story.addMails();
  browseAs({});
  story.add(
    'resume',
    'in another browser',
    await markupOrRedirect(renderPage(ResumePage, { token })),
  );
  world.advance(HOUR);
  const other = newVisitor();
  await followWizard(other, { tipo: privateAnswers.tipo ?? {} });
  browseAs({ ...who.cookies, ...other.cookies });
  story.add('start', 'two drafts', await markupOrRedirect(renderPage(StartPage, {})));
  world.advance(40 * DAY);
  story.add('start', 'forty days later', await markupOrRedirect(renderPage(StartPage, {})));
  browseAs({});
  story.add('start', 'of nobody', await markupOrRedirect(renderPage(StartPage, {})));
  story.add(
    'resume',
    'forty days later',
    await markupOrRedirect(renderPage(ResumePage, { token })),
  );
  await story.expectApproved();
});

test('the wizard’s pages for a private contract have the approved outline', async () => {
  const story = collectPages('wizard-private');
  const who = newVisitor();
  await walk(story, who, privateAnswers);
  for (const fold of [
    'direccion-contratista',
    'contacto-contratista',
    'contacto-mandante',
    'fechas',
  ]) {
    story.add('folded', fold, await markupOrRedirect(stepPage(who, fold)));
  }
  story.add('guarantees', 'one', await stepPage(who, 'garantias'));
  await who.attach('contrato', {});
  story.add('review', 'without a file', await stepPage(who, 'revisar'));
  await story.expectApproved();
});

test('the wizard’s pages for a tender known from Mercado Público have the approved outline', async () => {
  const story = collectPages('wizard-tender');
  const who = await reachTender('2678-1-LR25');
  const add = async (step: string, when: string, g?: string) =>
    story.add(step, when, await markupOrRedirect(stepPage(who, step, g ? { g } : {})));
  await add('licitacion', 'known');
  await add('institucion', 'known');
  const { empresa = {} } = publicAnswers;
  await followWizard(who, { institucion: {}, empresa }, 'institucion');
  await add('garantia-tipo', 'suggested');
  const suggestions = (await tenderOf(who))?.suggestions ?? [];
  expect(suggestions.length).toBeGreaterThan(1);
  for (const [index, { key }] of suggestions.entries()) {
    await who.post('/sugerencia', { form: { sugerencia: key } });
    const g = (await itemsOf(who)).at(-1)?.id;
    const when = `suggestion ${index + 1} taken`;
    for (const step of ['garantia-tipo', 'garantia-monto', 'garantia-vigencia']) {
      await add(step, when, g);
    }
    await add('garantias', when);
    await add('revisar', when);
  }
  await story.expectApproved();
});
