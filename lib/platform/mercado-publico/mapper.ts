import { instantInChile } from '#lib/platform/chile/chile-time.ts';
import { parseRut } from '#lib/platform/chile/rut.ts';
import { type ApiRecord, isRecord } from '#lib/platform/mercado-publico/replies.ts';

/** A tender in our own shape. A row of a list fills only few fields. Times are in ms. */
export type MappedTender = NonNullable<ReturnType<typeof tenderOf>>;
export type OrderFacts = NonNullable<ReturnType<typeof orderOf>>;
export type Company = { code: string; name: string };

/** Maps a row of a list or a detail. Returns null if it has no code. */
export function tenderOf(row: ApiRecord) {
  const code = toText(row.CodigoExterno)?.toUpperCase();
  if (!code) return null;
  const buyer = recordOf(row.Comprador);
  const dates = recordOf(row.Fechas);
  return {
    code,
    name: toText(row.Nombre),
    description: toText(row.Descripcion),
    stateCode: toInteger(row.CodigoEstado),
    state: toText(row.Estado),
    type: toText(row.Tipo),
    currency: toText(row.Moneda),
    /** Null when the buyer does not publish the amount. */
    amount: toNumber(row.MontoEstimado),
    buyerCode: toText(buyer.CodigoOrganismo),
    buyerName: toText(buyer.NombreOrganismo),
    /** RUT of the buyer, which the API sends with its unit, such as `61202000-0`. */
    buyerRut: toRut(buyer.RutUnidad),
    unitName: toText(buyer.NombreUnidad),
    region: toText(buyer.RegionUnidad),
    comuna: toText(buyer.ComunaUnidad),
    publishedAt: timeOf(dates.FechaPublicacion),
    // A detail has the closing date in `Fechas`, a row of a list at its top level.
    closesAt: timeOf(dates.FechaCierre) ?? timeOf(row.FechaCierre),
    suppliers: suppliersOf(row),
  };
}

export function orderOf(row: ApiRecord) {
  const code = toText(row.Codigo)?.toUpperCase();
  if (!code) return null;
  const buyer = recordOf(row.Comprador);
  const supplier = recordOf(row.Proveedor);
  return {
    code,
    name: toText(row.Nombre),
    stateCode: toInteger(row.CodigoEstado),
    state: toText(row.Estado),
    tenderCode: toText(row.CodigoLicitacion),
    buyerName: toText(buyer.NombreOrganismo),
    buyerRut: toRut(buyer.RutUnidad),
    supplierCode: toText(supplier.Codigo),
    supplierName: toText(supplier.Nombre),
    supplierRut: toRut(supplier.RutSucursal),
    total: toNumber(row.Total),
    currency: toText(row.TipoMoneda),
    sentAt: timeOf(recordOf(row.Fechas).FechaEnvio),
  };
}

export function companyOf(row: ApiRecord): Company | null {
  const code = toText(row.CodigoEmpresa);
  const name = toText(row.NombreEmpresa);
  return code && name ? { code, name } : null;
}

function suppliersOf(row: ApiRecord): { rut: string; name: string }[] {
  const names = new Map<string, string>();
  for (const item of recordsOf(recordOf(row.Items).Listado)) {
    const award = recordOf(item.Adjudicacion);
    const id = toRut(award.RutProveedor);
    const name = toText(award.NombreProveedor);
    if (id && name) names.set(id, name);
  }
  return [...names].map(([id, name]) => ({ rut: id, name }));
}

function timeOf(value: unknown): number | null {
  return typeof value === 'string' ? instantInChile(value) : null;
}

/** Returns trimmed text, or null when it is missing or blank. Converts numbers to text. */
function toText(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return null;
  return value.normalize('NFC').trim() || null;
}

function toNumber(value: unknown): number | null {
  const parsed = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof parsed === 'number' && Number.isFinite(parsed) ? parsed : null;
}

function toInteger(value: unknown): number | null {
  const parsed = toNumber(value);
  return Number.isSafeInteger(parsed) ? parsed : null;
}

/** Returns a RUT such as `69.265.000-k` as `69265000-K`, or null if it is invalid. */
function toRut(value: unknown): string | null {
  return parseRut(toText(value) ?? '');
}

/** Returns a nested object, or an empty one when it is null or missing. */
function recordOf(value: unknown): ApiRecord {
  return isRecord(value) ? value : {};
}

function recordsOf(value: unknown): ApiRecord[] {
  if (Array.isArray(value)) return value.filter(isRecord);
  return isRecord(value) ? [value] : [];
}
