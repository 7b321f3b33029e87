import type { ReactNode, Ref } from 'react';
import { type ButtonStyle, buttonClass } from '#components/ui/button-class.ts';
import type { FieldName, FormSchema } from '#lib/platform/operations/field-name.ts';

export type ButtonProps<S extends FormSchema> = ButtonStyle & {
  children: ReactNode;
  /** Field that the button adds to the form, whose schema is the type argument. */
  name?: FieldName<S>;
  value?: string;
  id?: string;
  form?: string;
  formAction?: string;
  hidden?: boolean;
  disabled?: boolean;
  ref?: Ref<HTMLButtonElement>;
};

export function Button<S extends FormSchema>({
  variant,
  wide,
  compact,
  ...buttonAttributes
}: ButtonProps<S>) {
  return (
    <button
      type="submit"
      className={buttonClass({ variant, wide, compact })}
      {...buttonAttributes}
    />
  );
}
