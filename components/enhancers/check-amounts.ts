import type { Check } from '#components/enhancers/check-fields.ts';
import { codeProblems } from '#lib/domain/marketplace/copy.ts';
import { readTenderId } from '#lib/domain/marketplace/rules.ts';
import { groupAmount, readAmount, units } from '#lib/platform/chile/amounts.ts';

/** For pages that ask for money or a tender: a contact form needs neither. */
export const amountChecks: Record<string, Check> = {
  // A unit that was typed is the one chosen; a form without a choice is in pesos.
  amount: (text, { form }) => {
    const { monedaGarantia, currency } = (form?.elements ?? {}) as Record<string, unknown>;
    const named = monedaGarantia ?? currency;
    const choice = named instanceof RadioNodeList ? named : null;
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
  },
  tender: (text) => {
    const parsed = readTenderId(text);
    return parsed.ok ? { formatted: parsed.code.id } : { problem: codeProblems[parsed.problem] };
  },
};
