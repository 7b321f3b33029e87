import { describe, expect, test } from 'vitest';
import {
  checkTender,
  getMarketplaceReply,
  listDay,
  marketplaceForTest,
} from '#tests/support/marketplace.ts';
import { createTender } from '#tests/support/tender-fixtures.ts';

const { api, world } = marketplaceForTest({ tenders: [createTender()] });

describe('listar-licitaciones', () => {
  test('answers with the recorded list in the published fields', async () => {
    const { status, body, headers } = await listDay('13032017');
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      count: 2,
      data: {
        licitaciones: [
          {
            codigoExterno: '1002-7-LE17',
            nombre: 'SERVICIO DE ASEO OFICINAS DIRECCION DE VIALIDAD',
            estado: 'Cerrada',
            codigoEstado: 6,
            fechaCierre: '2017-03-13',
            montoEstimado: null,
            tipo: 'LE',
          },
          {
            codigoExterno: '1004-12-L117',
            nombre: 'SUMINISTRO DE LEÑA PARA VIALIDAD CHILE CHICO',
            estado: 'Publicada',
            codigoEstado: 5,
            fechaCierre: '2017-03-20',
            montoEstimado: null,
            tipo: 'L1',
          },
        ],
      },
    });
    expect(headers.get('age')).toBe('0');
    expect(api.calls.map(({ requestedPath }) => requestedPath)).toEqual([
      'licitaciones.json?fecha=13032017',
    ]);
  });

  test.each([
    ['publicadas', 'publicada', 1],
    ['cerradas', 'cerrada', 1],
    ['desiertas', 'desierta', 0],
    ['adjudicadas', 'adjudicada', 0],
    ['revocadas', 'revocada', 0],
    ['suspendidas', 'suspendida', 0],
  ])('asks the API for %s by its own word %s', async (ours, theirs, count) => {
    const { body } = await listDay('13032017', `&estado=${ours}`);
    expect(body.count).toBe(count);
    expect(api.calls[0]?.requestedPath).toBe(`licitaciones.json?fecha=13032017&estado=${theirs}`);
  });

  test('names the buyer when the list is filtered by one that the catalogue knows', async () => {
    await getMarketplaceReply('/api/listar-organismos');
    const { body } = await listDay('20112026', '&CodigoOrganismo=99101');
    expect(body.data.licitaciones).toMatchObject([
      {
        codigoExterno: '3667-12-LP26',
        codigoOrganismo: '99101',
        organismo: 'I MUNICIPALIDAD DE MOSTAZAL',
      },
    ]);
    expect(api.calls.at(-1)?.requestedPath).toBe(
      'licitaciones.json?fecha=20112026&CodigoOrganismo=99101',
    );
  });

  test.each([
    'fecha=31022026',
    'fecha=1322026',
    'fecha=2026-02-13',
    'fecha=21112026',
    'fecha=',
    '',
    'fecha=13032017&fecha=13032017',
    'fecha=13032017x',
    'fecha=13032017&estado=abiertas',
    'fecha=13032017&CodigoOrganismo=a%26b',
    `fecha=13032017&CodigoOrganismo=${'1'.repeat(200)}`,
  ])('refuses ?%s without asking the API', async (query) => {
    const { status, body } = await getMarketplaceReply(`/api/listar-licitaciones?${query}`);
    expect(status).toBe(400);
    expect(body.error).toBe('validation_failed');
    for (const text of Object.values(body.fields)) expect(text).toMatch(/\.$/);
    expect(api.calls).toEqual([]);
  });

  test('accepts today’s date in Chile', async () => {
    expect((await listDay('20112026')).body.count).toBe(1);
  });
});

describe('listar-organismos', () => {
  test('answers with the buyers of the catalogue, and null where the catalogue says nothing', async () => {
    const { status, body } = await getMarketplaceReply('/api/listar-organismos');
    expect(status).toBe(200);
    expect(body.data.organismos).toContainEqual({
      codigoOrganismo: '99101',
      nombreOrganismo: 'I MUNICIPALIDAD DE MOSTAZAL',
      rut: null,
      region: null,
      comuna: null,
    });
    expect(api.calls[0]?.requestedPath).toBe('Empresas/BuscarComprador?');
  });
});

describe('validate-licitacion', () => {
  test('answers with the tender when the API has it', async () => {
    const { status, body } = await checkTender(' 4809-45-le26 ');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      valid: true,
      source: 'api',
      data: { codigoExterno: '4809-45-LE26', fechaCierre: '2026-09-22', montoEstimado: 12257000 },
    });
    expect(api.calls[0]?.requestedPath).toBe('licitaciones.json?codigo=4809-45-LE26');
  });

  test('answers “not valid” when the API does not have the tender', async () => {
    const { body } = await checkTender('1-1-LE26');
    expect(body).toMatchObject({ success: true, valid: false, source: 'api', data: null });
    expect(body.message).toContain('no tiene una licitación');
  });

  test.each([
    ['4809 - 45 - LE26', 'forma'],
    ['4809-45-LE26/../..', 'forma'],
    ['4809-45-LE26?ticket=x&codigo=1', 'forma'],
    ['x'.repeat(200), 'forma'],
    ['4809-45', 'forma'],
    ['1002-19-COT25', 'Compra Ágil'],
    ['1002-182-AG25', 'orden de compra'],
  ])('answers “not valid” to %s by its form alone, without asking the API', async (id, why) => {
    const { status, body } = await checkTender(id);
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, valid: false, source: 'basic', data: null });
    expect(body.message).toContain(why);
    expect(api.calls).toEqual([]);
  });

  test('asks the API about unknown types, and about types that orders share', async () => {
    await checkTender('1-1-ZZ26');
    await checkTender('2097-241-SE14');
    expect(api.calls).toHaveLength(2);
  });

  test.each(['', '?id=', '?id=%20', '?id=1-1-LE26&id=1-1-LE26', '?id=a%00b'])(
    'refuses the query “%s”',
    async (query) => {
      const { status, body } = await getMarketplaceReply(`/api/validate-licitacion${query}`);
      expect(status).toBe(400);
      expect(body.fields.id).toMatch(/\.$/);
    },
  );

  test('without a ticket checks the form alone, and says so', async () => {
    await world.reopen();
    expect((await checkTender('4809-45-LE26')).body).toEqual({
      success: true,
      valid: true,
      source: 'basic',
      data: { codigoExterno: '4809-45-LE26', tipo: 'LE' },
    });
  });
});

describe('validate-orden-compra', () => {
  const check = (id: string) => getMarketplaceReply(`/api/validate-orden-compra?id=${id}`);

  test('answers with the recorded order', async () => {
    expect((await check('1002-182-ag25')).body).toEqual({
      success: true,
      valid: true,
      source: 'api',
      data: {
        codigo: '1002-182-AG25',
        nombre: 'Orden de Compra generada por invitación a compra ágil: 1002-19-COT25',
        estado: 'Aceptada',
        codigoEstado: 6,
        codigoLicitacion: null,
        organismo: 'MINISTERIO DE OBRAS PUBLICAS DIREC CION GRAL DE OO PP DCYF',
        rutOrganismo: '61202000-0',
        proveedor: 'CONENTI SPA',
        rutProveedor: '77944969-6',
        total: 2023000,
        moneda: 'CLP',
        fechaEnvio: '2025-05-14',
      },
    });
  });

  test('answers “not valid” to tender codes and malformed codes without asking the API', async () => {
    for (const id of ['4809-45-LE26', '2678-1-LR25', 'AG25']) {
      expect((await check(id)).body).toMatchObject({ valid: false, source: 'basic', data: null });
    }
    expect(api.calls).toEqual([]);
  });

  test('answers “not valid” when the API does not have the order', async () => {
    const { body } = await check('1-1-SE26');
    expect(body).toMatchObject({ valid: false, source: 'api', data: null });
  });
});

test('without a ticket the lists and the supplier search answer 503 not_configured', async () => {
  await listDay('13032017');
  await world.reopen();
  for (const address of [
    '/api/listar-licitaciones?fecha=13032017',
    '/api/listar-organismos',
    '/api/buscar-proveedor?rut=70017820K',
    '/api/buscar-proveedor?razonSocial=transporte',
  ]) {
    const { status, body } = await getMarketplaceReply(address);
    expect([status, body.error]).toEqual([503, 'not_configured']);
  }
});
