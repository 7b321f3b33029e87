import type { AnswerField, GuaranteeItem } from '#lib/domain/requests/submissions/schema.ts';
import type { FieldErrors } from '#lib/platform/operations/errors.ts';

export type WizardFieldName = AnswerField | keyof GuaranteeItem;
export type FieldValues = Record<string, string | null | undefined>;

type WrittenField<Name> = {
  name: Name;
  label: string;
  kind:
    | 'text'
    | 'email'
    | 'tel'
    | 'rut'
    | 'date'
    | 'amount'
    | 'lines'
    | 'tender'
    | 'region'
    | 'comuna';
  hint?: string;
  optional?: true;
  lookUp?: 'tender' | 'buyers' | 'supplier';
  /** Words before the date in a sentence: `Vence el` gives `Vence el 1 de marzo`. */
  phrase?: string;
  autoComplete?: 'name' | 'email' | 'tel' | 'organization' | 'street-address';
  fold?: FoldId;
};
type ChoiceField<Name> = {
  name: Name;
  /** Legend of the choices, by default the question of the step. */
  label?: string;
  kind: 'choice';
  hint?: string;
  optional?: never;
  fold?: never;
  options: readonly Option[];
  inline?: true;
  icons?: true;
  assumed?: string;
};
export type Option = { value: string; label: string; hint?: string };
export type WizardField<Name = WizardFieldName> = WrittenField<Name> | ChoiceField<Name>;

/**
 * Groups of optional fields that a page keeps folded. Each group was a page of its own before, and
 * keeps its URL.
 */
export type FoldId =
  | `direccion${'' | '-contratista'}`
  | `contacto-${'contratista' | 'mandante'}`
  | 'fechas';

/** Compares the fields of a page with each other. It runs after each field was found valid. */
export type AnswerCheck = (values: FieldValues) => FieldErrors;
/** `today` is the day in Chile, `YYYY-MM-DD`. */
export type PlausibilityCheck = (values: FieldValues, today: string) => FieldErrors;
