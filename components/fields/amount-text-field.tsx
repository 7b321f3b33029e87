'use client';

import { CheckedField, type CheckedProps } from '#components/fields/checked-field.tsx';
import type { FieldCheck } from '#components/fields/use-check.ts';
import { groupAmount, readAmount, units } from '#lib/platform/chile/amounts.ts';

/**
 * Checks an amount. A unit in the text is also chosen in the form. A form without a choice of units
 * expects pesos.
 */
const checkAmount: FieldCheck = (text, { form }) => {
  const named = (name: string) => form?.elements.namedItem(name);
  const control = named('monedaGarantia') ?? named('currency');
  const choice = control instanceof RadioNodeList ? control : null;
  const chosen = choice ? units.find((unit) => unit === choice.value) : 'pesos';
  const read = readAmount(text, chosen);
  if (read && (choice || read.unit === 'pesos')) {
    if (choice && read.unit) choice.value = read.unit;
    return { formatted: groupAmount(read.decimal) };
  }
  return {
    problem: read
      ? 'Aquí no van UF ni dólares.'
      : 'Escribe el monto con punto para los miles y coma para los decimales: 1.500.000,50.',
  };
};

export function AmountTextField(props: CheckedProps) {
  return <CheckedField inputMode="decimal" autoComplete="off" {...props} check={checkAmount} />;
}
