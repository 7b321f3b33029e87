import type { Correction, GuaranteeTerms } from '#lib/domain/requests/leads/correction-schema.ts';
import { formatAmount, formatDate } from '#lib/platform/chile/format.ts';

/** Returns a line for each corrected fact, such as `Monto: $ 540.000, antes $ 1.500.000`. */
export function correctionLines(corrected: readonly Correction[] = []): string[] {
  return corrected.flatMap(({ item, unit, from, to }) => {
    const number = corrected.length > 1 || item > 0 ? ` de la garantía ${item + 1}` : '';
    const facts = [
      ['Monto', (terms: GuaranteeTerms) => formatAmount(terms.montoGarantia, unit)],
      ['Vigencia', termText],
    ] as const;
    return facts.flatMap(([label, textOf]) =>
      textOf(from) === textOf(to) ? [] : `${label}${number}: ${textOf(to)}, antes ${textOf(from)}`,
    );
  });
}

function termText({ vigenciaDesde, vigenciaHasta }: GuaranteeTerms): string {
  return `${formatDate(vigenciaDesde)} al ${formatDate(vigenciaHasta)}`;
}
