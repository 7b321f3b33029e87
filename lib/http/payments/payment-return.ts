import { z } from 'zod';
import { resultPath } from '#lib/domain/payments/view.ts';
import { handleWebpayReturn } from '#lib/domain/payments/writes/handle-webpay-return.ts';
import { redirectTo } from '#lib/http/api/reply.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import {
  type AnyOperation,
  defineStream,
  type GuestCtx,
  type RefusalPage,
} from '#lib/platform/operations/operation.ts';
import { readForm } from '#lib/platform/web/body.ts';

const returnFields = z.object({
  token_ws: z.string().optional().describe('Token of a payment that was approved or refused.'),
  TBK_TOKEN: z
    .string()
    .optional()
    .describe('Token of a payment that was aborted or whose form failed.'),
  TBK_ORDEN_COMPRA: z
    .string()
    .optional()
    .describe('Our order number of a payment that was aborted or timed out.'),
  TBK_ID_SESION: z.string().optional().describe('Our session id of that payment.'),
  /** Transbank's documentation has this spelling in one place. */
  TBK_ID_SESSION: z
    .string()
    .optional()
    .describe('The same as `TBK_ID_SESION`, as the provider also spells it.'),
});

const PATH = '/api/payments/return';

/** Returns the path that checks the payment again, or null if `fields` name no payment. */
export function returnPath(fields: Record<string, unknown>): string | null {
  const searchParams = webpaySearchParams(fields);
  return searchParams === '' ? null : PATH + searchParams;
}

/** Returns a query of only the parameters that Webpay sends, or an empty text without any. */
function webpaySearchParams(fields: Record<string, unknown>): string {
  const { data = {} } = returnFields.safeParse(fields);
  const searchParams = new URLSearchParams(data).toString();
  return searchParams && `?${searchParams}`;
}

/** Redirects people to a page that warns them not to pay twice. Programs get JSON. */
const refusalPage: RefusalPage = async (_refusal, request) => {
  if (!request.headers.get('accept')?.includes('text/html')) return null;
  const query = Object.fromEntries(new URL(request.url).searchParams);
  return redirectTo(`/pagar/sin-respuesta${webpaySearchParams(query)}`);
};

/**
 * Webpay posts from its own site, so there is no session, and the token identifies the payment. The
 * limit is per IP: an unknown token costs one read.
 */
const commonFields = {
  path: PATH,
  auth: 'guest',
  reply: z.never(),
  limit: {
    unlimited: 'a refused return would leave a payment open; a token of nobody costs one read',
  },
  errors: ['not_configured'],
  refusalPage,
  alsoAnswers: { 303: 'The page of the payment, or the list when it names none.' },
} satisfies Partial<AnyOperation>;

export const getPaymentReturn = defineStream({
  ...commonFields,
  method: 'GET',
  query: returnFields,
  summary: 'Return from Webpay by address',
  handler: (ctx, { query }) => continuePayment(ctx, query),
});

export const postPaymentReturn = defineStream({
  ...commonFields,
  method: 'POST',
  crossSite: true,
  accepts: 'application/x-www-form-urlencoded',
  form: { fields: returnFields },
  summary: 'Return from Webpay by the form of its page',
  handler: async (ctx, _input, request) => continuePayment(ctx, await readAnyForm(request)),
});

/** Reads the form. An unreadable one counts as empty, because the person still needs a page. */
const readAnyForm = (request: Request) =>
  readForm(request).catch((error) => {
    if (error instanceof AppError) return {};
    throw error;
  });

async function continuePayment(ctx: GuestCtx, fields: Record<string, unknown>): Promise<Response> {
  const payment = await handleWebpayReturn(ctx, fields);
  return redirectTo(payment ? resultPath(payment) : '/panel/pagos?error=not_found');
}
