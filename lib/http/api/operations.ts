import { serveApiDocument } from '#lib/http/api/api-document.ts';
import * as modules from '#lib/http/api/modules.ts';
import { type AnyOperation, isOperation } from '#lib/platform/operations/operation.ts';

export const getApiDocument = serveApiDocument(() => apiOperations);

/** The published document lists them in this order. */
export const apiOperations: AnyOperation[] = [{ getApiDocument }, ...Object.values(modules)]
  .flatMap((module) => Object.values<unknown>(module))
  .filter(isOperation)
  .filter(({ path }) => path.startsWith('/api/'))
  .sort((a, b) => compareCodePoints(a.path, b.path) || compareCodePoints(a.method, b.method));

/** Compares by code points, so that the order depends on no language. */
function compareCodePoints(a: string, b: string): number {
  return Number(a > b) - Number(a < b);
}
