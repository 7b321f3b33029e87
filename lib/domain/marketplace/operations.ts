import { z } from 'zod';
import type { CachedReply } from '#lib/domain/marketplace/reads/cached-replies.ts';
import {
  type CodeCheck,
  checkOrderCode,
  checkTenderCode,
} from '#lib/domain/marketplace/reads/check-code.ts';
import { lookUpSuppliers, searchSuppliers } from '#lib/domain/marketplace/reads/companies.ts';
import {
  codeQuery,
  purchaseOrderReply,
  supplierQuery,
  supplierReply,
  tenderReply,
} from '#lib/domain/marketplace/schema.ts';
import { orderView, tenderView } from '#lib/domain/marketplace/view.ts';
import type { ErrorCode } from '#lib/platform/operations/errors.ts';
import { notModifiedStatus } from '#lib/platform/operations/files.ts';
import { defineOperation, type GuestCtx } from '#lib/platform/operations/operation.ts';
import { messageField, successField } from '#lib/platform/operations/replies.ts';

/**
 * Returns the rate limit of one kind of lookup. Each kind has a limit of its own, so that one kind
 * does not use up that of another.
 */
export const lookupLimit = (name: string) =>
  ({ name: `marketplace/${name}`, points: 60, seconds: 60, per: 'ip' }) as const;

export const lookupErrors: ErrorCode[] = ['upstream_failed', 'upstream_timeout', 'unavailable'];

export const staleField = z
  .literal(true)
  .optional()
  .describe('Set only if the answer is outdated because Mercado Público does not answer.');
const warning = z.string().optional().describe('Why only the form of the code was checked.');

/**
 * Sets the header `Age` to the seconds since the answer was fetched. Returns `{ stale: true }` when
 * the answer is old and Mercado Público could not renew it.
 */
export function setAgeHeader(
  ctx: GuestCtx,
  answer: Pick<CachedReply<unknown>, 'fetchedAt' | 'stale'>,
) {
  ctx.response.age = Math.max(0, Math.floor((ctx.now - answer.fetchedAt) / 1000));
  return answer.stale ? { stale: true as const } : {};
}

const checkedReply = <T extends z.ZodObject>(data: T) =>
  z.object({
    success: successField,
    valid: z.boolean().describe('Whether the code is well-formed and, with source `api`, exists.'),
    source: z.enum(['basic', 'api']).describe('What was checked.'),
    data: data.partial().extend({ warning }).nullable().describe('The result.'),
    message: messageField.optional(),
    stale: staleField,
  });

export const getTenderCheck = defineOperation({
  method: 'GET',
  path: '/api/validate-licitacion',
  auth: 'guest',
  limit: lookupLimit('validate-licitacion'),
  query: codeQuery,
  reply: checkedReply(tenderReply),
  alsoAnswers: notModifiedStatus,
  summary: 'Check the code of a tender; with a ticket, also that the tender exists',
  handler: async (ctx, { query }) => {
    const check = await checkTenderCode(query.id, { inquirer: ctx });
    const basicView = ({ id, type }: { id: string; type: string }) => ({
      codigoExterno: id,
      tipo: type,
    });
    return checkReply(ctx, check, basicView, (facts) => facts && tenderView(facts));
  },
});

export const getOrderCheck = defineOperation({
  method: 'GET',
  path: '/api/validate-orden-compra',
  auth: 'guest',
  limit: lookupLimit('validate-orden-compra'),
  query: codeQuery,
  reply: checkedReply(purchaseOrderReply),
  alsoAnswers: notModifiedStatus,
  summary: 'Check the code of a purchase order in the same way',
  handler: async (ctx, { query }) => {
    const check = await checkOrderCode(query.id, { inquirer: ctx });
    return checkReply(
      ctx,
      check,
      ({ id }) => ({ codigo: id }),
      (facts) => facts && orderView(facts),
    );
  },
});

function checkReply<T, B extends object, D extends object>(
  ctx: GuestCtx,
  check: CodeCheck<T>,
  basicView: (code: { id: string; type: string }) => B,
  view: (answer: T) => D | null,
) {
  const message = check.message ? { message: check.message } : {};
  if (check.source === 'api') {
    const data = view(check.found.value);
    const reply = { success: true, valid: data !== null, source: 'api', data } as const;
    return { ...reply, ...message, ...setAgeHeader(ctx, check.found) };
  }
  const { valid, code, warning } = check;
  const data = code && { ...basicView(code), ...(warning ? { warning } : {}) };
  return { success: true, valid, source: 'basic', data, ...message } as const;
}

export const getSuppliers = defineOperation({
  method: 'GET',
  path: '/api/buscar-proveedor',
  auth: 'guest',
  limit: lookupLimit('buscar-proveedor'),
  query: supplierQuery,
  reply: z.object({
    success: successField,
    source: z.enum(['api', 'cache']).describe('`cache`: only suppliers seen here were searched.'),
    data: z
      .object({ proveedores: z.array(supplierReply).describe('Suppliers found.') })
      .describe('The result.'),
    stale: staleField,
  }),
  errors: lookupErrors,
  summary: 'Find suppliers by RUT, or by name among stored suppliers',
  handler: async (ctx, { query: { rut, razonSocial = '' } }) => {
    if (rut) {
      const answer = await lookUpSuppliers(rut, { inquirer: ctx });
      const proveedores = answer.value.map(({ code, name }) => ({
        codigo: code,
        nombre: name,
        rut,
      }));
      const data = { proveedores };
      return { success: true, source: 'api', data, ...setAgeHeader(ctx, answer) } as const;
    }
    const suppliers = await searchSuppliers(razonSocial);
    const proveedores = suppliers.map(({ code, name, rut }) => ({
      codigo: code,
      nombre: name,
      rut,
    }));
    return { success: true, source: 'cache', data: { proveedores } } as const;
  },
});
