import { beforeEach, describe, expect, test } from 'vitest';
import { searchBuyers } from '#lib/domain/marketplace/reads/companies.ts';
import { countTenders, searchTenders } from '#lib/domain/marketplace/reads/search-tenders.ts';
import { findTenderInTime } from '#lib/domain/marketplace/reads/tenders.ts';
import { warmMarketplace } from '#lib/domain/marketplace/writes/warm-marketplace.ts';
import { setCallTimes } from '#lib/platform/mercado-publico/timing.ts';
import { captureLog } from '#tests/support/captured-log.ts';
import {
  checkTender,
  getMarketplaceReply,
  listDay,
  marketplaceForTest,
  shortMarketplaceTimeouts,
} from '#tests/support/marketplace.ts';
import { createTender } from '#tests/support/tender-fixtures.ts';
import { measureWait } from '#tests/support/timing.ts';

const created = [
  createTender(),
  createTender({
    code: '4809-99-LR26',
    name: 'Construcción de puente peatonal',
    closesAt: '2026-11-25T15:00:00',
    buyer: {
      code: '7248',
      name: 'MOP - Dirección de Vialidad',
      rut: '61.202.000-0',
      unit: 'Vialidad Ñuble',
      region: 'Región de Ñuble',
    },
  }),
  createTender({ code: '1-7-L126', name: 'Útiles de oficina', closesAt: '2026-11-20T11:59:00' }),
];

const { api, world } = marketplaceForTest({ tenders: created });

const codes = async (search: object) =>
  (await searchTenders({ closingFrom: world.now(), ...search })).tenders.map(({ code }) => code);

describe('tenders known from lists', () => {
  beforeEach(async () => {
    await listDay('20112026');
  });

  test('are found while they are open, the first to close first', async () => {
    expect(await codes({})).toEqual(['4809-99-LR26', '3667-12-LP26']);
    expect(await codes({ closingFrom: 0 })).toEqual(['1-7-L126', '4809-99-LR26', '3667-12-LP26']);
    expect(await codes({ closingBefore: Date.UTC(2026, 10, 26) })).toEqual(['4809-99-LR26']);
    expect(await countTenders({ closingFrom: world.now() })).toBe(2);
  });

  test.each([
    ['camino', ['3667-12-LP26']],
    ['MANTENCION rur', ['3667-12-LP26']],
    ['construcción', ['4809-99-LR26']],
    ['4809-99', ['4809-99-LR26']],
    ['lp26', ['3667-12-LP26']],
    ['puente caminos', []],
    ['"* OR (', []],
    [';--', ['4809-99-LR26', '3667-12-LP26']],
    ['%', ['4809-99-LR26', '3667-12-LP26']],
  ])('are found by the words %s', async (words, found) => {
    expect(await codes({ words })).toEqual(found);
  });

  test('are found by type, and page by page', async () => {
    expect(await codes({ tipo: 'LP' })).toEqual(['3667-12-LP26']);
    const first = await searchTenders({ closingFrom: 0, limit: 2 });
    expect(first.tenders).toHaveLength(2);
    const second = await searchTenders({ closingFrom: 0, limit: 2, cursor: first.next ?? '' });
    expect(second.tenders.map(({ code }) => code)).toEqual(['3667-12-LP26']);
    expect(second.next).toBeNull();
    expect(await codes({ cursor: 'x' })).toHaveLength(2);
  });

  test('have their buyer once a detail named it, and keep it when a list comes again', async () => {
    expect(await codes({ words: 'vialidad' })).toEqual([]);
    await checkTender('4809-99-LR26');
    expect(await codes({ words: 'vialidad ñuble' })).toEqual(['4809-99-LR26']);
    expect(await codes({ codigoOrganismo: '7248' })).toEqual(['4809-99-LR26']);
    world.advance(6 * 60_000);
    api.set({
      tenders: [
        ...created.slice(0, 1),
        { ...(created[1] ?? createTender()), name: 'Construcción de pasarela' },
      ],
    });
    await listDay('20112026');
    const [tender] = (await searchTenders({ closingFrom: world.now() })).tenders;
    expect(tender).toMatchObject({
      name: 'Construcción de pasarela',
      buyerName: 'MOP - Dirección de Vialidad',
      unitName: 'Vialidad Ñuble',
      amount: 90_000_000,
    });
    expect(await codes({ words: 'puente' })).toEqual([]);
    expect(await codes({ words: 'pasarela vialidad' })).toEqual(['4809-99-LR26']);
  });

  test('are found by GET /api/licitaciones/buscar in the published fields; a bad query gets 400', async () => {
    const { status, body } = await getMarketplaceReply('/api/licitaciones/buscar?q=puente&limit=1');
    expect(status).toBe(200);
    expect(body.data).toEqual({
      licitaciones: [
        {
          codigoExterno: '4809-99-LR26',
          nombre: 'Construcción de puente peatonal',
          estado: 'Publicada',
          codigoEstado: 5,
          fechaCierre: '2026-11-25',
          cierre: '2026-11-25T18:00:00.000Z',
          montoEstimado: null,
          tipo: 'LR',
        },
      ],
      siguiente: null,
    });
    for (const bad of [
      'limit=0',
      'limit=51',
      'limit=x',
      'codigoOrganismo=x',
      `q=${'x'.repeat(121)}`,
    ]) {
      expect((await getMarketplaceReply(`/api/licitaciones/buscar?${bad}`)).status).toBe(400);
    }
  });
});

describe('buyers of Mercado Público', () => {
  test('are found while typing, with the RUT that a tender named', async () => {
    await getMarketplaceReply('/api/listar-organismos');
    await checkTender('4993-76-L126');
    const found = await searchBuyers('munic');
    expect(found.map(({ name }) => name).sort()).toEqual([
      'I MUNICIPALIDAD DE MOSTAZAL',
      'MUNICIPALIDAD DE CHOLCHOL',
    ]);
    const { body } = await getMarketplaceReply('/api/organismos/buscar?q=municipalidád%20chol');
    expect(body.data.organismos).toEqual([
      {
        codigoOrganismo: '165105',
        nombreOrganismo: 'MUNICIPALIDAD DE CHOLCHOL',
        rut: '69265000-K',
        region: null,
        comuna: null,
      },
    ]);
    expect((await getMarketplaceReply('/api/organismos/buscar?q=m')).status).toBe(400);
    expect((await getMarketplaceReply('/api/organismos/buscar?q=..')).body.data.organismos).toEqual(
      [],
    );
  });
});

describe('the wizard', () => {
  test('gets a tender from Mercado Público, or learns in time that there is no answer', async () => {
    expect(await findTenderInTime('4809-45-LE26')).toMatchObject({
      stale: false,
      value: { buyerRut: '61202000-0', name: 'PLACAS DE ALUMINIO COMPUESTO' },
    });
    expect(await findTenderInTime('1-1-LE26')).toMatchObject({ value: null });
    setCallTimes({ ...shortMarketplaceTimeouts, attemptTimeoutMs: 1000, queryTimeoutMs: 3000 });
    api.fail('hang');
    const { result, ms } = await measureWait(() => findTenderInTime('2678-1-LR25'));
    expect(result).toBeNull();
    expect(ms).toBeLessThan(500);
    setCallTimes(shortMarketplaceTimeouts);
    world.advance(60 * 60_000);
    // The page's patience with an old answer applies here.
    setCallTimes({ wizardPageWaitMs: 20_000 });
    expect(await findTenderInTime('4809-45-LE26')).toMatchObject({ stale: true });
  });

  test('gets a tender with the fields that it fills in, and 404 for a tender that does not exist', async () => {
    const { body } = await getMarketplaceReply('/api/licitaciones/4809-45-LE26');
    expect(body.data.licitacion).toMatchObject({
      codigoExterno: '4809-45-LE26',
      rutOrganismo: '61202000-0',
      region: 'Región de la Araucanía',
      comuna: 'Temuco',
      cierre: '2026-09-22T18:00:00.000Z',
    });
    expect((await getMarketplaceReply('/api/licitaciones/1-1-LE26')).status).toBe(404);
  });
});

describe('warming the answers of Mercado Público', () => {
  test('renews catalogue and list, and fetches the details that lists do not have', async () => {
    for (let round = 0; round < 4; round++) await warmMarketplace();
    expect(api.calls.map(({ requestedPath }) => requestedPath)).toEqual([
      'Empresas/BuscarComprador?',
      'licitaciones.json?fecha=20112026',
      'licitaciones.json?codigo=4809-99-LR26',
      'licitaciones.json?codigo=3667-12-LP26',
    ]);
    expect(await codes({ words: 'mostazal' })).toEqual(['3667-12-LP26']);
  });

  test('renews the list of today in Chile, also at 21:30', async () => {
    world.advance(9.5 * 60 * 60_000);
    await warmMarketplace();
    expect(api.calls.map(({ requestedPath }) => requestedPath)).toContain(
      'licitaciones.json?fecha=20112026',
    );
  });

  test('does not fail when the API hangs, answers HTML or refuses the ticket', async () => {
    setCallTimes(shortMarketplaceTimeouts);
    for (const trouble of ['hang', 'html', 'ticket'] as const) {
      api.fail(trouble);
      await expect(warmMarketplace()).resolves.toBeUndefined();
      api.recover();
    }
  });

  test('makes no call and logs nothing without a ticket', async () => {
    const { MERCADO_PUBLICO_TICKET: _, ...withoutTicket } = api.variables;
    await world.reopen(withoutTicket);
    const log = captureLog();
    await warmMarketplace();
    expect(api.calls).toEqual([]);
    expect(log.lines()).toEqual([]);
  });
});
