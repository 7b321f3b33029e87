import { sharePage } from '#lib/http/share-layout.ts';
import { html } from '#lib/platform/html.ts';
import type { RefusalPage } from '#lib/platform/operation.ts';

/** Says above all that they must not pay twice. Programs get the JSON. */
export const paymentReturnPage: RefusalPage = async ({ status }, request) => {
  if (!/\btext\/html\b/.test(request.headers.get('accept') ?? '')) return null;
  const { pathname, search } = new URL(request.url);
  const again = request.method === 'GET' || request.method === 'HEAD';
  const content = html`<div class="stack narrow"><h1>Todavía no sabemos cómo terminó tu pago</h1>
<p>Tuvimos un problema al volver de Webpay. <strong>No pagues otra vez:</strong> si tu banco lo aprobó, lo confirmamos solos y te enviamos el comprobante por correo.</p>
<p>Vuelve a cargar esta página en un minuto. Si sigue igual, mira tus pagos más tarde.</p>
<p class="actions">${again && html`<a class="btn btn-primary" href="${pathname}${search}">Probar otra vez</a>`}
<a class="btn btn-secondary" href="/panel/pagos">Ver mis pagos</a></p></div>`;
  return sharePage(request, { title: 'Tu pago', content, status });
};
