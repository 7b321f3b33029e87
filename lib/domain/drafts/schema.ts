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
 * The suggestion, read from the tender's page, that a guarantee was made from. `amount` (a
 * percentage, as text) and `end` (a day that has passed, or empty) could not be used as answers, so
 * the wizard shows them beside its questions.
 */
type SuggestionSource = { key: string; amount?: string; end?: string };

/**
 * An uploaded file that the request will carry. `size` is in bytes. `holderId` is set when the file
 * was copied from a vault; then only a session that acts for this account holder may send it.
 */
export type DraftAttachment = {
  uploadId: string;
  fileName: string;
  size: number;
  holderId?: string;
};

/**
 * All answers so far, in the form in which the draft's row stores them as JSON; a renamed key would
 * lose the answers of open drafts. `answered` holds the steps that were accepted at least once.
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
   * Steps answered in advance, from the tender in the link, an earlier `request` or the `message`
   * of a contact form (lead id).
   */
  known?: { steps: StepId[]; request?: number; message?: number };
  /** The facts that the first guarantee of an earlier request leaves to the next one. */
  like?: { type: GuaranteeType; currency: Currency; wording?: string; tenderId?: string };
  /** True once a mailed link moved the draft, whose pages then name it. */
  isResumed?: boolean;
  /** Id of the page view whose form began the draft. */
  openedBy?: string;
  /** Questions of the review that the person confirmed, as texts. */
  confirmed?: string[];
} & Attachments;

/** The first file of each kind, and in `more` those after it. */
export type Attachments = Partial<Record<UploadKind, DraftAttachment>> & {
  more?: (DraftAttachment & { kind: UploadKind })[];
};

/** Returns the files of a kind, in the order in which they were attached. */
export function attachmentsOf(attachments: Attachments, kind: UploadKind): DraftAttachment[] {
  const first = attachments[kind];
  const more = attachments.more?.filter((file) => file.kind === kind) ?? [];
  return [...(first ? [first] : []), ...more];
}

/** Whether a file is no copy from a vault, or the sender acts for the holder of that vault. */
export const mayOpenFile = (file: DraftAttachment, sender: { holderId: string } | null) =>
  !file.holderId || sender?.holderId === file.holderId;

/** Parses an amount as people in Chile write it to a decimal: `1.500.000,50` to `1500000.50`. */
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
 * Returns the values with the unit that was typed with the amount (`UF 100`), which wins over the
 * one chosen beside it.
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
 * Returns the values with the amount and its currency computed from `porcentaje` and `oferta`, the
 * applicant's bid, and errors by field when one of them cannot be read. Returns null when there is
 * no bid, or when the typed amount is already the computed one.
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
 * Validates a posted step field by field, so that one wrong field hides neither the values nor the
 * errors of the others. A real day that its schema refused (`refusedDates`) still takes part in the
 * checks between fields, and its field may then show two errors.
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
 * Returns the API's schema of a field, adapted to the form: it accepts dates as people write them,
 * and refuses an identifier in a field for a name.
 */
function fieldSchemaOf({ name, kind, optional }: WizardField): FieldSchema {
  const field = optional ? apiFieldSchemas[name] : required(apiFieldSchemas[name]);
  if (kind === 'date') return z.preprocess(tidyDate, field);
  if (kind === 'text' && !name.startsWith('direccion')) {
    return field.refine((text) => !looksLikeIdentifier(text ?? ''), noNameCopy);
  }
  return field;
}

/** Shortens text that is no date, so that its error is about the date and not about its length. */
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
