import { guaranteeTypeCopy } from '#lib/domain/requests/submissions/copy.ts';
import { asSent, type StoredAnswers } from '#lib/domain/requests/submissions/view.ts';
import { addAmounts } from '#lib/platform/chile/amounts.ts';
import { endOfDay } from '#lib/platform/chile/calendar.ts';

/**
 * Returns the columns of `leads` that depend on the guarantees: the words for the search, and the
 * end (ms) of the day on which the first guarantee must begin. A request with a corrected amount is
 * also found by the amount that was sent.
 */
export function inboxColumns(answers: StoredAnswers): { about: string; dueAt: number } {
  const { garantias } = answers;
  const names =
    answers.sistemaLicitacion === 'chilecompra'
      ? [answers.institucion, answers.razonSocial, answers.rutInstitucion]
      : [answers.razonSocialMandante, answers.rutMandantePrivados];
  const [begins = ''] = garantias.map(({ vigenciaDesde }) => vigenciaDesde).sort();
  const amounts = [
    ...garantias,
    ...garantias.flatMap((item) => (item.sent ? asSent(item) : [])),
  ].map(({ montoGarantia, monedaGarantia }) => `${montoGarantia} ${monedaGarantia}`);
  const types = garantias.map(({ tipoGarantia }) => guaranteeTypeCopy[tipoGarantia].label);
  const currencies = new Set(garantias.map(({ monedaGarantia }) => monedaGarantia));
  // The inbox shows the sum of the amounts, so a search has to find it.
  if (garantias.length > 1 && currencies.size === 1) {
    amounts.push(addAmounts(garantias.map(({ montoGarantia }) => montoGarantia)));
  }
  return {
    about: [...names, ...amounts, ...types].filter(Boolean).join(' '),
    dueAt: endOfDay(begins),
  };
}
