import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { getDb } from '#lib/platform/db/client.ts';
import { linkSubject } from '#tests/support/mailed-links.ts';
import { textFile } from '#tests/support/request-files.ts';
import { samples } from '#tests/support/sample-files.ts';
import {
  noRows,
  queuedDeliveries,
  rowCounts,
  storedAnswers,
  storedRequests,
} from '#tests/support/submissions.ts';
import { uploadRows } from '#tests/support/upload-client.ts';
import {
  followWizard,
  newVisitor,
  privateAnswers,
  publicAnswers,
  reachReview,
  WIZARD,
} from '#tests/support/wizard.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest();

async function submissionOf(location: string): Promise<number> {
  expect(location).toMatch(/^\/comprobante\//);
  return Number(await linkSubject('receipt', location));
}

const guarantee = {
  tipoGarantia: 'seriedad',
  montoGarantia: '1500000',
  monedaGarantia: 'pesos',
  vigenciaDesde: '2026-12-01',
  vigenciaHasta: '2027-03-01',
  glosaGarantia: expect.stringMatching(/^Para garantizar la oferta\r?\nde la licitación$/),
};

describe('the forms of the wizard lead from the first page to the receipt without JavaScript', () => {
  test('for a public tender, with both files', async () => {
    const who = newVisitor({ ip: '198.51.100.9' });
    const { seen, lastStep: at } = await followWizard(who, publicAnswers);
    expect(seen).toEqual(Object.keys(publicAnswers));
    expect(at).toBe('documentos');
    const both = { other: textFile('Anexo.pdf') };
    expect(await who.attach('contrato', {}, textFile('Contrato.pdf'), both)).toBe(
      `${WIZARD}/revisar`,
    );
    expect(await rowCounts()).toEqual(noRows);

    const receipt = await who.send();
    const [row] = await storedRequests();
    const answers = await storedAnswers();
    expect(await submissionOf(receipt)).toBe(row?.id);
    expect(row).toMatchObject({
      source: 'wizard',
      sistema: 'chilecompra',
      rut: '76123456-0',
      tenderId: '4809-45-LE26',
      consentIp: '198.51.100.9',
    });
    expect(answers).toEqual({
      sistemaLicitacion: 'chilecompra',
      nombreSolicitante: 'Ana Muñoz',
      email: 'ana@constructora.cl',
      telefonoSolicitante: '+56 9 1234 5678',
      ...publicAnswers.licitacion,
      ...publicAnswers.institucion,
      rutInstitucion: '69265000-K',
      direccionEmpresaOferente: 'Av. Providencia 1234',
      regionEmpresaOferente: 'Región Metropolitana de Santiago',
      comunaEmpresaOferente: 'Providencia',
      nombreEmpresaOferente: 'Constructora Andes SpA',
      rutEmpresaOferente: '76123456-0',
      garantias: [guarantee],
      contrato: {
        uploadId: expect.any(String),
        fileName: 'Contrato.pdf',
        size: samples.pdf.length,
      },
      adicional: { uploadId: expect.any(String), fileName: 'Anexo.pdf', size: samples.pdf.length },
    });
    expect((await queuedDeliveries()).map(({ kind }) => kind)).toEqual([
      'lead.crm',
      'guarantee.internal-mail',
      'guarantee.acknowledgement',
    ]);
    expect((await uploadRows()).map(({ state }) => state)).toEqual(['kept', 'kept']);
  });

  test('for a private contract, without files', async () => {
    const who = newVisitor();
    const { seen } = await followWizard(who, privateAnswers);
    expect(seen).toEqual(Object.keys(privateAnswers));
    await who.attach('contrato', {});
    const receipt = await who.send();
    const [row] = await storedRequests();
    const answers = await storedAnswers();
    expect(await submissionOf(receipt)).toBe(row?.id);
    expect(answers).toMatchObject({
      sistemaLicitacion: 'privados',
      rutMandantePrivados: '96000001-3',
      fechaInicioContrato: '2026-12-15',
      fechaTerminoContrato: '2027-12-15',
      garantias: [guarantee],
    });
    expect(answers).not.toHaveProperty('contrato');
  });

  test('with only the required answers', async () => {
    const who = newVisitor();
    const optionalSteps = ['licitacion', 'institucion'];
    const sparse = Object.fromEntries(
      Object.entries(publicAnswers).map(([step, form]) => [
        step,
        optionalSteps.includes(step)
          ? Object.fromEntries(Object.keys(form).map((name) => [name, '']))
          : form,
      ]),
    );
    await reachReview(sparse, who);
    expect(await submissionOf(await who.send())).not.toBeNull();
    const answers = await storedAnswers();
    expect(answers).not.toHaveProperty('idLicitacion');
  });
});

describe('sending a request', () => {
  test('twice, or from two tabs at once, makes one submission and one receipt', async () => {
    const who = await reachReview();
    const receipts = await Promise.all([who.send(), who.send(), who.send()]);
    receipts.push(await who.send());
    expect(new Set(receipts).size).toBe(1);
    expect(await submissionOf(receipts[0] ?? '')).not.toBeNull();
    expect(await rowCounts()).toEqual({ submissions: 1, deliveries: 3 });
  });

  test('closes its draft: every page of it leads to the receipt and changes nothing', async () => {
    const who = await reachReview();
    const receipt = await who.send();
    expect(await who.save('contacto', publicAnswers.contacto ?? {})).toBe(receipt);
    expect(await who.remove('x')).toBe(receipt);
    expect(await who.attach('contrato', {}, textFile('otro.pdf'))).toBe(receipt);
    expect((await who.draft())?.answers.values).toEqual({});
    expect((await rowCounts()).submissions).toBe(1);
  });

  test('lets the next request begin empty', async () => {
    const who = await reachReview();
    await who.send();
    who.open();
    await followWizard(who, privateAnswers);
    expect((await who.draft())?.answers.values.sistemaLicitacion).toBe('privados');
  });

  test('without the consent stays on the review, which says why', async () => {
    const who = await reachReview();
    for (const form of [{}, { acepto: '' }, { acepto: 'no' }] as Record<string, string>[]) {
      expect(await who.send(form)).toBe(`${WIZARD}/revisar?aviso=revisa`);
      const attempt = (await who.draft())?.attempt;
      expect(attempt?.step).toBe('revisar');
      expect(attempt?.errors.acepto).toMatch(/Marca la casilla/);
    }
    expect(await rowCounts()).toEqual(noRows);
  });

  test('before everything is answered leads to the first missing page', async () => {
    const who = newVisitor();
    expect(await who.send()).toBe(`${WIZARD}/tipo`);
    await who.save('tipo', publicAnswers.tipo ?? {});
    expect(await who.send()).toBe(`${WIZARD}/contacto`);
    expect(await rowCounts()).toEqual(noRows);
  });

  test('omits the answers that belong to the other type of contract', async () => {
    const who = await reachReview(privateAnswers);
    expect(await who.save('tipo', { sistemaLicitacion: 'chilecompra' })).toBe(
      `${WIZARD}/licitacion`,
    );
    const { lastStep: at } = await followWizard(who, publicAnswers, 'licitacion');
    expect(at).toBe('revisar');
    await who.send();
    const answers = await storedAnswers();
    expect(answers.sistemaLicitacion).toBe('chilecompra');
    expect(
      Object.keys(answers).filter((name) => /Contratista|Mandante|Contrato/.test(name)),
    ).toEqual([]);
  });

  test.each([
    ['whose upload is gone', () => getDb().client.execute('delete from uploads')],
    [
      'whose bytes vanished from the store',
      async () => rmSync(join(world.dataDir, 'files'), { recursive: true }),
    ],
  ])('with files %s asks for them again, and sends nothing', async (_, lose) => {
    const who = newVisitor();
    await followWizard(who, publicAnswers);
    await who.attach('contrato', {}, textFile('contrato.pdf'));
    await who.attach('adicional', {}, textFile('anexo.pdf'));
    await lose();
    expect(await who.send()).toBe(`${WIZARD}/documentos?aviso=revisa`);
    expect((await who.draft())?.attempt?.errors.contrato).toMatch(/Súbelo otra vez/);
    expect(await rowCounts()).toEqual(noRows);
    await who.attach('contrato', {}, textFile('contrato.pdf'));
    expect(await submissionOf(await who.send())).not.toBeNull();
  });
});
