import { z } from 'zod';
import { resultPath } from '#lib/domain/payments/view.ts';
import { comeBack } from '#lib/domain/payments/writes/come-back.ts';
import {
  type AnyOperation,
  defineVisit,
  type GuestCtx,
} from '#lib/platform/operations/operation.ts';

const sent = z.object({
  token_ws: z.string().optional(),
  TBK_TOKEN: z.string().optional(),
  TBK_ORDEN_COMPRA: z.string().optional(),
  TBK_ID_SESION: z.string().optional(),
  /** One sentence of the provider's documentation spells it so. */
  TBK_ID_SESSION: z.string().optional(),
});

const PATH = '/api/payments/return';

/** Returns the address that checks the outcome again; null when no payment is named. */
export function returnAddress(given: Record<string, unknown>): string | null {
  const query = queryOf(given);
  return query === '' ? null : PATH + query;
}

/** Keeps only the parameters that Webpay sends. Returns an empty text without any. */
function queryOf(given: Record<string, unknown>): string {
  const { data = {} } = sent.safeParse(given);
  const query = new URLSearchParams(data).toString();
  return query && `?${query}`;
}

/** Webpay's page posts from another site, without our cookie: the token alone names a payment. */
const common = {
  path: PATH,
  limit: {
    unlimited: 'a refused return would leave a payment open; a token of nobody costs one read',
  },
  errors: ['not_configured'],
  /** The page first of all warns people not to pay twice. */
  refusedAt: (query: Record<string, string>) => `/pagar/sin-respuesta${queryOf(query)}`,
  alsoAnswers: { 303: 'The page of the payment, or the list when it names none.' },
} satisfies Partial<AnyOperation>;

export const getPaymentReturn = defineVisit({
  ...common,
  method: 'GET',
  query: sent,
  summary: 'Back from Webpay, by address',
  handler: (ctx, { query }) => goOn(ctx, query),
});

export const postPaymentReturn = defineVisit({
  ...common,
  method: 'POST',
  crossSite: true,
  accepts: 'application/x-www-form-urlencoded',
  form: { fields: sent },
  summary: 'Back from Webpay, by the form of its page',
  handler: (ctx, _input, fields) => goOn(ctx, fields),
});

async function goOn(ctx: GuestCtx, fields: Record<string, unknown>): Promise<string> {
  const payment = await comeBack(ctx, fields);
  return payment ? resultPath(payment) : '/panel/pagos?error=not_found';
}
