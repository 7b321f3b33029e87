import { type SQL, sql } from 'drizzle-orm';
import type { CachedQuery } from '#lib/domain/marketplace/reads/cached-replies.ts';
import {
  ANSWER_TTL,
  type StateFilter,
  stateWords,
  toApiDay,
} from '#lib/domain/marketplace/rules.ts';
import {
  type ListedTender,
  upsertBuyers,
  upsertListedTenders,
  upsertSuppliers,
  upsertTender,
} from '#lib/domain/marketplace/writes/upsert-marketplace.ts';
import { isoDay } from '#lib/platform/chile/format.ts';
import { formatRut } from '#lib/platform/chile/rut.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { type ApiQuery, queryApi } from '#lib/platform/mercado-publico/call.ts';
import { MarketplaceFailure } from '#lib/platform/mercado-publico/failure.ts';
import {
  type Company,
  companyOf,
  type MappedTender,
  type OrderFacts,
  orderOf,
  tenderOf,
} from '#lib/platform/mercado-publico/mapper.ts';
import type { ApiRecord } from '#lib/platform/mercado-publico/replies.ts';
import { now } from '#lib/platform/process/clock.ts';

export type DayList = {
  /** `YYYY-MM-DD` */
  day: string;
  buyerCode?: string | undefined;
  state?: StateFilter | undefined;
};

/**
 * Queries the tenders of one day (`day`, `YYYY-MM-DD` in Chile), optionally of one buyer or in one
 * state.
 */
export function dayListQuestion({ day, buyerCode, state }: DayList): CachedQuery<ListedTender[]> {
  const params = {
    fecha: toApiDay(day),
    ...(buyerCode ? { CodigoOrganismo: buyerCode } : {}),
    ...(state ? { estado: stateWords[state] } : {}),
  };
  return {
    key: `tenders:${day}:${buyerCode ?? ''}:${state ?? ''}`,
    ask: fromApi({ path: 'licitaciones.json', params }, (rows) =>
      withoutNulls(rows.map(tenderOf)).map(({ code, name, stateCode, closesAt }) => ({
        code,
        name,
        stateCode,
        closesAt,
      })),
    ),
    maxAge: (_, now) => (day >= isoDay(now) ? ANSWER_TTL.today : ANSWER_TTL.closedDay),
    // If `isKnown` is true, guests may query without their limit. That holds only for today's list,
    // which everyone needs: the lists of all days and buyers would use up the day's calls.
    isKnown: async () => !buyerCode && !state && day === isoDay(now()),
    remember: (tenders, now) => upsertListedTenders(tenders, { day, buyerCode, now }),
  };
}

/**
 * Queries one tender. The answer is null if there is no such tender, or if the API calls the id
 * malformed.
 */
export function tenderQuestion(id: string): CachedQuery<MappedTender | null> {
  const ask = fromApi(
    { path: 'licitaciones.json', params: { codigo: id } },
    (rows) => withoutNulls(rows.map(tenderOf)).find(({ code }) => code === id) ?? null,
  );
  return {
    key: `tender:${id}`,
    ask: (...args) => ask(...args).catch(nothingForMalformed),
    maxAge: (tender) => (tender ? ANSWER_TTL.detail : ANSWER_TTL.missing),
    isKnown: () => hasRow(sql`select 1 from marketplace_tenders where code = ${id} limit 1`),
    remember: async (tender, now) => {
      if (tender) await upsertTender(tender, now);
    },
  };
}

/** Queries a purchase order. The answer is null if there is no such order. */
export function orderQuestion(id: string): CachedQuery<OrderFacts | null> {
  const ask = fromApi(
    { path: 'ordenesdecompra.json', params: { codigo: id } },
    (rows) => withoutNulls(rows.map(orderOf)).find(({ code }) => code === id) ?? null,
  );
  return {
    key: `order:${id}`,
    ask: (...args) => ask(...args).catch(nothingForMalformed),
    maxAge: (order) => (order ? ANSWER_TTL.detail : ANSWER_TTL.missing),
    // No list contains purchase orders, so a guest may have made up any code.
    isKnown: async () => false,
    remember: async (order, now) => {
      const { supplierRut: rut, supplierName: name, supplierCode: code } = order ?? {};
      if (rut && name) await upsertSuppliers([{ rut, name, code: code ?? null }], now);
    },
  };
}

export function buyersQuestion(): CachedQuery<Company[]> {
  return {
    key: 'buyers',
    ask: fromApi({ path: 'Empresas/BuscarComprador' }, (rows) => withoutNulls(rows.map(companyOf))),
    maxAge: (buyers) => (buyers.length > 0 ? ANSWER_TTL.catalogue : ANSWER_TTL.missing),
    isKnown: async () => true,
    remember: upsertBuyers,
  };
}

/**
 * Queries the suppliers with this RUT (`76123456-0`). The API finds a RUT only if it has dots, a
 * hyphen and a small k, so it is written that way.
 */
export function supplierQuestion(rut: string): CachedQuery<Company[]> {
  const params = { rutempresaproveedor: formatRut(rut).toLowerCase() };
  return {
    key: `supplier:${rut}`,
    ask: fromApi({ path: 'Empresas/BuscarProveedor', params }, (rows) =>
      withoutNulls(rows.map(companyOf)),
    ),
    maxAge: (companies) => (companies.length > 0 ? ANSWER_TTL.catalogue : ANSWER_TTL.detail),
    isKnown: () => hasRow(sql`select 1 from marketplace_suppliers where rut = ${rut} limit 1`),
    remember: (companies, now) =>
      upsertSuppliers(
        companies.map(({ code, name }) => ({ code, name, rut })),
        now,
      ),
  };
}

async function hasRow(query: SQL): Promise<boolean> {
  return (await getDb().read.all(query)).length > 0;
}

function fromApi<T>(question: ApiQuery, map: (rows: ApiRecord[]) => T): CachedQuery<T>['ask'] {
  return async (queryOptions, lookAgain) => {
    const answer = await queryApi(question, queryOptions, lookAgain);
    return 'found' in answer ? answer : { value: map(answer.rows) };
  };
}

function nothingForMalformed(error: unknown): { value: null } {
  if (error instanceof MarketplaceFailure && error.kind === 'parameters') return { value: null };
  throw error;
}

function withoutNulls<T>(items: (T | null)[]): T[] {
  return items.filter((item) => item !== null);
}
