'use client';

import { useEffect, useRef, useState } from 'react';
import { Field, type FieldProps } from '#components/ui/field.tsx';
import { controlOf } from '#components/ui/field-id.ts';
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx';

type Props = Pick<FieldProps, 'name' | 'label' | 'hint' | 'error' | 'optional'> & {
  /** Password managers suggest a stored password or a new one, or keep out of it. */
  autoComplete: 'current-password' | 'new-password' | 'off';
  /** True if nothing else is left to type. */
  autoFocus?: boolean;
};

/** The value is never sent back by the server. The button is hidden without scripts. */
export function PasswordField({ autoComplete, autoFocus, ...props }: Props) {
  const control = controlOf(props);
  const input = useRef<HTMLInputElement>(null);
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const form = input.current?.form;
    // Browsers might remember the text if it were still visible at submission.
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
