import { type FailureKind, MarketplaceFailure } from '#lib/platform/mercado-publico/failure.ts';
import type { FetchedText } from '#lib/platform/mercado-publico/fetch-page.ts';

export type ApiRecord = Record<string, unknown>;

/**
 * Returns the records of an answer. Throws `MarketplaceFailure` when the body states an error,
 * which happens with status 200 too.
 */
export function recordsOf({ status, text }: FetchedText): ApiRecord[] {
  const body = parse(text);
  if (!body) throw new MarketplaceFailure(status >= 500 ? 'server' : 'unreadable');
  const list = body.Listado ?? body.listaEmpresas ?? body.ListaEmpresas;
  if (Array.isArray(list)) return list.filter(isRecord);
  // If a list has one element, the API may send that element instead of the list.
  if (isRecord(list)) return [list];
  if (body.Cantidad === 0) return [];
  throw new MarketplaceFailure(kindOf(Number(body.Codigo), status));
}

function kindOf(code: number, status: number): FailureKind {
  if (code === 203) return 'ticket';
  if (code === 10300 || code === 400) return 'parameters';
  if (code === 10500 || status === 429) return 'busy';
  if (status === 401 || status === 403) return 'ticket';
  return status >= 500 ? 'server' : 'unreadable';
}

function parse(text: string): ApiRecord | null {
  try {
    const body: unknown = JSON.parse(text);
    return isRecord(body) ? body : null;
  } catch {
    return null;
  }
}

export function isRecord(value: unknown): value is ApiRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
