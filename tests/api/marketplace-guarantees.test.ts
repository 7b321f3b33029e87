import { describe, expect, test } from 'vitest';
import { findPageInTime } from '#lib/domain/marketplace/reads/guarantees.ts';
import { parseTenderPage } from '#lib/platform/mercado-publico/tender-page.ts';
import { setCallTimes } from '#lib/platform/mercado-publico/timing.ts';
import {
  getMarketplaceReply,
  marketplaceForTest,
  shortMarketplaceTimeouts,
} from '#tests/support/marketplace.ts';
import { startMercadoPublico } from '#tests/support/providers/mercado-publico.ts';
import { measureCpuTime } from '#tests/support/timing.ts';

const { api, world } = marketplaceForTest();

const guaranteesOf = (id: string) =>
  getMarketplaceReply(`/api/licitaciones/${encodeURIComponent(id)}/garantias`);

describe('the guarantees of a tender', () => {
  test('are read from its public page, whose redirect to itself is followed, and are then kept', async () => {
    const { status, body } = await guaranteesOf('2678-1-lr25');
    expect(status).toBe(200);
    expect(body.data.garantias).toEqual([
      {
        tipo: 'seriedad',
        titulo: 'Garantías de Seriedad de Ofertas',
        beneficiario: 'Municipalidad de Mostazal – Departamento de Educación',
        monto: '1500000',
        moneda: 'pesos',
        vencimiento: '2025-04-24',
        glosa: expect.stringMatching(/^Deberá contener la siguiente glosa “Garantía de Seriedad/),
        descripcion: expect.stringMatching(/^La garantía de seriedad de la oferta, tomada/),
      },
      {
        tipo: 'cumplimiento',
        titulo: 'Garantía fiel de Cumplimiento de Contrato',
        beneficiario: 'Municipalidad de Mostazal – Departamento de Educación',
        monto: '5',
        moneda: '%',
        vencimiento: '2026-03-02',
        glosa: expect.stringMatching(/^Deberá contener la siguiente glosa “Garantía de Fiel/),
        descripcion: null,
      },
    ]);
    expect(api.pages).toHaveLength(2);
    expect(api.calls).toHaveLength(0);
    await guaranteesOf('2678-1-LR25');
    expect(api.pages).toHaveLength(2);
  });

  test('are an empty list where the page has no such section; a minute later the page is read again', async () => {
    expect((await guaranteesOf('4809-45-LE26')).body.data.garantias).toEqual([]);
    world.advance(61_000);
    await guaranteesOf('4809-45-LE26');
    expect(api.pages).toHaveLength(4);
  });

  test.each(['1-1', '../etc', '1-1-LE26/x', '1002-19-COT25'])(
    'are 404 for %s, which is no tender code, and no page is read',
    async (id) => {
      const { status, body } = await guaranteesOf(id);
      expect([status, body.error]).toEqual([404, 'not_found']);
      expect(api.pages).toEqual([]);
    },
  );

  test('need no ticket, but the address of the public page; without it they answer 503', async () => {
    const { MERCADO_PUBLICO_FICHA_URL } = api.variables;
    await world.reopen({ MERCADO_PUBLICO_FICHA_URL });
    expect((await guaranteesOf('2678-1-LR25')).status).toBe(200);
    await world.reopen();
    const { status, body } = await guaranteesOf('2678-1-LR25');
    expect([status, body.error]).toEqual([503, 'not_configured']);
    expect(await findPageInTime('2678-1-LR25')).toBeNull();
  });
});

describe('when the public page of a tender fails', () => {
  test.each([
    ['hang', 504],
    ['server-error', 502],
    ['forbidden', 502],
    ['cut', 502],
    ['huge', 502],
    ['redirect', 502],
  ] as const)(
    'by %s, its guarantees answer %i, and the wizard goes on without them',
    async (trouble, status) => {
      if (trouble === 'hang') setCallTimes(shortMarketplaceTimeouts);
      api.fail(trouble);
      if (trouble === 'redirect') await elsewhere();
      expect((await guaranteesOf('2678-1-LR25')).status).toBe(status);
      expect(await findPageInTime('2678-1-LR25')).toBeNull();
    },
  );

  /** Moves the page to another origin: its address is on another port. */
  async function elsewhere(): Promise<void> {
    const other = await startMercadoPublico();
    api.set({ pageTarget: `${other.variables.MERCADO_PUBLICO_FICHA_URL}?qs=x` });
    api.recover();
    expect((await guaranteesOf('2678-1-LR25')).status).toBe(502);
    expect(other.pages).toEqual([]);
  }
});

describe('the public page of a tender', () => {
  test('yields only what can be read of it when its fields are odd or missing', () => {
    const row = (suffix: string, text: string) =>
      `<span id="grvGarantias_ctl02_lblFicha8${suffix}">${text}</span>`;
    const read = (...cells: string[]) =>
      parseTenderPage(`<table id="grvGarantias">${cells.join('')}</table>`).guarantees;
    const [only] = read(
      row('TituloTipoGarantia', 'Otras &amp; m&aacute;s'),
      row('Monto', '1.234.567,50'),
      row('TipoMoneda', 'Unidad de Fomento'),
      row('FechaVencimiento', '31-02-2026'),
    );
    expect(only).toMatchObject({
      title: 'Otras & más',
      amount: '1234567.50',
      expiresOn: null,
      wording: null,
    });
    expect(read(row('TituloTipoGarantia', 'x'), row('Monto', 'según bases'))[0]?.amount).toBeNull();
    expect(read(row('Monto', '5'))).toEqual([]);
    expect(parseTenderPage('<html>')).toEqual({ guarantees: [], hasSection: false });
  });

  test.each(['<span id="a">', '<div>', '<!--', '<a x="', '<span id="grvGarantias_ctl02_x">'])(
    'is read within 1.5 s when half a megabyte of %s breaks it',
    (part) => {
      const title = '<span id="grvGarantias_ctl02_lblFicha8TituloTipoGarantia">Seriedad</span>';
      const page = `<table id="grvGarantias">${title}${part.repeat(500_000 / part.length)}`;
      const ms = measureCpuTime(() =>
        expect(parseTenderPage(page).guarantees[0]?.title).toBe('Seriedad'),
      );
      expect(ms).toBeLessThan(1500);
    },
  );
});
