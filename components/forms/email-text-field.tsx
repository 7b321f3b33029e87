'use client';

import { CheckedField, type CheckedProps } from '#components/forms/checked-field.tsx';
import type { FieldCheck } from '#components/forms/use-check.ts';
import {
  bareEmail,
  emailPattern,
  emailProblem,
  suggestEmail,
} from '#lib/platform/mail/email-typos.ts';

const checkEmail: FieldCheck = (typed) => {
  const text = bareEmail(typed);
  if (!emailPattern.test(text)) return { problem: emailProblem };
  const suggestion = suggestEmail(text);
  return { formatted: text, ...(suggestion && { words: `¿Quisiste decir ${suggestion}?` }) };
};

export function EmailTextField(props: CheckedProps) {
  const inputProps = { type: 'email', autoCapitalize: 'none', spellCheck: false } as const;
  return <CheckedField {...inputProps} {...props} check={checkEmail} />;
}
