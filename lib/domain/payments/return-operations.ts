import { z } from 'zod';
import { resultPath } from '#lib/domain/payments/view.ts';
import { comeBack } from '#lib/domain/payments/writes/come-back.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import {
  type AnyOperation,
  defineStream,
  type GuestCtx,
  type RefusalPage,
} from '#lib/platform/operations/operation.ts';
import { readForm } from '#lib/platform/web/body.ts';
import { html } from '#lib/platform/web/html.ts';

/** Says above all that they must not pay twice. Programs get the JSON. */
const refusalPage: RefusalPage = async (_refusal, request) => {
  if (!/\btext\/html\b/.test(request.headers.get('accept') ?? '')) return null;
  const { pathname, search } = new URL(request.url);
  const again = request.method === 'GET' || request.method === 'HEAD';
  const content = html`<div class="stack narrow"><h1>Todavía no sabemos cómo terminó tu pago</h1>
<p>Tuvimos un problema al volver de Webpay. <strong>No pagues otra vez:</strong> si tu banco lo aprobó, lo confirmamos solos y te enviamos el comprobante por correo.</p>
<p>Vuelve a cargar esta página en un minuto. Si sigue igual, mira tus pagos más tarde.</p>
<p class="actions">${again && html`<a class="btn btn-primary" href="${pathname}${search}">Probar otra vez</a>`}
<a class="btn btn-secondary" href="/panel/pagos">Ver mis pagos</a></p></div>`;
  return { title: 'Tu pago', content };
};

/** Webpay's page posts from another site, without our cookie: the token alone names a payment. */
const common = {
  path: '/api/payments/return',
  auth: 'guest',
  limit: {
    unlimited: 'a refused return would leave a payment open; a token of nobody costs one read',
  },
  reply: z.never(),
  errors: ['not_configured'],
  refusalPage,
  alsoAnswers: { 303: 'The page of the payment, or the list when it names none.' },
} satisfies Partial<AnyOperation>;

const sent = z.object({
  token_ws: z.string().optional(),
  TBK_TOKEN: z.string().optional(),
  TBK_ORDEN_COMPRA: z.string().optional(),
  TBK_ID_SESION: z.string().optional(),
  /** As one sentence of the provider's documentation spells it. */
  TBK_ID_SESSION: z.string().optional(),
});

export const getPaymentReturn = defineStream({
  ...common,
  method: 'GET',
  query: sent,
  summary: 'Back from Webpay, by address',
  handler: async (ctx, { query }) => goOn(ctx, query),
});

export const postPaymentReturn = defineStream({
  ...common,
  method: 'POST',
  crossSite: true,
  accepts: 'application/x-www-form-urlencoded',
  form: { fields: sent },
  summary: 'Back from Webpay, by the form of its page',
  handler: async (ctx, _input, request) => goOn(ctx, await readSent(request)),
});

/** A body that cannot be read names no payment; the person still lands on a page. */
async function readSent(request: Request): Promise<Record<string, string>> {
  try {
    return await readForm(request);
  } catch (error) {
    if (error instanceof AppError) return {};
    throw error;
  }
}

async function goOn(ctx: GuestCtx, fields: Record<string, unknown>): Promise<Response> {
  const payment = await comeBack(ctx, fields);
  const location = payment ? resultPath(payment) : '/panel/pagos?error=not_found';
  return new Response(null, {
    status: 303,
    headers: { Location: location, 'Cache-Control': 'no-store' },
  });
}
