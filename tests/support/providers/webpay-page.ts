import type { IncomingMessage, ServerResponse } from 'node:http';
import type { StandInTransaction, WebpayChoice } from '#tests/support/providers/webpay.ts';

type Pay = (
  token: string,
  choice: WebpayChoice,
) => { returnUrl: string; fields: Record<string, string>; transaction: StandInTransaction };

const choices: [WebpayChoice, string][] = [
  ['approve', 'Aprobar'],
  ['reject', 'Rechazar'],
  ['abort', 'Anular'],
  ['timeout', 'Dejar vencer'],
];

/**
 * Serves the stand-in's payment page for a browser: `initTransaction` shows the buttons, `elegir`
 * goes back to the shop. Aborts go back by POST from another site, like in Transbank's integration,
 * and the rest by GET, like in production.
 */
export async function servePayPage(
  request: IncomingMessage,
  response: ServerResponse,
  pay: Pay,
): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stand.in');
  const form = new URLSearchParams(await textOf(request));
  const token = form.get('token_ws') ?? searchParams.get('token_ws') ?? '';
  if (!/^\w{64}$/.test(token)) return html(response, 400, '<h1>Falta el token</h1>');
  if (pathname.endsWith('/initTransaction')) return html(response, 200, buttons(token));
  const [choice] = choices.find(([name]) => name === form.get('choice')) ?? [];
  if (!choice) return html(response, 400, '<h1>Elige una opción</h1>');
  const { returnUrl, fields } = pay(token, choice);
  if (choice === 'abort') return html(response, 200, backByPost(returnUrl, fields));
  const location = `${returnUrl}?${new URLSearchParams(fields)}`;
  response.writeHead(303, { location }).end();
}

function buttons(token: string): string {
  const first = ([choice, label]: [WebpayChoice, string]) =>
    `<button name="choice" value="${choice}">${label}</button>`;
  return `<h1>Webpay de prueba</h1>
<p><strong>Esto no es Transbank:</strong> es un reemplazo local y no cobra nada. Elige qué hace la persona que paga.</p>
<form method="post" action="/webpayserver/elegir">
<input type="hidden" name="token_ws" value="${token}">
${choices.map(first).join('\n')}
</form>`;
}

function backByPost(returnUrl: string, fields: Record<string, string>): string {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${value}">`,
  );
  return `<h1>Webpay de prueba</h1>
<form method="post" action="${returnUrl}">
${inputs.join('\n')}
<button>Volver al comercio</button>
</form>
<script>document.forms[0].submit()</script>`;
}

function html(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' });
  response.end(`<!doctype html><html lang="es"><meta name="viewport" content="width=device-width">
<title>Webpay de prueba</title><link rel="icon" href="data:,">
<style>body{font:1.1rem/1.5 system-ui;max-width:34rem;margin:3rem auto;padding:0 1rem}
button{font:inherit;padding:.7rem 1.2rem;margin:.3rem .3rem 0 0}</style><main>${body}</main></html>`);
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
