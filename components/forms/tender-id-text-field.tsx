'use client';

import { CheckedField, type CheckedProps } from '#components/forms/checked-field.tsx';
import type { FieldCheck } from '#components/forms/use-check.ts';
import { codeProblems } from '#lib/domain/marketplace/copy.ts';
import { parseTypedTenderId } from '#lib/domain/marketplace/rules.ts';

const checkTenderId: FieldCheck = (text) => {
  const parsed = parseTypedTenderId(text);
  return parsed.ok ? { formatted: parsed.code.id } : { problem: codeProblems[parsed.problem] };
};

export function TenderIdTextField(props: CheckedProps) {
  return (
    <CheckedField autoCapitalize="characters" spellCheck={false} {...props} check={checkTenderId} />
  );
}
