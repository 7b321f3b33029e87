'use client';

import { CheckedField, type CheckedProps } from '#components/fields/checked-field.tsx';
import type { Check } from '#components/fields/use-check.ts';
import { formatPhone, phoneDoubt } from '#lib/platform/chile/format.ts';

const checkPhone: Check = (typed) => {
  const words = phoneDoubt(typed);
  return { formatted: formatPhone(typed), ...(words && { words }) };
};

export function PhoneTextField(props: CheckedProps) {
  return <CheckedField type="tel" autoComplete="tel" {...props} check={checkPhone} />;
}
