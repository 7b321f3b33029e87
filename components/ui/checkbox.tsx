import type { ReactNode } from 'react';
import { FieldError } from '#components/ui/field-error.tsx';
import { type DataAttributes, describedBy, fieldId } from '#components/ui/field-id.ts';

type Props = {
  name: string;
  label: ReactNode;
  value?: string;
  defaultChecked?: boolean;
  hint?: ReactNode;
  error?: string;
  required?: boolean;
  data?: DataAttributes;
};

export function Checkbox(props: Props) {
  const { name, label, value = 'true', hint, error, data, ...rest } = props;
  const id = fieldId(name);
  return (
    <div className="field">
      {error && <FieldError name={name} message={error} />}
      <label className="option mt-2" data-invalid={error ? true : undefined}>
        <input
          {...rest}
          {...data}
          id={id}
          name={name}
          type="checkbox"
          value={value}
          aria-labelledby={`${id}-label`}
          aria-describedby={describedBy(name, { hint, error })}
          aria-invalid={error ? true : undefined}
        />
        <span>
          <span id={`${id}-label`}>{label}</span>
          {hint && (
            <span id={`${id}-hint`} className="block text-sm text-ink-soft">
              {hint}
            </span>
          )}
        </span>
      </label>
    </div>
  );
}
