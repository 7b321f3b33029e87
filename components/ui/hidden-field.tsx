import type { FieldName, FormSchema } from '#lib/platform/operations/field-name.ts';

type Props<S extends FormSchema> = { name: FieldName<S>; value: string | number | undefined };

/**
 * A hidden field. The type argument is the form's schema, by which the compiler checks the name.
 */
export function HiddenField<S extends FormSchema>({ name, value }: Props<S>) {
  return <input type="hidden" name={name} value={value} />;
}
