import { z } from 'zod';
import { marketplaceCopy } from '#lib/domain/marketplace/copy.ts';
import {
  parseDay,
  parseTenderId,
  type StateFilter,
  stateWords,
} from '#lib/domain/marketplace/rules.ts';
import { optional, rut, singleLineText } from '#lib/platform/operations/fields.ts';

// Schemas of tenders, purchase orders and suppliers in our API, and of queries for them.

const stateFilters = Object.keys(stateWords) as StateFilter[]; // Object.keys returns plain strings.

const day = singleLineText(marketplaceCopy.notADay, 20).transform((text, context) => {
  const iso = parseDay(text);
  if (iso) return iso;
  context.addIssue({ code: 'custom', message: marketplaceCopy.notADay });
  return z.NEVER;
});

const buyerCode = singleLineText(marketplaceCopy.buyerCode, 12)
  .regex(/^\d+$/, marketplaceCopy.buyerCode)
  .meta({
    description: 'Code of the buyer; only tenders of that buyer are listed.',
    examples: ['7248'],
  });

export const listQuery = z.object({
  fecha: day.meta({ description: 'A day up to today, `ddmmaaaa`.', examples: ['20112026'] }),
  CodigoOrganismo: optional(buyerCode),
  estado: optional(z.enum(stateFilters, 'Elige uno de los estados de la lista.')).describe(
    'State of the tenders, in the plural.',
  ),
});

/** Accepts any text, because the reply reports whether it is a code. */
export const codeQuery = z.object({
  id: singleLineText('Ingresa el código.', 300).describe('The code, in any case.'),
});

export const supplierQuery = z
  .object({
    rut: optional(rut(marketplaceCopy.supplier, 'the supplier')),
    razonSocial: optional(
      singleLineText(marketplaceCopy.supplier, 120).min(3, 'Escribe al menos 3 letras.'),
    ).describe('Words of the name of the supplier.'),
  })
  .refine(({ rut, razonSocial }) => rut || razonSocial, {
    path: ['rut'],
    message: marketplaceCopy.supplier,
  });

/** The id of a tender in a path. Any other text is `not_found`. */
export const tenderIdParams = z.object({
  id: z
    .string()
    .describe('Id of the tender.')
    .transform((text, context) => {
      const parsed = parseTenderId(text);
      if (parsed.ok) return parsed.code.id;
      context.addIssue({ code: 'custom', message: 'no code' });
      return z.NEVER;
    }),
});

const limit = z.coerce.number().int().min(1).max(50).default(10).describe('How many at most.');

const words = singleLineText(marketplaceCopy.words, 120).describe('Words or beginnings of words.');

export const buyerSearchQuery = z.object({
  q: words.min(2, marketplaceCopy.words),
  limit,
});

export const tenderSearchQuery = z.object({
  q: optional(words),
  codigoOrganismo: optional(buyerCode),
  tipo: optional(singleLineText('Elige un tipo.', 4).toUpperCase()).describe(
    'Letters of the code, such as `LE`.',
  ),
  cursor: optional(singleLineText('Vuelve a la primera página.', 40)).describe(
    '`siguiente` of the page before.',
  ),
  limit,
});

/** The filter in the URL of /licitaciones. `cierre` is the maximum number of days to closing. */
export const tenderFilterQuery = z
  .object({
    q: words,
    organismo: words,
    tipo: singleLineText('Elige un tipo.', 4).toUpperCase(),
    cierre: z.enum(['0', '3', '7']),
    desde: singleLineText('Vuelve a la primera página.', 40),
  })
  .partial();
export type TenderFilter = z.output<typeof tenderFilterQuery>;

const optionalText = z.string().optional();
const optionalDate = z.iso.date().optional();

/**
 * A tender as the published API defines it. Unknown facts are null where the field
 * allows null, and left out otherwise.
 */
export const tenderReply = z.object({
  codigoExterno: z.string().describe('Id of the tender.'),
  nombre: optionalText.describe('Name of the tender.'),
  estado: optionalText.describe('State of the tender.'),
  codigoEstado: z.int().nullable().describe('State by number: 5, 6, 7, 8, 18 or 19.'),
  organismo: optionalText.describe('Name of the buyer.'),
  codigoOrganismo: optionalText.describe('Code of the buyer.'),
  nombreUnidad: optionalText.describe('The purchasing unit of the buyer.'),
  fechaPublicacion: optionalDate.describe('Day of publication in Chile.'),
  fechaCierre: optionalDate.describe('Day in Chile on which the tender closes.'),
  montoEstimado: z.number().nullable().describe('Estimated amount; null: not shown.'),
  moneda: optionalText.describe('Currency: CLP, CLF, USD, UTM or EUR.'),
  tipo: optionalText.describe('Letters of the code that say the kind.'),
  descripcion: optionalText.describe('Description.'),
});
export type Tender = z.output<typeof tenderReply>;

export const buyerReply = z.object({
  codigoOrganismo: z.string().describe('Code of the buyer.'),
  nombreOrganismo: z.string().describe('Name of the buyer.'),
  rut: z.string().nullable().describe('RUT of the buyer.'),
  region: z.string().nullable().describe('Region, as the buyer wrote it.'),
  comuna: z.string().nullable().describe('Comuna of that region.'),
});
export type Buyer = z.output<typeof buyerReply>;

export const purchaseOrderReply = z.object({
  codigo: z.string().describe('Code of the order.'),
  nombre: z.string().nullable().describe('Name of the order.'),
  estado: z.string().nullable().describe('State of the order.'),
  codigoEstado: z.int().nullable().describe('State of the order, by number.'),
  codigoLicitacion: z.string().nullable().describe('Tender that the purchase order comes from.'),
  organismo: z.string().nullable().describe('Name of the buyer.'),
  rutOrganismo: z.string().nullable().describe('RUT of the buyer.'),
  proveedor: z.string().nullable().describe('Name of the supplier.'),
  rutProveedor: z.string().nullable().describe('RUT of the supplier.'),
  total: z.number().nullable().describe('Total with taxes, in `moneda`.'),
  moneda: z.string().nullable().describe('Currency: CLP, CLF, USD, UTM or EUR.'),
  fechaEnvio: z.iso.date().nullable().describe('Day on which the order was sent to the supplier.'),
});
export type PurchaseOrder = z.output<typeof purchaseOrderReply>;

export const supplierReply = z.object({
  codigo: z.string().nullable().describe('Code of the supplier.'),
  nombre: z.string().describe('Name of the supplier.'),
  rut: z.string().nullable().describe('RUT of the supplier.'),
});

/**
 * A stored tender. Fields that lists lack are null until the tender's details were fetched. Times
 * are in ms.
 */
export type TenderListItem = {
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

export const tenderGuaranteeReply = z.object({
  tipo: z.string().describe('Kind of guarantee, or its title.'),
  titulo: z.string().describe('What the page calls the guarantee.'),
  beneficiario: z
    .string()
    .nullable()
    .describe('The party in whose favour the guarantee is issued.'),
  monto: z.string().nullable().describe('Decimal text, in the unit of `moneda`; also with `%`.'),
  moneda: z.string().nullable().describe('Unit of the amount: pesos, UF, USD or %.'),
  vencimiento: z.iso.date().nullable().describe('First day on which the guarantee may end.'),
  glosa: z.string().nullable().describe('Wording that the guarantee must contain.'),
  descripcion: z.string().nullable().describe('Description.'),
});
export type TenderGuarantee = z.output<typeof tenderGuaranteeReply>;
