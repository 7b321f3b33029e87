import { type FuzzWorld, METRICS_TOKEN } from '#tools/fuzz/place.ts';
import { accountRecipes } from '#tools/fuzz/recipes-accounts.ts';
import { factorRecipes } from '#tools/fuzz/recipes-factors.ts';
import { inboxRecipes } from '#tools/fuzz/recipes-inbox.ts';
import { issuedRecipes } from '#tools/fuzz/recipes-issued.ts';
import { moneyRecipes } from '#tools/fuzz/recipes-payments.ts';
import { uploadRecipes } from '#tools/fuzz/recipes-uploads.ts';
import { vaultRecipes } from '#tools/fuzz/recipes-vault.ts';

/**
 * Ids, tokens and cookies that exist, by which a request becomes valid. They are created for each
 * request.
 */
export type Live = {
  path?: Record<string, string>;
  query?: Record<string, string | undefined>;
  header?: Record<string, string>;
  /** Replaces fields of the generated body. Undefined removes a field. */
  body?: Record<string, unknown> | Buffer;
  cookies?: Record<string, string>;
  /** Returns headers that depend on the sent body, such as a signature. */
  sign?: (text: string) => Record<string, string>;
  /** True if it names something that only `owner` may see. */
  owned?: boolean;
};

export type Recipe = (place: FuzzWorld) => Promise<Live> | Live;

/** A tender in the recorded replies of Mercado Público. */
const tender: Recipe = () => ({ path: { id: '4809-45-LE26' } });
const marketplaceRecipes: Record<string, Recipe> = {
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

/** Recipes by `METHOD path`. Operations without one need nothing that exists. */
export const recipes: Record<string, Recipe> = {
  'GET /api/metrics': () => ({ header: { authorization: `Bearer ${METRICS_TOKEN}` } }),
  ...accountRecipes,
  ...factorRecipes,
  ...uploadRecipes,
  ...vaultRecipes,
  ...marketplaceRecipes,
  ...moneyRecipes,
  ...inboxRecipes,
  ...issuedRecipes,
};
