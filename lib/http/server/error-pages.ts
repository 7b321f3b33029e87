// Stands beside Next, whose HTML is empty for a page that fails or calls `notFound`: scripts draw
// it later. Next has no hook before that HTML: `onRequestError` comes too late to answer.
// `server.ts --all-next` serves without these pages (docs/decisions/http-and-server.md).
import { ServerResponse } from 'node:http';
import { type RequestListener, renderWithoutScripts } from '#lib/http/server/scriptless-pages.ts';
import { log } from '#lib/platform/process/log.ts';

export type ErrorPages = Partial<Record<number, { body: string; policy: string }>>;

/** Paths that render the error pages. `/_sin-pagina` does not exist, so it gives a 404. */
const pagePaths = { 404: '/_sin-pagina', 500: '/fallo' } as const;

/** Placeholder in a stored page, replaced by the request id. */
const REQUEST_ID = 'id-de-la-solicitud';

/**
 * Renders the error pages at the start, so that they cannot fail later. If one fails, Next's own
 * page is used.
 */
export async function drawErrorPages(next: RequestListener): Promise<ErrorPages> {
  const headers = { 'x-request-id': REQUEST_ID };
  const renders = Object.entries(pagePaths).map(async ([status, path]) => {
    const expectedStatus = path === pagePaths[404] ? 404 : 200;
    const page = await renderWithoutScripts(next, path, new Map(), {
      headers,
      status: expectedStatus,
    });
    return [status, page] as const;
  });
  const pages: ErrorPages = {};
  for (const result of await Promise.allSettled(renders)) {
    if (result.status === 'rejected') log().error({ err: result.reason }, 'no error page of ours');
    else pages[Number(result.value[0])] = result.value[1];
  }
  return pages;
}

/**
 * Response class of `server.ts` (option `ServerResponse` of `createServer`). It sends one of
 * `errorPages` instead of Next's. A page that set its own status (`chosenStatus`) is not changed.
 */
export class PageResponse extends ServerResponse {
  errorPages: ErrorPages = {};
  chosenStatus?: number;
  /** Body to send in place of Next's. */
  #page?: string;

  override writeHead(status: number, ...rest: unknown[]): this {
    const page = this.errorPages[status];
    if (page && this.chosenStatus !== status && !this.#page && !this.#isData()) {
      this.#page = page.body.replaceAll(REQUEST_ID, String(this.getHeader('x-request-id')));
      for (const name of ['content-length', 'content-encoding', 'link', 'etag']) {
        this.removeHeader(name);
      }
      this.setHeader('Content-Type', 'text/html; charset=utf-8');
      this.setHeader('Cache-Control', 'no-store');
      this.setHeader('Content-Security-Policy', page.policy);
    }
    return super.writeHead(status, ...(rest as []));
  }

  override write(...args: unknown[]): boolean {
    this.#begin();
    return this.#page !== undefined || super.write(...(args as [string]));
  }

  override end(...args: unknown[]): this {
    this.#begin();
    return this.#page === undefined ? super.end(...(args as [])) : super.end(this.#page);
  }

  #begin(): void {
    if (!this.headersSent && this.errorPages[this.statusCode]) this.writeHead(this.statusCode);
  }

  #isData(): boolean {
    return /json|x-component/.test(String(this.getHeader('content-type') ?? ''));
  }
}
