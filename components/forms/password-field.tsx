import { Field, type FieldProps } from '#components/ui/field.tsx';
import { describedBy, fieldId } from '#components/ui/field-id.ts';
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx';

type Props = Pick<FieldProps, 'name' | 'label' | 'hint' | 'error' | 'optional'> & {
  /** Tells password managers whether to offer one or to make one. */
  autoComplete: 'current-password' | 'new-password';
  /** It is all that is left to type. */
  autoFocus?: boolean;
};

/** Never filled in by the server. The button does nothing without scripts, so it is not there then. */
export function PasswordField({ name, label, hint, error, optional, ...rest }: Props) {
  const id = fieldId(name);
  return (
    <Field {...{ name, label, hint, error, optional }}>
      <div className="flex gap-2">
        <input
          id={id}
          name={name}
          type="password"
          {...rest}
          autoCapitalize="none"
          spellCheck={false}
          aria-describedby={describedBy(name, { hint, error })}
          aria-invalid={error ? true : undefined}
          className="control min-w-0 flex-1"
        />
        <button
          type="button"
          data-reveals={id}
          aria-controls={id}
          className="btn btn-secondary btn-compact w-24 noscript:hidden"
        >
          <span>Mostrar</span>
          <VisuallyHidden> {label.toLowerCase()}</VisuallyHidden>
        </button>
      </div>
    </Field>
  );
}
