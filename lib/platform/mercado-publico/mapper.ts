import { instantInChile } from '#lib/platform/chile-time.ts';
import type { Row } from '#lib/platform/mercado-publico/answers.ts';
import type { Company, OrderFacts, TenderFacts } from '#lib/platform/mercado-publico/types.ts';
import { integer, list, number, part, rut, text } from '#lib/platform/mercado-publico/values.ts';

/** A row of a list or a detail; null when it has no code. Nothing else is taken for granted. */
export function tenderOf(row: Row): TenderFacts | null {
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
    amount: number(row.MontoEstimado),
    buyerCode: text(buyer.CodigoOrganismo),
    buyerName: text(buyer.NombreOrganismo),
    buyerRut: rut(buyer.RutUnidad),
    unitName: text(buyer.NombreUnidad),
    region: text(buyer.RegionUnidad),
    comuna: text(buyer.ComunaUnidad),
    publishedAt: time(dates.FechaPublicacion),
    // In details the one on top is null, in lists there is no other.
    closesAt: time(dates.FechaCierre) ?? time(row.FechaCierre),
    awardAt: time(dates.FechaAdjudicacion) ?? time(dates.FechaEstimadaAdjudicacion),
    suppliers: suppliersOf(row),
  };
}

export function orderOf(row: Row): OrderFacts | null {
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

function suppliersOf(row: Row): TenderFacts['suppliers'] {
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
