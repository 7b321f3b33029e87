import type { GuaranteeItem } from '#lib/domain/requests/submissions/schema.ts';
import { formatDate, workingDays } from '#lib/platform/chile/format.ts';

/**
 * Says how long an issue takes (ABOUT_ISSUE_DAYS), as a part of a sentence. Returns an empty text
 * without the setting.
 */
export function issueTime(days: number | undefined): string {
  if (!days) return '';
  return `normalmente en ${workingDays(days)} desde el pago, con los documentos completos`;
}

export function issueRows(days: number | undefined) {
  return days ? [{ label: 'Entrega', value: issueTime(days).replace('n', 'N') }] : [];
}

/**
 * Asks to pay before the first guarantee begins. Returns null if that day is not in the future, or
 * if the payment link ends before it. `until` is the link's last day. Days are `YYYY-MM-DD`.
 */
export function payBefore(
  { garantias }: { garantias: readonly Pick<GuaranteeItem, 'vigenciaDesde'>[] },
  today: string,
  until?: string,
): string | null {
  const [first] = garantias.map(({ vigenciaDesde }) => vigenciaDesde).sort();
  return first && first > today && !(until && until < first)
    ? `Paga antes del ${formatDate(first)}, cuando empieza la vigencia.`
    : null;
}

/** Says that a guarantee is issued and how long that takes. */
export function issueText(days: number | undefined): string {
  const timeText = issueTime(days);
  return `gestionamos la emisión y te avisamos por correo cuando esté lista${timeText && `, ${timeText}`}.`;
}

/** Returns the next steps of a new request. `soon` is the text of `answerTime`. */
export function whatHappensNext(soon = '', issueDays?: number): readonly string[] {
  return [
    'Un asesor revisa tu solicitud con lo que respondiste. Si necesita un documento, te lo pide.',
    `Te contactamos${soon} por correo o teléfono para confirmar los datos y mostrarte las condiciones y el costo.`,
    `Si las aceptas, ${issueText(issueDays)} Antes de aceptarlas no pagas ni te comprometes a nada.`,
  ];
}
