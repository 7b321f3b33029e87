import { type FailureKind, MarketplaceFailure } from '#lib/platform/mercado-publico/failure.ts';
import type { Page } from '#lib/platform/mercado-publico/wire.ts';

export type Row = Record<string, unknown>;

/** Throws `MarketplaceFailure` by the body: a bad ticket gives 203, errors 200, 429 or 500. */
export function rowsOf({ status, text }: Page): Row[] {
  const body = parse(text);
  if (!body) throw new MarketplaceFailure(status >= 500 ? 'server' : 'unreadable');
  const list = body.Listado ?? body.listaEmpresas ?? body.ListaEmpresas;
  if (Array.isArray(list)) return list.filter(isRow);
  // The API may send a list of one as the bare object.
  if (isRow(list)) return [list];
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

function parse(text: string): Row | null {
  try {
    const body: unknown = JSON.parse(text);
    return isRow(body) ? body : null;
  } catch {
    return null;
  }
}

export function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
