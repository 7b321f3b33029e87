import type { TenderQuestion } from '#lib/domain/law/rules.ts';
import { parsePesos } from '#lib/platform/chile/amounts.ts';

type QuestionField = 'tipo' | 'monto' | 'utm';

/**
 * The type that stands for a contract between companies. The law of tenders does not apply to it.
 */
export const PRIVATE_TYPE = 'PRIV';

const queryNames = ['tipo', 'monto', 'unidad', 'utm', 'servicio', 'anticipo', 'retencion'];

export function pickCalculatorQuery(query: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query).filter(([name, value]) => queryNames.includes(name) && value !== ''),
  );
}

/**
 * The UTM that the operator configured. `month` is its month in words. `missing` is the present
 * month in words if that month has no configured UTM.
 */
export type KnownUtm = { pesos: string; month: string; missing: string | null };

/** Terms of a private contract that lead to a guarantee: an advance, retained payments. */
export type ContractTerms = { advance: boolean; retention: boolean };

/** Parses the query of the calculator. Returns null if the page was opened without one. */
export function parseTenderQuestion(query: Record<string, string>): {
  question: TenderQuestion;
  contract: ContractTerms;
  errors: Partial<Record<QuestionField, string>>;
} | null {
  if (!('tipo' in query || 'monto' in query)) return null;
  const errors: Partial<Record<QuestionField, string>> = {};
  const parseAmount = (field: 'monto' | 'utm'): string | null => {
    const typedAmount = (query[field] ?? '').trim();
    if (typedAmount === '') return null;
    const amount =
      typedAmount.length <= 40 ? parsePesos(typedAmount.replace(/\s*UTM$/i, '')) : null;
    if (amount && amount.length <= 20 && /[1-9]/.test(amount)) return amount;
    errors[field] =
      'Escribe el monto con punto para los miles y coma para los decimales: 1.500.000,50.';
    return null;
  };
  const type = (query.tipo ?? '').trim().toUpperCase().slice(0, 5);
  const amount = parseAmount('monto');
  const unit = query.unidad === 'UTM' ? 'UTM' : 'pesos';
  const pesosPerUtm = parseAmount('utm');
  if (!type && !amount && !errors.monto) {
    errors.tipo = 'Elige el tipo de licitación o escribe su monto.';
  }
  return {
    contract: { advance: query.anticipo === 'true', retention: query.retencion === 'true' },
    question: {
      type,
      amount: amount ? { unit, amount } : null,
      pesosPerUtm,
      services: query.servicio === 'true',
    },
    errors,
  };
}
