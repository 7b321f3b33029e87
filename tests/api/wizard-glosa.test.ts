import { describe, expect, test } from 'vitest';
import { errorsOf, itemsOf, reachStep, WIZARD } from '#tests/support/wizard.ts';
import { worldForTest } from '#tests/support/world.ts';

worldForTest();

describe('the text of a guarantee', () => {
  const dates = { vigenciaDesde: '01-12-2026', vigenciaHasta: '01-03-2027' };

  test.each([
    ['Para garantizar la oferta de [nombre del oferente]', '[nombre del oferente]'],
    ['Licitación <ID de la licitación>', '<ID de la licitación>'],
    ['A favor de XXXX', 'XXXX'],
    ['RUT ________ de la empresa', '________'],
    ['Contrato N.º ......', '......'],
  ])(
    'that still has a blank of its template is questioned once: %s',
    async (glosaGarantia, blank) => {
      const { who, about } = await reachStep('garantia-vigencia');
      const save = () => who.save('garantia-vigencia', { ...dates, glosaGarantia, ...about });
      expect(await save()).toContain('aviso=revisa');
      expect(await errorsOf(who)).toEqual({
        glosaGarantia: expect.stringContaining(`Dice «${blank}»: parece que falta completarlo.`),
      });
      expect(await save()).toBe(`${WIZARD}/garantias`);
      expect((await itemsOf(who))[0]).toMatchObject({ glosaGarantia });
    },
  );

  test.each(['Obras XXI Aniversario, art. 68 (Ley N.º 19.886)', 'Según bases... y anexos'])(
    'that only resembles a template is not questioned: %s',
    async (glosaGarantia) => {
      const { who, about } = await reachStep('garantia-vigencia');
      await who.save('garantia-vigencia', { ...dates, glosaGarantia, ...about });
      expect((await itemsOf(who))[0]).toMatchObject({ glosaGarantia });
    },
  );
});
