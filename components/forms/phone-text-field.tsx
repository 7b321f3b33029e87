'use client';

import { CheckedField, type CheckedProps } from '#components/forms/checked-field.tsx';
import type { FieldCheck } from '#components/forms/use-check.ts';
import { formatPhone, phoneDoubt } from '#lib/platform/chile/format.ts';

const checkPhone: FieldCheck = (typed) => {
  const words = phoneDoubt(typed);
  return { formatted: formatPhone(typed), ...(words && { words }) };
};

export function PhoneTextField(props: CheckedProps) {
  return <CheckedField type="tel" autoComplete="tel" {...props} check={checkPhone} />;
}
