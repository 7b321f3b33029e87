import { describe, expect, test } from 'vitest';
import { errorsOf, publicAnswers, reachStep, type Visitor, WIZARD } from '#tests/support/wizard.ts';
import { stepPage } from '#tests/support/wizard-pages.ts';
import { worldForTest } from '#tests/support/world.ts';

worldForTest();

describe('a telephone number', () => {
  const save = (who: Visitor, telefonoSolicitante: string) =>
    who.save('contacto', { ...publicAnswers.contacto, telefonoSolicitante });

  test.each([
    ['81234567', '¿Te falta el 9?'],
    ['9 8765 432', 'Falta un dígito.'],
    ['99999999999999', '¿Es correcto 99999999999999?'],
  ])('%s is questioned once, in these words: %s', async (typed, words) => {
    const { who } = await reachStep('contacto');
    expect(await save(who, typed)).toBe(`${WIZARD}/contacto?aviso=revisa`);
    expect((await errorsOf(who))?.telefonoSolicitante).toContain(words);
    expect(await save(who, typed)).toBe(`${WIZARD}/licitacion`);
    expect((await who.draft())?.answers.values.telefonoSolicitante).toBe(typed);
  });

  test.each([
    ['912345678', '+56 9 1234 5678'],
    ['56 2 2345 6789', '+56 2 2345 6789'],
    ['+54 11 4123 4567', '+54 11 4123 4567'],
  ])('%s is accepted without a question, and shown as %s', async (typed, shown) => {
    const { who } = await reachStep('contacto');
    expect(await save(who, typed)).toBe(`${WIZARD}/licitacion`);
    expect(await stepPage(who, 'contacto')).toContain(`value="${shown}"`);
  });
});
