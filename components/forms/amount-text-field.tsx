'use client';

import { CheckedField, type CheckedProps } from '#components/forms/checked-field.tsx';
import type { FieldCheck } from '#components/forms/use-check.ts';
import { groupAmount, parseAmount, units } from '#lib/platform/chile/amounts.ts';

/**
 * Checks an amount. A unit in the text is also chosen in the form. A form without a choice of units
 * expects pesos.
 */
const checkAmount: FieldCheck = (text, { form }) => {
  const findControl = (name: string) => form?.elements.namedItem(name);
  const control = findControl('monedaGarantia') ?? findControl('currency');
  const choice = control instanceof RadioNodeList ? control : null;
  const chosenUnit = choice ? units.find((unit) => unit === choice.value) : 'pesos';
  const amount = parseAmount(text, chosenUnit);
  if (amount && (choice || amount.unit === 'pesos')) {
    if (choice && amount.unit) choice.value = amount.unit;
    return { formatted: groupAmount(amount.decimal) };
  }
  return {
    problem: amount
      ? 'Aquí no van UF ni dólares.'
      : 'Escribe el monto con punto para los miles y coma para los decimales: 1.500.000,50.',
  };
};

export function AmountTextField(props: CheckedProps) {
  return <CheckedField inputMode="decimal" autoComplete="off" {...props} check={checkAmount} />;
}
