import type { ReactNode } from 'react';
import { FieldError } from '#components/ui/field-error.tsx';
import { fieldId } from '#components/ui/field-id.ts';

export type FieldProps = {
  name: string;
  label: string;
  /** True if the label is the question of the page, shown as its `h1`. */
  labelAsHeading?: boolean;
  hint?: ReactNode;
  error?: string;
  required?: boolean;
  optional?: boolean;
};

type Props = Omit<FieldProps, 'required'> & { children: ReactNode };

export function Field({ name, label, labelAsHeading, hint, error, optional, children }: Props) {
  const id = fieldId(name);
  const text = (
    <label htmlFor={id} className={labelAsHeading ? 'block text-2xl' : 'block w-fit font-semibold'}>
      {label}
      {optional && <span className="font-normal text-ink-soft"> (opcional)</span>}
    </label>
  );
  return (
    <div className="field">
      {labelAsHeading ? <h1 className="mb-3">{text}</h1> : text}
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-ink-soft">
          {hint}
        </p>
      )}
      {error && <FieldError name={name} message={error} />}
      <div className="mt-2">{children}</div>
    </div>
  );
}
