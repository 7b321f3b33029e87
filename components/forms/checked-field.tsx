'use client';

import { type ComponentProps, type RefObject, useRef } from 'react';
import { type FieldCheck, useCheck } from '#components/forms/use-check.ts';
import { TextField } from '#components/ui/text-field.tsx';

export type CheckedProps = Omit<ComponentProps<typeof TextField>, 'ref' | 'check'> & {
  ref?: RefObject<HTMLInputElement | null>;
};

/** A text field that shows an error when a person leaves it. The server checks the text anyway. */
export function CheckedField({ check, ref, ...props }: CheckedProps & { check: FieldCheck }) {
  const ownRef = useRef<HTMLInputElement>(null);
  const input = ref ?? ownRef;
  const result = useCheck(input, check);
  // The server's error was about the former text.
  const error = result ? undefined : props.error;
  return <TextField {...props} ref={input} error={error} check={result ?? {}} />;
}
