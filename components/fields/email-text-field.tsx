'use client';

import { CheckedField, type CheckedProps } from '#components/fields/checked-field.tsx';
import type { Check } from '#components/fields/use-check.ts';
import {
  bareEmail,
  emailProblem,
  emailShape,
  suggestEmail,
} from '#lib/platform/mail/email-typos.ts';

const checkEmail: Check = (typed) => {
  const text = bareEmail(typed);
  if (!emailShape.test(text)) return { problem: emailProblem };
  const meant = suggestEmail(text);
  return { formatted: text, ...(meant && { words: `¿Quisiste decir ${meant}?` }) };
};

export function EmailTextField(props: CheckedProps) {
  const written = { type: 'email', autoCapitalize: 'none', spellCheck: false } as const;
  return <CheckedField {...written} {...props} check={checkEmail} />;
}
