import { z } from 'zod';
import { accountEmail } from '#lib/domain/accounts/schema.ts';
import { paymentStates } from '#lib/domain/payments/machine.ts';
import { parseAmount } from '#lib/platform/amounts.ts';
import { line, optional } from '#lib/platform/fields.ts';
import { depthOf } from '#lib/platform/json-depth.ts';

/** Contract 2.12 and 4.8; decisions 11. Amounts are whole Chilean pesos. */
export const MIN_AMOUNT = 500;
/** Webpay takes nine digits in pesos. */
export const MAX_AMOUNT = 999_999_999;
const METADATA_BYTES = 4096;
const METADATA_DEPTH = 5;

export const amount = z
  .int('El monto debe ser un número entero de pesos.')
  .min(MIN_AMOUNT, 'El monto mínimo es $ 500.')
  .max(MAX_AMOUNT, 'El monto máximo es $ 999.999.999.');

export const description = line('Escribe qué estás pagando.', 200);

/** Kept as text and never merged into anything; `__proto__` is left out all the same. */
const metadata = z
  .record(z.string(), z.unknown())
  .refine((value) => depthOf(value, METADATA_DEPTH) <= METADATA_DEPTH, {
    message: `Usa ${METADATA_DEPTH} niveles como máximo.`,
    abort: true,
  })
  .refine((value) => Buffer.byteLength(metadataText(value)) <= METADATA_BYTES, {
    message: 'Usa 4 kB como máximo.',
  });

export const newPayment = z.object({
  amount,
  description: optional(description),
  metadata: metadata.optional(),
});
export type NewPayment = z.output<typeof newPayment>;

/** Plain JSON as it is stored. */
export function metadataText(value: Record<string, unknown>): string {
  return JSON.stringify(value, (key, inner) => (key === '__proto__' ? undefined : inner));
}

export const startedPayment = z.object({
  buyOrder: z.string(),
  sessionId: z.string(),
  token: z.string(),
  url: z.url(),
  amount: z.int(),
});

export const ownPayment = z.object({
  buyOrder: z.string(),
  amount: z.int(),
  status: z.enum(paymentStates).meta({
    description: 'Where the payment stands.',
    examples: ['authorized'],
  }),
  description: z.string().nullable(),
  createdAt: z.iso.datetime().meta({ description: 'When it was begun, UTC.' }),
  authorizationCode: z.string().nullable(),
  cardLast4: z.string().nullable(),
});

export const page = z.object({
  limit: z.coerce.number().pipe(z.int().min(1).max(100)).default(20),
  offset: z.coerce.number().pipe(z.int().min(0).max(100_000)).default(0),
});

export const pagination = z.object({
  total: z.int(),
  limit: z.int(),
  offset: z.int(),
  hasMore: z.boolean(),
});

export const buyOrderParam = z.object({ buyOrder: z.string().max(26) });

const refundAmount = z
  .int('El monto debe ser un número entero de pesos.')
  .min(1, 'El monto debe ser mayor que cero.')
  .max(MAX_AMOUNT, 'El monto máximo es $ 999.999.999.');

export const refundBody = z.object({ amount: refundAmount.optional() });

export const newPaymentRequest = z.object({
  amount,
  description,
  email: accountEmail,
  leadId: z.int().positive().optional(),
});
export type NewPaymentRequest = z.output<typeof newPaymentRequest>;

/** An amount as a person types it (`$ 45.000`), to whole pesos of at least `least`. */
function typed(least: z.ZodInt) {
  return line('Escribe el monto.', 30).transform((text, check) => {
    const decimal = parseAmount(text);
    const whole = decimal !== null && /^\d{1,15}$/.test(decimal) ? Number(decimal) : Number.NaN;
    const parsed = least.safeParse(whole);
    if (parsed.success) return parsed.data;
    const message = Number.isNaN(whole) ? notWhole : (parsed.error.issues[0]?.message ?? notWhole);
    check.addIssue({ code: 'custom', message });
    return z.NEVER;
  });
}

const notWhole = 'Escribe el monto en pesos, sin decimales: por ejemplo, 45.000.';
export const typedAmount = typed(amount);
export const typedRefund = typed(refundAmount);
