import type { ServerResponse } from 'node:http';
import { plainDocument, styles } from '#lib/http/share-layout.ts';
import { html } from '#lib/platform/html.ts';

type Facts = { nonce: string; requestId: string };

/** Prepares the page that people get when a page cannot be made: it needs nothing that could fail. */
export async function loadFailurePage(): Promise<(facts: Facts) => string> {
  const style = await styles();
  return ({ nonce, requestId }) => {
    const content = html`
<div class="stack">
<h1>Algo falló de nuestro lado</h1>
<p>No fue por lo que hiciste. Vuelve a cargar la página en un momento: las respuestas que ya habías enviado siguen guardadas.</p>
<p class="soft">Si sigue pasando, <a href="/contacto">escríbenos</a> y dinos esta referencia: <code>${requestId}</code>.</p>
<p class="actions"><a class="btn btn-primary" href="">Volver a cargar</a>
<a class="btn btn-secondary" href="/">Ir al inicio</a></p>
</div>`;
    return plainDocument({ title: 'Error inesperado', content }, { nonce, style });
  };
}

/** Sends `page` instead of Next's failed page, which is empty until its script has run. */
export function replaceFailedPage(response: ServerResponse, page: () => string): void {
  let replaced = false;
  // Node's methods are overloaded; they are passed through as they were called.
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse;
  const write = response.write.bind(response) as (...args: unknown[]) => boolean;
  const end = response.end.bind(response) as (...args: unknown[]) => ServerResponse;
  response.writeHead = (...args: unknown[]) => {
    if (!replaced && isFailedPage(response, args[0])) {
      replaced = true;
      for (const name of ['content-length', 'content-encoding', 'link', 'etag']) {
        response.removeHeader(name);
      }
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
      response.setHeader('Cache-Control', 'no-store');
      setImmediate(() => end(page()));
    }
    return writeHead(...args);
  };
  response.write = (...args: unknown[]) => {
    if (!response.headersSent && response.statusCode === 500) response.writeHead(500);
    return replaced || write(...args);
  };
  response.end = (...args: unknown[]) => {
    if (!response.headersSent && response.statusCode === 500) response.writeHead(500);
    return replaced ? response : end(...args);
  };
}

function isFailedPage(response: ServerResponse, status: unknown): boolean {
  if ((typeof status === 'number' ? status : response.statusCode) !== 500) return false;
  return !/json|x-component/.test(String(response.getHeader('content-type') ?? ''));
}
