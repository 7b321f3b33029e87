import { instantInChile } from '#lib/platform/chile/chile-time.ts';
import { parseRut } from '#lib/platform/chile/rut.ts';
import { isRow, type Row } from '#lib/platform/mercado-publico/answers.ts';

/** What the API says of a tender, in our words. Lists leave most of it null. Times in ms, UTC. */
export type TenderFacts = NonNullable<ReturnType<typeof tenderOf>>;
export type OrderFacts = NonNullable<ReturnType<typeof orderOf>>;
export type Company = { code: string; name: string };

/** A row of a list or a detail; null when it has no code. Nothing else is taken for granted. */
export function tenderOf(row: Row) {
  const code = text(row.CodigoExterno)?.toUpperCase();
  if (!code) return null;
  const buyer = part(row.Comprador);
  const dates = part(row.Fechas);
  return {
    code,
    name: text(row.Nombre),
    description: text(row.Descripcion),
    stateCode: integer(row.CodigoEstado),
    state: text(row.Estado),
    type: text(row.Tipo),
    currency: text(row.Moneda),
    /** Null when the buyer does not show it. */
    amount: number(row.MontoEstimado),
    buyerCode: text(buyer.CodigoOrganismo),
    buyerName: text(buyer.NombreOrganismo),
    /** `61202000-0`; the RUT of the unit, which is its organisation's. */
    buyerRut: rut(buyer.RutUnidad),
    unitName: text(buyer.NombreUnidad),
    region: text(buyer.RegionUnidad),
    comuna: text(buyer.ComunaUnidad),
    publishedAt: time(dates.FechaPublicacion),
    // In details the one on top is null, in lists there is no other.
    closesAt: time(dates.FechaCierre) ?? time(row.FechaCierre),
    /** When the award is expected, or was made. */
    awardAt: time(dates.FechaAdjudicacion) ?? time(dates.FechaEstimadaAdjudicacion),
    suppliers: suppliersOf(row),
  };
}

export function orderOf(row: Row) {
  const code = text(row.Codigo)?.toUpperCase();
  if (!code) return null;
  const buyer = part(row.Comprador);
  const supplier = part(row.Proveedor);
  return {
    code,
    name: text(row.Nombre),
    stateCode: integer(row.CodigoEstado),
    state: text(row.Estado),
    tenderCode: text(row.CodigoLicitacion),
    buyerName: text(buyer.NombreOrganismo),
    buyerRut: rut(buyer.RutUnidad),
    supplierCode: text(supplier.Codigo),
    supplierName: text(supplier.Nombre),
    supplierRut: rut(supplier.RutSucursal),
    total: number(row.Total),
    currency: text(row.TipoMoneda),
    sentAt: time(part(row.Fechas).FechaEnvio),
  };
}

export function companyOf(row: Row): Company | null {
  const code = text(row.CodigoEmpresa);
  const name = text(row.NombreEmpresa);
  return code && name ? { code, name } : null;
}

function suppliersOf(row: Row): { rut: string; name: string }[] {
  const names = new Map<string, string>();
  for (const item of list(part(row.Items).Listado)) {
    const award = part(item.Adjudicacion);
    const id = rut(award.RutProveedor);
    const name = text(award.NombreProveedor);
    if (id && name) names.set(id, name);
  }
  return [...names].map(([id, name]) => ({ rut: id, name }));
}

function time(value: unknown): number | null {
  return typeof value === 'string' ? instantInChile(value) : null;
}

/** Trimmed text; numbers as text; missing or blank ones are null. */
function text(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return null;
  return value.normalize('NFC').trim() || null;
}

function number(value: unknown): number | null {
  const parsed = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof parsed === 'number' && Number.isFinite(parsed) ? parsed : null;
}

function integer(value: unknown): number | null {
  const parsed = number(value);
  return Number.isSafeInteger(parsed) ? parsed : null;
}

/** `69.265.000-k` → `69265000-K`; null for other texts. */
function rut(value: unknown): string | null {
  return parseRut(text(value) ?? '');
}

/** The part of an answer that holds more fields; an empty one when it is null or missing. */
function part(value: unknown): Row {
  return isRow(value) ? value : {};
}

function list(value: unknown): Row[] {
  if (Array.isArray(value)) return value.filter(isRow);
  return isRow(value) ? [value] : [];
}
