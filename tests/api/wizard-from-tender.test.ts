import { describe, expect, test } from 'vitest';
import StepPage from '#app/gestiona-tu-garantia/[paso]/page.tsx';
import { tenderIdFromInput } from '#lib/domain/drafts/schema.ts';
import { startPath, valuesOfTender } from '#lib/domain/drafts/view.ts';
import { marketplaceForTest } from '#tests/support/marketplace.ts';
import { browseAs, show, textOf } from '#tests/support/page-request.ts';
import {
  atReview,
  follow,
  publicAnswers,
  tenderOf,
  visitor,
  WIZARD,
} from '#tests/support/wizard.ts';
import { stepPage } from '#tests/support/wizard-pages.ts';

marketplaceForTest();

const { tipo = {}, contacto = {}, empresa = {} } = publicAnswers;

describe('the id of a tender', () => {
  test('opens the wizard: neither it nor the type of contract is asked again', async () => {
    const who = visitor();
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

  test('that opened the wizard is looked up before the page that shows it', async () => {
    const who = visitor();
    await who.save('contacto', { ...contacto, licitacion: '4809-45-LE26' });
    expect(valuesOfTender(await tenderOf(who))).toHaveProperty('institucion');
  });

  test.each(['1002-182-AG25', '../../etc', 'x'.repeat(60)])(
    '%s opened the wizard and cannot be one: it waits on its page',
    async (id) => {
      const who = visitor();
      expect(startPath({ licitacion: tenderIdFromInput(id) })).toMatch(/contacto\?licitacion=/);
      expect(await who.save('contacto', { ...contacto, licitacion: id })).toBe(
        `${WIZARD}/licitacion`,
      );
      expect((await who.draft())?.answers.values.idLicitacion).toBe(id);
    },
  );

  test('opens the wizard again after a request was sent', async () => {
    const who = await atReview();
    await who.send();
    await who.save('contacto', { ...contacto, licitacion: '2678-1-LR25' });
    expect((await who.draft())?.answers).toMatchObject({
      answered: ['tipo', 'licitacion', 'contacto'],
      garantias: [],
    });
  });

  test('is shown as known where the wizard begins, before there is a draft', async () => {
    browseAs({});
    const query = { licitacion: '2678-1-LR25' };
    const page = await show(StepPage, { paso: 'contacto' }, query);
    expect(textOf(page)).toMatch(
      /Licitación de Mercado Público Cambiar Contrato .*2678-1-LR25 Cambiar/,
    );
    expect(page).toContain('name="licitacion" value="2678-1-LR25"');
    expect(page).toContain(`${WIZARD}/tipo?licitacion=2678-1-LR25`);
    const type = await show(StepPage, { paso: 'tipo' }, query);
    expect(type).toMatch(/value="chilecompra"[^>]*checked|checked[^>]*value="chilecompra"/);
  });

  test('gives way to a contract between privates, chosen by "Cambiar"', async () => {
    const who = visitor();
    const changed = { sistemaLicitacion: 'privados', licitacion: '2678-1-LR25' };
    expect(await who.save('tipo', changed)).toBe(`${WIZARD}/contacto`);
    expect(await stepPage(who, 'contacto')).not.toContain('2678-1-LR25');
  });
});

test.each([
  ['2678-1-LR25', true],
  ['4809-45-LE26', false],
])('%s suggests fiel cumplimiento when it is awarded', async (id, isAwarded) => {
  const who = visitor();
  await follow(who, { tipo, contacto, licitacion: { idLicitacion: id } });
  await follow(who, { institucion: {}, empresa }, 'institucion');
  const page = await stepPage(who, 'garantia-tipo');
  expect(page.includes('ya está adjudicada')).toBe(isAwarded);
  expect(/value="cumplimiento"[^>]*checked|checked[^>]*value="cumplimiento"/.test(page)).toBe(
    isAwarded,
  );
  expect(await who.save('garantia-tipo', {})).toContain('aviso=revisa');
});
