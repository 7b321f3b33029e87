import type { ReactNode } from 'react';
import { FieldError } from '#components/ui/field-error.tsx';
import { fieldId } from '#components/ui/field-id.ts';

export type FieldProps = {
  name: string;
  label: string;
  hint?: ReactNode;
  error?: string;
  required?: boolean;
  optional?: boolean;
};

type Props = Omit<FieldProps, 'required'> & { children: ReactNode };

export function Field({ name, label, hint, error, optional, children }: Props) {
  const id = fieldId(name);
  return (
    <div className="field">
      <label htmlFor={id} className="block w-fit font-semibold">
        {label}
        {optional && <span className="font-normal text-ink-soft"> (opcional)</span>}
      </label>
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
