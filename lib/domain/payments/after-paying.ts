import { issueTimeText } from '#lib/domain/requests/submissions/steps.ts';
import { workingHoursText } from '#lib/platform/chile/format.ts';

type IssueTimes = {
  answerHours?: number | undefined;
  issueDays?: number | undefined;
  /** The day on which the guarantee is normally issued (`guaranteeIssueDay`). */
  readyOn: string | null;
  /** True if all documents have arrived, as far as the reader may know. */
  isComplete?: boolean | null | undefined;
};

/** Describes the steps after a guarantee was paid, for the result page and the receipt mail. */
export function afterPaymentTexts(
  issuer: string | undefined,
  { answerHours, issueDays, readyOn, isComplete }: IssueTimes,
  awaitedText = '',
): string[] {
  const ready = issueTimeText(issueDays, readyOn);
  const soon = answerHours
    ? ` Un asesor responde en ${workingHoursText(answerHours)} o menos.`
    : '';
  const missing =
    awaitedText || (isComplete ? '' : 'Si falta alguno, lo ves en la página de la solicitud.');
  const begins =
    isComplete && !awaitedText ? 'Gestionamos' : 'Con los documentos completos gestionamos';
  return [
    `${begins} la emisión${issuer ? ` con ${issuer.replace(/\.$/, '')}` : ''}.${missing && ` ${missing}`}${soon}`,
    `Cuando la garantía esté lista, ${ready && `${ready}, `}avisamos por correo a quien la pidió.`,
  ];
}
