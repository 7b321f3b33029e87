import { describe, expect, test } from 'vitest';
import {
  checkTender,
  getMarketplaceReply,
  marketplaceForTest,
} from '#tests/support/marketplace.ts';
import { createTender } from '#tests/support/tender-fixtures.ts';

const { api } = marketplaceForTest({ tenders: [createTender()] });

describe('buscar-proveedor', () => {
  test('finds a supplier by RUT, which it sends to the API with dots and a hyphen', async () => {
    const { body } = await getMarketplaceReply('/api/buscar-proveedor?rut=70017820K');
    expect(body).toEqual({
      success: true,
      source: 'api',
      data: {
        proveedores: [{ codigo: '71284', nombre: 'EMPRESA DE EJEMPLO SPA', rut: '70017820-K' }],
      },
    });
    expect(api.calls[0]?.requestedPath).toBe(
      'Empresas/BuscarProveedor?rutempresaproveedor=70.017.820-k',
    );
  });

  test('answers an empty list, not an error, for a RUT without a supplier', async () => {
    const { status, body } = await getMarketplaceReply('/api/buscar-proveedor?rut=76.123.456-0');
    expect(status).toBe(200);
    expect(body.data.proveedores).toEqual([]);
  });

  test('finds by name companies that tenders and orders named, and no natural persons', async () => {
    await checkTender('2678-1-LR25');
    await checkTender('998-4-LE17');
    await getMarketplaceReply('/api/validate-orden-compra?id=1002-182-AG25');
    const byName = async (name: string) =>
      (await getMarketplaceReply(`/api/buscar-proveedor?razonSocial=${name}`)).body;
    expect(await byName('jiménez%20trans')).toEqual({
      success: true,
      source: 'cache',
      data: {
        proveedores: [
          {
            codigo: null,
            nombre: 'Sociedad de Transporte Jimenez Hermanos Ltda.',
            rut: '76036979-9',
          },
        ],
      },
    });
    expect((await byName('conenti')).data.proveedores).toHaveLength(1);
    expect((await byName('vergara')).data.proveedores).toEqual([]);
    expect((await byName('%22%20OR%20*')).data.proveedores).toEqual([]);
  });

  test.each(['', '?rut=', '?rut=70017820-1', '?razonSocial=ab', '?rut=1&rut=2'])(
    'refuses the query “%s” without asking the API',
    async (query) => {
      const { status, body } = await getMarketplaceReply(`/api/buscar-proveedor${query}`);
      expect(status).toBe(400);
      expect(Object.keys(body.fields)).toHaveLength(1);
      expect(api.calls).toEqual([]);
    },
  );
});
