import { z } from 'zod';
import { accountEmail, emailOf } from '#lib/domain/accounts/schema.ts';
import { paymentStates } from '#lib/domain/payments/transitions.ts';
import { lastEventField } from '#lib/domain/requests/leads/schema.ts';
import { parsePesos } from '#lib/platform/chile/amounts.ts';
import { formatPesos } from '#lib/platform/chile/format.ts';
import { refundReasons } from '#lib/platform/db/schema/payments.ts';
import {
  calendarDate,
  optional,
  pageKey,
  singleLineText,
  wholeNumber,
} from '#lib/platform/operations/fields.ts';
import { paginationField, skippedHelpText, timeField } from '#lib/platform/operations/replies.ts';
import { depthOf } from '#lib/platform/web/json-depth.ts';

/** Amounts are whole Chilean pesos. */
const MIN_AMOUNT = 500;
/** Webpay accepts at most nine digits in pesos. */
const MAX_AMOUNT = 999_999_999;
const METADATA_BYTES = 4096;
const METADATA_DEPTH = 5;

export const amount = pesosAmount(
  MIN_AMOUNT,
  (least) => `El monto mínimo es ${formatPesos(least)}.`,
).meta({ description: 'Whole Chilean pesos, at least 500.', examples: [12500] });

function pesosAmount(minAmount: number, tooLittleText: (least: number) => string) {
  return wholeNumber({ min: minAmount, max: MAX_AMOUNT }, ({ min, max }, amount) => {
    if (!Number.isInteger(amount)) return 'El monto debe ser un número entero de pesos.';
    return Number(amount) < min ? tooLittleText(min) : `El monto máximo es ${formatPesos(max)}.`;
  });
}

const description = singleLineText('Escribe el concepto.', 200).describe(
  'What is paid, for people.',
);

/** Metadata is stored as JSON text. `__proto__` is dropped in case a reader merges it. */
const metadata = z
  .record(z.string(), z.unknown())
  .refine((value) => depthOf(value, METADATA_DEPTH) <= METADATA_DEPTH, {
    message: `Usa ${METADATA_DEPTH} niveles como máximo.`,
    abort: true,
  })
  .refine((value) => Buffer.byteLength(metadataText(value)) <= METADATA_BYTES, {
    message: 'Usa 4 kB como máximo.',
  });

export const newPaymentBody = z.object({
  amount,
  description: optional(description),
  metadata: metadata.optional().describe('Anything of yours as JSON: at most 4 kB and 5 levels.'),
});
export type NewPayment = z.output<typeof newPaymentBody>;

export function metadataText(value: Record<string, unknown>): string {
  return JSON.stringify(value, (key, inner) => (key === '__proto__' ? undefined : inner));
}

const buyOrder = z.string().meta({
  description: 'Our unique order, which the provider and the card holder see.',
  examples: ['RG-7K3M-9QXT-4BCD-8ZPW'],
});

export const startedPaymentReply = z.object({
  buyOrder,
  sessionId: z.string().describe('What the provider gives back with the order.'),
  token: z.string().describe('What the browser posts to `url` as `token_ws`.'),
  url: z.url().describe('Where the browser goes on to, to pay.'),
  amount: z.int().describe('Whole Chilean pesos.'),
});

export const ownPaymentReply = z.object({
  buyOrder,
  amount: z.int().describe('Whole Chilean pesos.'),
  status: z.enum(paymentStates).describe('Where the payment stands.'),
  description: z.string().nullable().describe('What is paid, for people.'),
  createdAt: timeField('When it was begun, UTC.'),
  authorizationCode: z.string().nullable().describe('Code of the authorisation; null: not paid.'),
  cardLast4: z.string().nullable().describe('Last four digits of the card; null: not paid.'),
});

/** A payment as the team finds it, with the e-mail of the payer. */
export const adminPaymentReply = ownPaymentReply
  .pick({ buyOrder: true, amount: true, status: true, description: true, createdAt: true })
  .extend({ email: z.string().nullable().describe('Address of who paid; null: a company.') });

const limitHelp = 'How many at most.';

export const paymentsPageQuery = z.object({
  limit: z.coerce.number().pipe(z.int().min(1).max(100)).default(20).describe(limitHelp),
  offset: z.coerce.number().pipe(z.int().min(0).max(100_000)).default(0).describe(skippedHelpText),
});

export const paymentsPaginationReply = paginationField(limitHelp);

export const buyOrderParams = z.object({ buyOrder: buyOrder.max(26) });

export const receiptEmail = optional(accountEmail);

export const paymentRequestParams = z.object({
  id: z.string().max(64).describe('Id of the request for a payment.'),
});

const refundAmount = pesosAmount(1, () => 'El monto debe ser mayor que cero.').describe(
  'Whole Chilean pesos; all that is left when absent.',
);

const refundReason = z.enum(refundReasons, 'Elige por qué se devuelve.');
export type RefundReason = z.infer<typeof refundReason>;
const refundNote = optional(singleLineText('Escribe el detalle.', 200)).describe(
  'Why, in the words of the team.',
);

export const refundBody = z.object({
  amount: refundAmount.optional(),
  reason: refundReason.optional().describe('Why the money is refunded, for accounting.'),
  note: refundNote,
});

/** A refund on a page needs a reason, and the reason `other` needs a note. */
export const refundReasonForm = z
  .object({ reason: refundReason, note: refundNote })
  .refine(({ reason, note }) => reason !== 'other' || Boolean(note), {
    path: ['note'],
    error: 'Escribe cuál es el motivo.',
  });

export const refundDecisionForm = z.object({
  devolucion: z.coerce.number().pipe(z.int().positive()),
  hecha: z.enum(['si', 'no']),
});

/** An empty `lead` means that the payment is not for a lead. */
export const leadChoiceForm = z.object({
  lead: z.literal('').or(z.coerce.number().pipe(z.int().positive())),
});

export const transferForm = z.object({
  dia: calendarDate('Elige el día en que llegó.'),
  operacion: optional(singleLineText('Ingresa el número de operación.', 40)),
});

export const payLinkParams = z.object({ token: z.string().max(100) });

export const paymentRequestBody = z.object({
  amount,
  description,
  email: emailOf('Ingresa el correo de quien paga.'),
  leadId: z
    .int()
    .positive()
    .max(999_999_999_999_999)
    .optional()
    .describe('The lead whose history is to tell of the payment.'),
  lastEvent: lastEventField,
  open: optional(z.enum(['replace', 'keep'])).describe(
    'What becomes of what was asked for before; needed where the lead, or this mail for this amount, has it to pay or paid it.',
  ),
});
export type NewPaymentRequest = z.output<typeof paymentRequestBody>;

/** Parses a typed amount (`$ 45.000`) to whole pesos of at least `least`. */
function amountSchema(pesosSchema: typeof amount) {
  return singleLineText('Escribe el monto.', 30).transform((text, check) => {
    const decimal = parsePesos(text);
    const integer = decimal !== null && /^\d{1,15}$/.test(decimal) ? Number(decimal) : Number.NaN;
    const parsed = pesosSchema.safeParse(integer);
    if (parsed.success) return parsed.data;
    const message = Number.isNaN(integer)
      ? notWholeText
      : (parsed.error.issues[0]?.message ?? notWholeText);
    check.addIssue({ code: 'custom', message });
    return z.NEVER;
  });
}

const notWholeText = 'Escribe el monto en pesos, sin decimales: por ejemplo, 45.000.';
export const amountForm = amountSchema(amount);
export const refundAmountForm = amountSchema(refundAmount);

/** `clave` identifies the page that was sent, so that a double click makes only one refund. */
export const refundForm = refundReasonForm.safeExtend({ clave: pageKey, amount: refundAmountForm });

export const paymentForm = z
  .object({ monto: amountForm, detalle: description })
  .transform(({ monto, detalle }) => ({ amount: monto, description: detalle }));

export const paymentRequestForm = z
  .object({
    open: paymentRequestBody.shape.open,
    monto: amountForm,
    detalle: description,
    correo: paymentRequestBody.shape.email,
    lead: z.coerce.number().pipe(z.int().positive()).optional(),
    lastEvent: lastEventField,
  })
  .transform(({ monto: amount, detalle, correo: email, lead: leadId, ...otherFields }) => {
    return { amount, description: detalle, email, leadId, ...otherFields };
  });
