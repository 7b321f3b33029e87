import { Field, type FieldProps } from '#components/ui/field.tsx';
import { controlOf } from '#components/ui/field-id.ts';
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx';

type Props = Pick<FieldProps, 'name' | 'label' | 'hint' | 'error' | 'optional'> & {
  /** Tells password managers whether to offer one or to make one. */
  autoComplete: 'current-password' | 'new-password';
  /** It is all that is left to type. */
  autoFocus?: boolean;
};

/** Never filled in by the server. The button does nothing without scripts, so it is not there then. */
export function PasswordField({ autoComplete, autoFocus, ...props }: Props) {
  const control = controlOf(props);
  return (
    <Field {...props}>
      <div className="flex gap-2">
        <input
          {...control}
          {...{ autoComplete, autoFocus }}
          type="password"
          autoCapitalize="none"
          spellCheck={false}
          className="control min-w-0 flex-1"
        />
        <button
          type="button"
          data-reveals={control.id}
          aria-controls={control.id}
          className="btn btn-secondary btn-compact w-24 noscript:hidden"
        >
          <span>Mostrar</span>
          <VisuallyHidden> {props.label.toLowerCase()}</VisuallyHidden>
        </button>
      </div>
    </Field>
  );
}
