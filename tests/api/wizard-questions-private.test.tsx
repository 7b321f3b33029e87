import { describe, expect, test } from 'vitest';
import { textOf } from '#tests/support/page-request.ts';
import { privateAnswers, reachReview, type Visitor } from '#tests/support/wizard.ts';
import { stepPage } from '#tests/support/wizard-pages.ts';
import { worldForTest } from '#tests/support/world.ts';

worldForTest({ RATE_LIMITS: 'off' });

type Form = Record<string, string>;
const asks = 'Antes de enviar, confirma';

async function review(who: Visitor): Promise<string> {
  return textOf(await stepPage(who, 'revisar'));
}

describe('the review of a private contract asks to confirm', () => {
  test('that principal and contractor have the same RUT', async () => {
    const { mandante } = privateAnswers;
    const first = { ...mandante, rutMandantePrivados: '76.123.456-0' };
    const who = await reachReview({ ...privateAnswers, mandante: first });
    expect(await review(who)).toContain(
      'el contrato y el mandante tienen el mismo RUT, 76.123.456-0.',
    );
    expect(await review(await reachReview(privateAnswers))).not.toContain(asks);
  });

  test('that both have the same name, but only once if their RUT is the same too', async () => {
    const { mandante, 'empresa-contratista': contratista = {} } = privateAnswers;
    const named = { ...mandante, razonSocialMandante: 'MONTAJES del súr Ltda' };
    const page = await review(await reachReview({ ...privateAnswers, mandante: named }));
    expect(page).toContain(
      `el mandante tienen el mismo nombre, ${contratista.nombreEmpresaContratista}.`,
    );
    const first = { ...named, rutMandantePrivados: '76.123.456-0' };
    const both = await review(await reachReview({ ...privateAnswers, mandante: first }));
    expect(both).toContain('tienen el mismo RUT');
    expect(both).not.toContain('tienen el mismo nombre');
  });

  /** Returns the review of a private contract from 15-12-2026 to 15-12-2027 with these answers. */
  const inPrivate = async (
    tipo: string,
    from: string,
    until: string,
    more: Record<string, Form> = {},
  ) =>
    review(
      await reachReview({
        ...privateAnswers,
        'garantia-tipo': { tipoGarantia: tipo },
        'garantia-vigencia': { vigenciaDesde: from, vigenciaHasta: until, glosaGarantia: '' },
        ...more,
      }),
    );

  test.each([
    ['cumplimiento', '01-01-2030', '01-01-2031', 'y el contrato termina antes: 15-12-2027.'],
    ['anticipo', '01-12-2026', '14-12-2026', 'y el contrato empieza después: 15-12-2026.'],
    ['cumplimiento', '15-01-2027', '30-06-2027', 'antes de que termine el contrato: 15-12-2027.'],
  ])(
    'the dates of a %s from %s to %s, which do not fit the contract',
    async (tipo, from, until, words) => {
      const page = await inPrivate(tipo, from, until);
      expect(page).toContain(asks);
      expect(page).toContain(words);
    },
  );

  test.each([
    ['seriedad', '21-11-2026', '14-12-2026'],
    ['cumplimiento', '15-12-2026', '15-12-2027'],
    ['ejecucion', '16-12-2027', '16-12-2028'],
    ['anticipo', '15-12-2026', '30-06-2027'],
  ])('nothing for a %s from %s to %s, which fits the contract', async (tipo, from, until) => {
    expect(await inPrivate(tipo, from, until)).not.toContain(asks);
  });

  test('a contract that already ended', async () => {
    const fechas = { fechaInicioContrato: '01-03-2016', fechaTerminoContrato: '01-03-2017' };
    const page = await inPrivate('seriedad', '01-12-2026', '01-03-2027', {
      mandante: { ...privateAnswers.mandante, ...fechas },
    });
    expect(page).toContain('El contrato terminó el 01-03-2017.');
  });

  test('that both sides have the same contact, in one question, also if it is the applicant', async () => {
    const [name, mail] = ['LUISA rojas', 'Luisa@montajes.cl'];
    const both = {
      nombreContactoMandante: name,
      telefonoMandante: '+56 41 222 33 44',
      emailMandante: mail,
    };
    const { mandante, 'empresa-contratista': contratista } = privateAnswers;
    const page = await review(
      await reachReview({ ...privateAnswers, mandante: { ...mandante, ...both } }),
    );
    expect(page).toContain(
      'tienen el mismo contacto (Luisa Rojas), el mismo correo (luisa@montajes.cl) y el mismo teléfono (41 222 3344).',
    );
    const own = { ...both, nombreContactoMandante: 'Otra', emailMandante: 'ana@constructora.cl' };
    const none = { nombreContactoContratista: '', telefonoContratista: '', emailContratista: '' };
    const alone = {
      'empresa-contratista': { ...contratista, ...none },
      mandante: { ...mandante, ...own },
    };
    expect(await review(await reachReview({ ...privateAnswers, ...alone }))).toContain(
      'el mandante tienen el mismo correo (ana@constructora.cl).',
    );
  });
});
