import type { ReactNode, Ref } from 'react';
import { FieldError } from '#components/ui/field-error.tsx';
import { controlOf } from '#components/ui/field-id.ts';

type Props = {
  name: string;
  label: ReactNode;
  value?: string;
  defaultChecked?: boolean;
  hint?: ReactNode;
  error?: string;
  ref?: Ref<HTMLInputElement>;
};

export function Checkbox(props: Props) {
  const { name, label, value = 'true', defaultChecked, hint, error, ref } = props;
  const control = controlOf(props);
  const { id } = control;
  return (
    <div className="field">
      {error && <FieldError name={name} message={error} />}
      <label className="option mt-2" data-invalid={error ? true : undefined}>
        <input
          ref={ref}
          {...control}
          type="checkbox"
          value={value}
          defaultChecked={defaultChecked}
          aria-labelledby={`${id}-label`}
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
