import { expectationLabel, tenderTypeName } from '#lib/domain/law/copy.ts';
import { answerTender } from '#lib/domain/law/rules.ts';
import { PRIVATE_TYPE, parseTenderQuestion } from '#lib/domain/law/schema.ts';
import { guaranteeTypeCopy } from '#lib/domain/requests/submissions/copy.ts';
import { groupAmount } from '#lib/platform/chile/amounts.ts';
import { formatAmount } from '#lib/platform/chile/format.ts';

/** Returns a question that begins with the calculator's inputs and result, or an empty text. */
export function calculatorMessage(query: Record<string, string>): string {
  const parsed = parseTenderQuestion(query);
  if (!parsed || Object.keys(parsed.errors).length > 0) return '';
  const { question, contract } = parsed;
  const { type, amount, services } = question;
  const name = type === PRIVATE_TYPE ? 'Contrato entre privados' : tenderTypeName(type);
  const money =
    amount &&
    (amount.unit === 'UTM'
      ? `${groupAmount(amount.amount)} UTM`
      : formatAmount(amount.amount, 'pesos'));
  const { expectations } = answerTender(question);
  const results = (['cumplimiento', 'seriedad'] as const).map(
    (guarantee) =>
      `${guaranteeTypeCopy[guarantee].label}: ${expectationLabel[expectations[guarantee]].toLowerCase()}`,
  );
  const lines = [
    name && (type === PRIVATE_TYPE ? name : `${name} (${type})`),
    money && `Monto: ${money}`,
    services && 'Contratan un servicio',
    contract.advance && 'Me adelantan dinero',
    contract.retention && 'Me retienen una parte de cada pago',
    type !== PRIVATE_TYPE && `La calculadora dice: ${results.join('; ')}.`,
    'Mi duda: ',
  ];
  return lines.filter(Boolean).join('\n');
}
