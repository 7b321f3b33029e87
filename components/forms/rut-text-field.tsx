'use client';

import { CheckedField, type CheckedProps } from '#components/forms/checked-field.tsx';
import type { FieldCheck } from '#components/forms/use-check.ts';
import { formatRut, parseRut, rutProblem } from '#lib/platform/chile/rut.ts';

const checkRut: FieldCheck = (text) => {
  const rut = parseRut(text);
  return rut ? { formatted: formatRut(rut) } : { problem: rutProblem(text) };
};

export function RutTextField(props: CheckedProps) {
  return (
    <CheckedField autoCapitalize="characters" spellCheck={false} {...props} check={checkRut} />
  );
}
