import { z } from 'zod';
import type { FieldValues, WizardField, WizardFieldName } from '#lib/domain/drafts/field-types.ts';
import { type Step, type StepId, stepIds, steps } from '#lib/domain/drafts/steps.ts';
import { noNameCopy } from '#lib/domain/marketplace/copy.ts';
import { looksLikeIdentifier } from '#lib/domain/marketplace/rules.ts';
import {
  amountField,
  applicantFields,
  type Currency,
  currencies,
  type GuaranteeType,
  guaranteeItem,
  privateFields,
  publicFields,
} from '#lib/domain/requests/submissions/schema.ts';
import type { RequestedGuarantee } from '#lib/domain/requests/submissions/view.ts';
import type { UploadKind } from '#lib/domain/uploads/schema.ts';
import { groupAmount, parseAmount } from '#lib/platform/chile/amounts.ts';
import { parseDate, parseTypedDay } from '#lib/platform/chile/dates.ts';
import { amountOfPercentage } from '#lib/platform/chile/percentages.ts';
import type { FieldErrors } from '#lib/platform/operations/errors.ts';
import {
  fieldErrors,
  optional,
  required,
  singleLineText,
} from '#lib/platform/operations/fields.ts';
import { plainText } from '#lib/platform/operations/plain-text.ts';

/** A guarantee that may be incomplete. Its id is used only within the draft. */
export type DraftGuarantee = { id: string; page?: SuggestionSource } & Partial<RequestedGuarantee>;

/**
 * The suggestion of the tender's page from which a guarantee was made. `amount` (a percentage, as
 * text) and `end` (a day that has passed, or empty) could not become answers, so the wizard shows
 * them beside its questions.
 */
type SuggestionSource = { key: string; amount?: string; end?: string };

/**
 * An uploaded file that the request will contain. `size` is in bytes. `holderId` is set if the file
 * was copied from a vault; only a session that acts for that account holder may then send it.
 */
export type DraftAttachment = {
  uploadId: string;
  fileName: string;
  size: number;
  holderId?: string;
};

/**
 * All answers so far, as the draft's row stores them in JSON. Renaming a key would lose the answers
 * of open drafts. `answered` holds the steps that were accepted at least once.
 */
export type DraftAnswers = {
  answered: StepId[];
  values: Record<string, string>;
  garantias: DraftGuarantee[];
  /** The kind of guarantee in the link that opened the wizard. Its page preselects it. */
  chosenType?: GuaranteeType;
  /** The inputs of the calculator that led to the wizard, as the query of its page. */
  calculation?: string;
  /**
   * Steps that were answered in advance, by the tender of the link, an earlier `request` or the
   * `message` of a contact form (lead id).
   */
  known?: { steps: StepId[]; request?: number; message?: number };
  /** The facts of an earlier request's first guarantee that the new one takes over. */
  like?: { type: GuaranteeType; currency: Currency; wording?: string; tenderId?: string };
  /** True once the draft was moved by a mailed link. Its pages then name the draft. */
  isResumed?: boolean;
  /** Id of the page view whose form began the draft. */
  openedBy?: string;
  /** Questions of the review that the person confirmed, as texts. */
  confirmed?: string[];
} & Attachments;

/** The first file of each kind. The others are in `more`. */
export type Attachments = Partial<Record<UploadKind, DraftAttachment>> & {
  more?: (DraftAttachment & { kind: UploadKind })[];
};

/** Returns the files of a kind, in the order in which they were attached. */
export function attachmentsOf(attachments: Attachments, kind: UploadKind): DraftAttachment[] {
  const first = attachments[kind];
  const more = attachments.more?.filter((file) => file.kind === kind) ?? [];
  return [...(first ? [first] : []), ...more];
}

/**
 * Returns whether the sender may open a file: it is no copy from a vault, or the sender acts for
 * the holder of that vault.
 */
export const mayOpenFile = (file: DraftAttachment, sender: { holderId: string } | null) =>
  !file.holderId || sender?.holderId === file.holderId;

/**
 * Parses an amount as people in Chile write it into a decimal: `1.500.000,50` becomes `1500000.50`.
 */
export const amountAnswer = singleLineText('Ingresa el monto.', 40)
  .transform((text, context) => {
    const amount = parseAmount(text);
    if (amount) return amount.decimal.replace(/\.0+$/, '');
    context.addIssue({
      code: 'custom',
      message: 'Escribe el monto con punto para los miles y coma para los decimales: 1.500.000,50.',
    });
    return z.NEVER;
  })
  .pipe(amountField);

const apiFieldSchemas: Record<WizardFieldName, FieldSchema> = {
  sistemaLicitacion: z.enum(['chilecompra', 'privados'], 'Elige qué tipo de contrato es.'),
  ...applicantFields,
  ...publicFields,
  ...privateFields,
  ...guaranteeItem.shape,
  montoGarantia: amountAnswer,
};
type FieldSchema = z.ZodType<FieldValues[string]>;

const stepSchemas = new Map(stepIds.map((step) => [step, buildStepSchema(steps[step])]));

/**
 * Returns the values with the unit that was typed with the amount (`UF 100`). It wins over the unit
 * that was chosen beside the amount.
 */
export function withTypedUnit<V extends Record<string, unknown>>(
  values: V,
  [amount, currency] = ['montoGarantia', 'monedaGarantia'],
): V {
  const chosen = currencies.find((unit) => unit === values[currency]);
  const typed = values[amount];
  const unit = typeof typed === 'string' && parseAmount(typed, chosen)?.unit;
  return unit ? { ...values, [currency]: unit } : values;
}

/**
 * Returns the values with the amount and currency that follow from `porcentaje` and `oferta` (the
 * applicant's bid), and errors by field if one of the two cannot be read. Returns null if there is
 * no bid, or if the typed amount is already the computed one.
 */
export function withAmountFromPercentage(
  values: Record<string, string>,
): { values: Record<string, string>; errors?: FieldErrors } | null {
  const { porcentaje = '', oferta = '' } = values;
  if (!oferta.trim()) return null;
  const computedAmount = amountOfPercentage(values);
  if (!computedAmount) {
    const isPercent = amountOfPercentage({ porcentaje, oferta: '1' });
    const errors: FieldErrors = isPercent
      ? { oferta: 'Escribe el monto de tu oferta, por ejemplo 150.000.000.' }
      : { porcentaje: 'Escribe un porcentaje hasta 100, por ejemplo 5 o 2,5.' };
    return { values, errors };
  }
  const { decimal, unit } = computedAmount;
  const typed = parseAmount(values.montoGarantia ?? '', unit);
  if (typed?.decimal === decimal && values.monedaGarantia === unit) return null;
  return { values: { ...values, montoGarantia: groupAmount(decimal), monedaGarantia: unit } };
}

export function stepSchema(step: StepId) {
  return stepSchemas.get(step) ?? buildStepSchema(steps[step]);
}

/**
 * Validates a posted step field by field: one wrong field does not hide the values and errors of
 * the others. A day that exists but that its schema refused (`refusedDates`) still takes part in
 * the checks between fields, so its field may have two errors.
 */
export function validateStep(step: StepId, values: Record<string, string>) {
  const data: FieldValues = {};
  const refusedDates: FieldValues = {};
  const errors: FieldErrors = {};
  for (const [name, field] of Object.entries(stepSchema(step).shape)) {
    const result = field.safeParse(values[name]);
    if (result.success) {
      data[name] = result.data;
      continue;
    }
    errors[name] = Object.values(fieldErrors(result.error))[0] ?? '';
    const day = parseTypedDay(values[name] ?? '');
    if (day) refusedDates[name] = day;
  }
  const crossFieldErrors = steps[step].check?.({ ...data, ...refusedDates }) ?? {};
  for (const [name, problem] of Object.entries(crossFieldErrors)) {
    errors[name] = refusedDates[name] ? `${errors[name]} ${problem}` : (errors[name] ?? problem);
  }
  return { data, errors };
}

function buildStepSchema({ fields, check }: Step) {
  const shape = Object.fromEntries(fields.map((field) => [field.name, fieldSchemaOf(field)]));
  return z.object(shape).check(({ value, issues }) => {
    for (const [name, message] of Object.entries(check?.(value) ?? {})) {
      issues.push({ code: 'custom', input: value, path: [name], message });
    }
  });
}

/**
 * Returns the API's schema of a field, adapted to the form: dates may be written as people write
 * them, and a field for a name refuses an identifier.
 */
function fieldSchemaOf({ name, kind, optional }: WizardField): FieldSchema {
  const field = optional ? apiFieldSchemas[name] : required(apiFieldSchemas[name]);
  if (kind === 'date') return z.preprocess(tidyDate, field);
  if (kind === 'text' && !name.startsWith('direccion')) {
    return field.refine((text) => !looksLikeIdentifier(text ?? ''), noNameCopy);
  }
  return field;
}

/**
 * Shortens text that is not a date, so that the error is about the date and not about the length.
 */
export function tidyDate(input: unknown): unknown {
  if (typeof input !== 'string') return input;
  return parseDate(input) ?? input.trim().slice(0, 10);
}

export const consentForm = z.object({
  acepto: z.literal('true', 'Marca la casilla para que podamos recibir tu solicitud.'),
});

export function tenderIdFromInput(text: unknown): string | undefined {
  const idLicitacion = typeof text === 'string' ? plainText(text) : text;
  return stepSchema('licitacion').safeParse({ idLicitacion }).data?.idLicitacion ?? undefined;
}

export function guaranteeTypeFromInput(text: unknown): GuaranteeType | undefined {
  return guaranteeItem.shape.tipoGarantia.safeParse(text).data;
}

export function viewFromInput(text: unknown): string | undefined {
  return draftOrViewParams.shape.vista.safeParse(text).data ?? undefined;
}

/** Names the draft of a page, in its URL and its forms. */
export const draftParams = z.object({ borrador: optional(z.string().max(40)) });
/** A page without a draft names its view instead. */
export const draftOrViewParams = draftParams.extend({ vista: optional(z.string().max(40)) });
