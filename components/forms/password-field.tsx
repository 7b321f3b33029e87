'use client';

import { useEffect, useRef, useState } from 'react';
import { Field, type FieldProps } from '#components/ui/field.tsx';
import { controlOf } from '#components/ui/field-id.ts';
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx';

type Props = Pick<FieldProps, 'name' | 'label' | 'hint' | 'error' | 'optional'> & {
  /** Tells password managers to suggest a stored password or a new one, or nothing (`off`). */
  autoComplete: 'current-password' | 'new-password' | 'off';
  /** True if this is the only field that is left to fill in. */
  autoFocus?: boolean;
};

/**
 * A password field. The server never sends its value back. The button that shows it is hidden
 * without scripts.
 */
export function PasswordField({ autoComplete, autoFocus, ...props }: Props) {
  const control = controlOf(props);
  const input = useRef<HTMLInputElement>(null);
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const form = input.current?.form;
    // Browsers may remember a text that is visible when the form is submitted.
    const hide = () => setShown(false);
    form?.addEventListener('submit', hide);
    return () => form?.removeEventListener('submit', hide);
  }, []);
  return (
    <Field {...props}>
      <div className="flex gap-2">
        <input
          {...control}
          ref={input}
          {...{ autoComplete, autoFocus }}
          type={isShown ? 'text' : 'password'}
          autoCapitalize="none"
          spellCheck={false}
          className="control min-w-0 flex-1"
        />
        <button
          type="button"
          onClick={() => setShown(!isShown)}
          aria-controls={control.id}
          className="btn btn-secondary btn-compact w-24 noscript:hidden"
        >
          {isShown ? 'Ocultar' : 'Mostrar'}
          <VisuallyHidden> {props.label.toLowerCase()}</VisuallyHidden>
        </button>
      </div>
    </Field>
  );
}
