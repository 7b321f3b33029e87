import type { Recipe } from '#tools/fuzz/recipes.ts';

/** Of the recorded answers of Mercado Público. */
const tender: Recipe = () => ({ path: { id: '4809-45-LE26' } });

export const marketplaceRecipes: Record<string, Recipe> = {
  'GET /api/listar-licitaciones': () => ({
    query: { fecha: '13032017', CodigoOrganismo: undefined },
  }),
  'GET /api/validate-licitacion': () => ({ query: { id: '4809-45-LE26' } }),
  'GET /api/validate-orden-compra': () => ({ query: { id: '1002-182-AG25' } }),
  'GET /api/buscar-proveedor': () => ({ query: { rut: '76.123.456-0', razonSocial: undefined } }),
  'GET /api/licitaciones/buscar': () => ({ query: { cursor: undefined } }),
  'GET /api/licitaciones/{id}': tender,
  'GET /api/licitaciones/{id}/garantias': tender,
};
