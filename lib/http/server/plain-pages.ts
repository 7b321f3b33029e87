import type { IncomingMessage, ServerResponse } from 'node:http';
import { plainDocument, styles } from '#lib/http/share/share-layout.ts';
import { type Html, html } from '#lib/platform/web/html.ts';

type Facts = { nonce: string; requestId: string };

type Pages = Partial<Record<number, (facts: Facts) => string>>;

/** Prepares what people get where Next has no page, or cannot make it: nothing of it could fail. */
export async function loadPlainPages(): Promise<Pages> {
  const style = await styles();
  const pageOf = (title: string, content: (requestId: string) => Html) => (facts: Facts) =>
    plainDocument({ title, content: content(facts.requestId) }, { nonce: facts.nonce, style });
  return {
    404: pageOf('Página no encontrada', missing),
    500: pageOf('Error inesperado', failed),
  };
}

const missing = (requestId: string) => html`
<div class="stack">
<p class="soft">Error 404</p>
<h1>No encontramos esta página</h1>
<p>Puede que el enlace haya vencido o que falte una parte de la dirección. Si la escribiste, revísala; si la copiaste, cópiala completa.</p>
<p class="actions"><a class="btn btn-primary" href="/">Ir al inicio</a>
<a class="btn btn-secondary" href="/gestiona-tu-garantia">Pedir una garantía</a></p>
<p class="soft">Si crees que debería estar, <a href="/contacto">escríbenos</a> y dinos esta referencia: <code>${requestId}</code>.</p>
</div>`;

const failed = (requestId: string) => html`
<div class="stack">
<h1>Algo falló de nuestro lado</h1>
<p>No fue por lo que hiciste. Vuelve a cargar la página en un momento: las respuestas que ya habías enviado siguen guardadas.</p>
<p class="soft">Si sigue pasando, <a href="/contacto">escríbenos</a> y dinos esta referencia: <code>${requestId}</code>.</p>
<p class="actions"><a class="btn btn-primary" href="">Volver a cargar</a>
<a class="btn btn-secondary" href="/">Ir al inicio</a></p>
</div>`;

/** Sends one of `pages` instead of Next's own of that status, which is empty until its script has run. */
export function replaceEmptyPages(
  request: IncomingMessage,
  response: ServerResponse,
  pages: Pages,
): void {
  let replaced = false;
  const facts = {
    nonce: String(request.headers['x-nonce']),
    requestId: String(request.headers['x-request-id']),
  };
  // Node's methods are overloaded; they are passed through as they were called.
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse;
  const write = response.write.bind(response) as (...args: unknown[]) => boolean;
  const end = response.end.bind(response) as (...args: unknown[]) => ServerResponse;
  const begin = () => {
    const { headersSent, statusCode } = response;
    if (!headersSent && pages[statusCode]) response.writeHead(statusCode);
  };
  response.writeHead = (...args: unknown[]) => {
    const page = pages[typeof args[0] === 'number' ? args[0] : response.statusCode];
    if (!replaced && page && isPage(response)) {
      replaced = true;
      for (const name of ['content-length', 'content-encoding', 'link', 'etag']) {
        response.removeHeader(name);
      }
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
      response.setHeader('Cache-Control', 'no-store');
      setImmediate(() => end(page(facts)));
    }
    return writeHead(...args);
  };
  response.write = (...args: unknown[]) => {
    begin();
    return replaced || write(...args);
  };
  response.end = (...args: unknown[]) => {
    begin();
    return replaced ? response : end(...args);
  };
}

function isPage(response: ServerResponse): boolean {
  return !/json|x-component/.test(String(response.getHeader('content-type') ?? ''));
}
