import type { FieldName, FormSchema } from '#lib/platform/operations/field-name.ts';

/** The typed values and their errors after a refusal. */
type FormState = {
  values?: Partial<Record<string, string>> | undefined;
  errors: Partial<Record<string, string>> | undefined;
};

/**
 * Returns a function that gives the props of a field: its name, which the form's schema must have,
 * its typed or initial value, and its error.
 */
export function formFields<S extends FormSchema>({ values = {}, errors = {} }: FormState) {
  return <N extends FieldName<S>>(name: N, initialValue?: string) => ({
    name,
    defaultValue: values[name] ?? initialValue,
    error: errors[name],
  });
}
