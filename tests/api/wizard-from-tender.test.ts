import { describe, expect, test } from 'vitest';
import TendersPage from '#app/(sitio)/licitaciones/page.tsx';
import StepPage from '#app/gestiona-tu-garantia/[paso]/page.tsx';
import { tenderIdFromInput } from '#lib/domain/drafts/schema.ts';
import { startPath, valuesOfTender } from '#lib/domain/drafts/view.ts';
import { listDay, marketplaceForTest } from '#tests/support/marketplace.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { createTender } from '#tests/support/tender-fixtures.ts';
import {
  followWizard,
  newVisitor,
  publicAnswers,
  reachReview,
  reachStep,
  tenderOf,
  type Visitor,
  WIZARD,
} from '#tests/support/wizard.ts';
import { stepPage } from '#tests/support/wizard-pages.ts';

const { api } = marketplaceForTest();
const code = '1-2-LP26';

const { tipo = {}, contacto = {}, empresa = {} } = publicAnswers;

describe('the id of a tender in the wizard’s address', () => {
  test('opens the wizard, which asks neither for the id nor for the type of contract', async () => {
    const who = newVisitor();
    const first = startPath({ licitacion: tenderIdFromInput('2678-1-lr25') });
    expect(first).toContain(`${WIZARD}/contacto?licitacion=2678-1-LR25&vista=`);
    const wrong = { ...contacto, email: 'ana', licitacion: '2678-1-LR25' };
    expect(await who.save('contacto', wrong)).toBe(`${WIZARD}/contacto?aviso=revisa`);
    expect(await who.save('contacto', contacto)).toBe(`${WIZARD}/institucion`);
    expect((await who.draft())?.answers).toMatchObject({
      answered: ['tipo', 'licitacion', 'contacto'],
      values: { sistemaLicitacion: 'chilecompra', idLicitacion: '2678-1-LR25' },
    });
    const other = { ...contacto, licitacion: '4809-45-LE26' };
    expect(await who.save('contacto', other)).toBe(`${WIZARD}/institucion`);
    expect((await who.draft())?.answers.values.idLicitacion).toBe('2678-1-LR25');
  });

  test('begins another request when the request in that browser was already sent', async () => {
    const who = await reachReview();
    await who.send();
    const page = await stepPage(who, 'contacto', { licitacion: '2678-1-LR25' });
    expect(page).toContain('name="licitacion" value="2678-1-LR25"');
    expect(page).not.toContain(`borrador=${who.query().borrador}`);
  });

  test('makes "Volver" lead from the first page to the search instead of the home page', async () => {
    const first = await stepPage(newVisitor(), 'contacto', { licitacion: '2678-1-LR25' });
    expect(first).toContain('href="/licitaciones?q=2678-1-LR25"');
    expect(await stepPage(newVisitor(), 'tipo', {})).not.toContain('href="/licitaciones?q=');
  });

  test('typed in the search for a draft is refused on the search page if it is invalid', async () => {
    const { who } = await reachStep('licitacion');
    const typed = { idLicitacion: 'no sé', desde: 'licitaciones' };
    expect(await who.save('licitacion', typed)).toContain('/licitaciones?id=no+s%C3%A9');
    browseAs(who.cookies);
    const search = (id: string) => renderPage(TendersPage, {}, { ...who.query(), id });
    const page = await search('no sé');
    expect(page).toContain('value="no sé"');
    expect(textOf(page)).toContain('El ID debe tener la forma');
    expect(textOf(await search(''))).toContain('El ID debe tener la forma');
    expect(await who.save('licitacion', { ...typed, idLicitacion: '4809-45-LE26' })).toContain(
      `${WIZARD}/`,
    );
  });

  test('is looked up before the page that shows the tender', async () => {
    const who = newVisitor();
    await who.save('contacto', { ...contacto, licitacion: '4809-45-LE26' });
    expect(valuesOfTender(await tenderOf(who))).toHaveProperty('institucion');
  });

  test.each(['1002-182-AG25', '../../etc', 'x'.repeat(60)])(
    'that is invalid, such as %s, is kept and shown on its own page of the wizard',
    async (id) => {
      const who = newVisitor();
      expect(startPath({ licitacion: tenderIdFromInput(id) })).toMatch(/contacto\?licitacion=/);
      expect(await who.save('contacto', { ...contacto, licitacion: id })).toBe(
        `${WIZARD}/licitacion`,
      );
      expect((await who.draft())?.answers.values.idLicitacion).toBe(id);
    },
  );

  test('opens an empty draft after a request was sent', async () => {
    const who = await reachReview();
    await who.send();
    await who.save('contacto', { ...contacto, licitacion: '2678-1-LR25' });
    expect((await who.draft())?.answers).toMatchObject({
      answered: ['tipo', 'licitacion', 'contacto'],
      garantias: [],
    });
  });

  test('is shown as known on the first page, before there is a draft', async () => {
    browseAs({});
    const query = { licitacion: '2678-1-LR25' };
    const page = await renderPage(StepPage, { paso: 'contacto' }, query);
    expect(textOf(page)).toMatch(
      /Licitación de Mercado Público Cambiar Contrato .*2678-1-LR25 Cambiar/,
    );
    expect(page).toContain('name="licitacion" value="2678-1-LR25"');
    expect(page).toContain(`${WIZARD}/tipo?licitacion=2678-1-LR25`);
    const type = await renderPage(StepPage, { paso: 'tipo' }, query);
    expect(type).toMatch(/value="chilecompra"[^>]*checked|checked[^>]*value="chilecompra"/);
  });

  test('is dropped when the person changes to a contract between private parties', async () => {
    const who = newVisitor();
    const changed = { sistemaLicitacion: 'privados', licitacion: '2678-1-LR25' };
    expect(await who.save('tipo', changed)).toBe(`${WIZARD}/contacto`);
    expect(await stepPage(who, 'contacto')).not.toContain('2678-1-LR25');
  });
});

describe('the search of tenders, opened from a draft', () => {
  const search = async (who: Visitor, query: Record<string, string>) => {
    browseAs(who.cookies);
    return renderPage(TendersPage, {}, query);
  };
  const isFor = (page: string) => page.includes(`${WIZARD}/licitacion/guardar?borrador=`);

  test('puts the chosen tender into that draft', async () => {
    const word = 'calles';
    const closesAt = '2026-11-23T23:59:00';
    api.set({ tenders: [createTender({ code, name: 'Aseo de calles', closesAt })] });
    await listDay('20112026');
    const who = newVisitor();
    await followWizard(who, { tipo, contacto });
    const step = await stepPage(who, 'licitacion');
    const borrador = /"\/licitaciones\?borrador=([\w-]+)"/.exec(step)?.[1] ?? '';
    expect(borrador).toBe(who.query().borrador);
    const page = await search(who, { borrador, q: word, cierre: '7' });
    const forms = page.split('<form').slice(1);
    const chosen = forms.find((form) => form.includes(`name="idLicitacion" value="${code}"`));
    expect(chosen).toContain(`action="${WIZARD}/licitacion/guardar?borrador=${borrador}"`);
    expect(page).toContain(`name="borrador" value="${borrador}"`);
    expect(page).toContain(`href="/licitaciones?borrador=${borrador}"`);
    expect(page).not.toContain(`${WIZARD}?licitacion=`);
    expect(await who.save('licitacion', { idLicitacion: code })).toBe(`${WIZARD}/institucion`);
    expect((await who.draft())?.answers.values).toMatchObject({
      email: contacto.email,
      idLicitacion: code,
    });
  });

  test('begins another request if this browser has no such open draft', async () => {
    const [who, other] = [newVisitor(), newVisitor()];
    await followWizard(other, { tipo, contacto });
    const { borrador = '' } = other.query();
    expect(isFor(await search(other, { borrador }))).toBe(true);
    for (const id of [borrador, 'x', '']) {
      expect(isFor(await search(who, { borrador: id }))).toBe(false);
    }
    const sent = await reachReview();
    expect(isFor(await search(sent, sent.query()))).toBe(true);
    const query = sent.query();
    await sent.send();
    expect(isFor(await search(sent, query))).toBe(false);
    const privates = newVisitor();
    await followWizard(privates, { tipo: { sistemaLicitacion: 'privados' } });
    expect(isFor(await search(privates, privates.query()))).toBe(false);
  });
});

test.each([
  ['2678-1-LR25', true],
  ['4809-45-LE26', false],
])(
  '%s preselects a performance bond exactly when the tender is awarded: %s',
  async (id, isAwarded) => {
    const who = newVisitor();
    await followWizard(who, { tipo, contacto, licitacion: { idLicitacion: id } });
    await followWizard(who, { institucion: {}, empresa }, 'institucion');
    const page = await stepPage(who, 'garantia-tipo');
    expect(page.includes('ya está adjudicada')).toBe(isAwarded);
    expect(/value="cumplimiento"[^>]*checked|checked[^>]*value="cumplimiento"/.test(page)).toBe(
      isAwarded,
    );
    expect(await who.save('garantia-tipo', {})).toContain('aviso=revisa');
  },
);
