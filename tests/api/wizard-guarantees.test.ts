import { describe, expect, test } from 'vitest';
import { generateMetadata } from '#app/gestiona-tu-garantia/[paso]/page.tsx';
import { MAX_GUARANTEES } from '#lib/domain/drafts/rules.ts';
import { browseAs } from '#tests/support/page-request.ts';
import { noRows, rowCounts } from '#tests/support/submissions.ts';
import {
  answersTo,
  followWizard,
  newVisitor,
  publicAnswers,
  reachReview,
  type Visitor,
  WIZARD,
  wizardPageAt,
} from '#tests/support/wizard.ts';
import { stepPage } from '#tests/support/wizard-pages.ts';
import { worldForTest } from '#tests/support/world.ts';

worldForTest();

describe('the guarantees of a draft', () => {
  async function add(who: Visitor): Promise<string> {
    return who.save('garantia-tipo', answersTo('garantia-tipo'));
  }

  test('are 20 at most, and all pages of each one are asked', async () => {
    const who = newVisitor();
    await followWizard(who, publicAnswers);
    for (let count = 1; count < MAX_GUARANTEES; count++) {
      const next = wizardPageAt(await add(who));
      expect(next.step).toBe('garantia-monto');
      const { at } = await followFrom(who, next);
      expect(at).toBe('documentos');
    }
    expect((await who.draft())?.answers.garantias).toHaveLength(20);
    expect(await add(who)).toBe(`${WIZARD}/documentos`);
    expect((await who.draft())?.answers.garantias).toHaveLength(20);
    await who.attach('contrato', {});
    expect(await who.send()).toMatch(/\/comprobante\//);
  });

  test('are numbered on each page once there are several', async () => {
    const who = newVisitor();
    await followWizard(who, publicAnswers);
    const [first] = (await who.draft())?.answers.garantias ?? [];
    const shown = async (paso: string, query: Record<string, string> = {}) => {
      browseAs(who.cookies);
      const props = {
        params: Promise.resolve({ paso }),
        searchParams: Promise.resolve({ ...who.query(), ...query }),
      };
      const { title } = await generateMetadata(props);
      return [title, await stepPage(who, paso, query)].join();
    };
    expect(await shown('garantia-monto', { g: first?.id ?? '' })).not.toContain('Garantía 1');
    expect(await shown('garantia-tipo')).toMatch(/^\S.*Garantía 2 de 2,.*>Garantía 2 de 2</);
    await who.save('garantia-tipo', { tipoGarantia: 'cumplimiento' });
    const [, second] = (await who.draft())?.answers.garantias ?? [];
    for (const paso of ['garantia-monto', 'garantia-vigencia']) {
      const page = await shown(paso, { g: second?.id ?? '' });
      expect(page.match(/Garantía 2 de 2 · Fiel cumplimiento/g)).toHaveLength(2);
      await who.save(paso, { ...answersTo(paso), g: second?.id ?? '' });
    }
  });

  test('can be removed, and without any the wizard asks for one again', async () => {
    const who = newVisitor();
    await followWizard(who, publicAnswers);
    await followFrom(who, wizardPageAt(await add(who)));
    const [first, second] = (await who.draft())?.answers.garantias ?? [];
    expect(await who.remove('no-such')).toBe(`${WIZARD}/garantias`);
    expect(await who.remove(first?.id ?? '')).toBe(`${WIZARD}/garantias`);
    expect((await who.draft())?.answers.garantias).toMatchObject([{ id: second?.id }]);
    expect(await who.remove(second?.id ?? '')).toBe(`${WIZARD}/garantia-tipo`);
    expect(await who.send()).toBe(`${WIZARD}/garantia-tipo`);
    expect(await rowCounts()).toEqual(noRows);
  });

  test('that are incomplete must be completed before the request is sent', async () => {
    const who = await reachReview();
    const { step, g } = wizardPageAt(await add(who));
    expect(step).toBe('garantia-monto');
    expect(wizardPageAt(await who.send())).toEqual({ step: 'garantia-monto', g });
    expect(await rowCounts()).toEqual(noRows);
  });

  async function followFrom(who: Visitor, page: { step: string; g: string | undefined }) {
    let at = page;
    while (at.g) {
      at = wizardPageAt(await who.save(at.step, { ...answersTo(at.step), g: at.g ?? '' }));
    }
    return { at: at.step };
  }
});
