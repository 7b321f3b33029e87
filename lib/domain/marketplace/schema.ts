import { z } from 'zod';
import { marketplaceCopy } from '#lib/domain/marketplace/copy.ts';
import {
  parseDay,
  parseTenderId,
  type StateFilter,
  stateWords,
} from '#lib/domain/marketplace/rules.ts';
import { docs, type FieldDocs, line, optional, rut } from '#lib/platform/operations/fields.ts';

// Schemas of tenders, purchase orders and suppliers in our API, and of queries for them.

const filters = Object.keys(stateWords) as StateFilter[]; // Object.keys loses their type.

const day = line(marketplaceCopy.notADay, 20).transform((text, context) => {
  const iso = parseDay(text);
  if (iso) return iso;
  context.addIssue({ code: 'custom', message: marketplaceCopy.notADay });
  return z.NEVER;
});

const buyerCode = line(marketplaceCopy.buyerCode, 12).regex(/^\d+$/, marketplaceCopy.buyerCode);

export const listQuery = z.object({
  fecha: day,
  CodigoOrganismo: optional(buyerCode),
  estado: optional(z.enum(filters, 'Elige uno de los estados de la lista.')),
});

/** Any text is accepted, because the answer says whether it is a code. */
export const codeQuery = z.object({
  id: line('Ingresa el código.', 300).meta({ description: 'The code, in any case.' }),
});

export const supplierQuery = z
  .object({
    rut: optional(rut(marketplaceCopy.supplier)),
    razonSocial: optional(line(marketplaceCopy.supplier, 120).min(3, 'Escribe al menos 3 letras.')),
  })
  .refine(({ rut, razonSocial }) => rut || razonSocial, {
    path: ['rut'],
    message: marketplaceCopy.supplier,
  });

/** The id of a tender in a path. Any other text is `not_found`. */
export const tenderIdParams = z.object({
  id: z
    .string()
    .meta({ description: 'Id of the tender.' })
    .transform((text, context) => {
      const parsed = parseTenderId(text);
      if (parsed.ok) return parsed.code.id;
      context.addIssue({ code: 'custom', message: 'no code' });
      return z.NEVER;
    }),
});

const limit = z.coerce.number().int().min(1).max(50).default(10);

export const buyerSearchQuery = z.object({
  q: line(marketplaceCopy.words, 120).min(2, marketplaceCopy.words),
  limit,
});

export const tenderSearchQuery = z.object({
  q: optional(line(marketplaceCopy.words, 120)),
  codigoOrganismo: optional(buyerCode),
  tipo: optional(line('Elige un tipo.', 4).toUpperCase()),
  cursor: optional(line('Vuelve a la primera página.', 40)),
  limit,
});

/** The filter in the URL of /licitaciones. `cierre` is the maximum number of days to closing. */
export const tenderFilter = z
  .object({
    q: line(marketplaceCopy.words, 120),
    organismo: line(marketplaceCopy.words, 120),
    tipo: line('Elige un tipo.', 4).toUpperCase(),
    cierre: z.enum(['0', '3', '7']),
    desde: line('Vuelve a la primera página.', 40),
  })
  .partial();
export type TenderFilter = z.output<typeof tenderFilter>;

const text = z.string().optional();
const date = z.iso.date().optional();

/** A tender (published API 2.8). Unknown facts are left out, or null if it allows null. */
export const tender = z.object({
  codigoExterno: z.string(),
  nombre: text,
  estado: text,
  codigoEstado: z.int().nullable(),
  organismo: text,
  codigoOrganismo: text,
  nombreUnidad: text,
  fechaPublicacion: date,
  fechaCierre: date,
  montoEstimado: z.number().nullable(),
  moneda: text,
  tipo: text,
  descripcion: text,
});
export type Tender = z.output<typeof tender>;

export const buyer = z.object({
  codigoOrganismo: z.string(),
  nombreOrganismo: z.string(),
  rut: z.string().nullable(),
  region: z.string().nullable(),
  comuna: z.string().nullable(),
});
export type Buyer = z.output<typeof buyer>;

export const purchaseOrder = z.object({
  codigo: z.string(),
  nombre: z.string().nullable(),
  estado: z.string().nullable(),
  codigoEstado: z.int().nullable(),
  codigoLicitacion: z.string().nullable(),
  organismo: z.string().nullable(),
  rutOrganismo: z.string().nullable(),
  proveedor: z.string().nullable(),
  rutProveedor: z.string().nullable(),
  total: z.number().nullable(),
  moneda: z.string().nullable(),
  fechaEnvio: z.iso.date().nullable(),
});
export type PurchaseOrder = z.output<typeof purchaseOrder>;

export const supplier = z.object({
  codigo: z.string().nullable(),
  nombre: z.string(),
  rut: z.string().nullable(),
});
export type Supplier = z.output<typeof supplier>;

/** A stored tender. Lists describe only some of its fields, details all. Times are in ms. */
export type TenderCard = {
  code: string;
  name: string;
  type: string;
  state: string | null;
  stateCode: number | null;
  buyerCode: string | null;
  buyerName: string | null;
  unitName: string | null;
  region: string | null;
  publishedAt: number | null;
  closesAt: number;
  amount: number | null;
  currency: string | null;
};

export const tenderGuarantee = z.object({
  tipo: z.string(),
  titulo: z.string(),
  beneficiario: z.string().nullable(),
  monto: z.string().nullable(),
  moneda: z.string().nullable(),
  vencimiento: z.iso.date().nullable(),
  glosa: z.string().nullable(),
  descripcion: z.string().nullable(),
});
export type TenderGuarantee = z.output<typeof tenderGuarantee>;

export const marketplaceDocs: FieldDocs = {
  fecha: docs('A day up to today, `ddmmaaaa`.', '20112026'),
  CodigoOrganismo: docs('Only tenders of this buyer, by its code.', '7248'),
  estado: docs('State of the tender or order; as a filter in the plural.', 'Publicada'),
  count: docs('How many there are.', 1),
  stale: docs('Only when the answer is older than it should be, its source being down.', true),
  licitaciones: docs('Tenders. What the source did not say is left out or null.'),
  licitacion: docs('The tender.'),
  codigoExterno: docs('Id of the tender.', '4809-45-LE26'),
  codigo: docs('Code of the purchase order or supplier.', '1002-182-AG25'),
  nombre: docs('Name of the tender, order or supplier.', 'PLACAS DE ALUMINIO COMPUESTO'),
  descripcion: docs('What it is about.'),
  codigoEstado: docs('State by number: 5, 6, 7, 8, 18 or 19 of a tender.', 5),
  organismo: docs('Name of the buyer.', 'I MUNICIPALIDAD DE MOSTAZAL'),
  nombreUnidad: docs('The unit of the buyer that runs it.', 'Departamento de Educación'),
  rutOrganismo: docs('RUT of the buyer.', '61202000-0'),
  fechaPublicacion: docs('Day of publication in Chile.', '2026-09-11'),
  fechaCierre: docs('Day it closes in Chile.', '2026-09-22'),
  cierre: docs('The moment it closes, UTC.', '2026-09-22T18:00:00.000Z'),
  montoEstimado: docs('Estimated amount; null when the buyer does not show it.', 12257000),
  moneda: docs('Currency: CLP, CLF, USD, UTM or EUR; of guarantees pesos, UF, USD or %.', 'CLP'),
  tipo: docs('Letters of the code that say the kind; of guarantees its kind or title.', 'LE'),
  organismos: docs('Public buyers.'),
  codigoOrganismo: docs('Code of the buyer.', '7248'),
  nombreOrganismo: docs('Name of the buyer.', 'I MUNICIPALIDAD DE MOSTAZAL'),
  valid: docs('Whether the code is well-formed and, with source `api`, exists.', true),
  warning: docs('Why only the form of the code was checked, in Spanish.'),
  codigoLicitacion: docs('Tender that the purchase order comes from.', '4809-45-LE26'),
  proveedor: docs('Name of the supplier.', 'Constructora Andes SpA'),
  rutProveedor: docs('RUT of the supplier.', '76123456-0'),
  fechaEnvio: docs('Day it was sent to the supplier.', '2025-05-14'),
  proveedores: docs('Suppliers found.'),
  titulo: docs('What the page calls the guarantee.', 'Garantías de Seriedad de Ofertas'),
  beneficiario: docs('In whose favour it is.', 'Municipalidad de Mostazal'),
  monto: docs('Decimal text, in the unit of `moneda`; a percentage with `%`.', '1500000'),
  vencimiento: docs('Until when it has to be valid, at least.', '2025-04-24'),
  glosa: docs('Wording that the guarantee has to carry.'),
  q: docs('Words, or how they begin.', 'aluminio'),
  cursor: docs('`siguiente` of the page before.'),
  siguiente: docs('Cursor of the next page; null at the end.'),
};
