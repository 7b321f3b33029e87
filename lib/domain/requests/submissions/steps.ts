import type { GuaranteeItem } from '#lib/domain/requests/submissions/schema.ts';
import { subtractWeekdays } from '#lib/platform/chile/calendar.ts';
import { formatDate, formatDateTime, isoDay, workingDays } from '#lib/platform/chile/format.ts';

/**
 * Says how long an issue takes (ABOUT_ISSUE_DAYS), as a part of a sentence. After the payment,
 * `readyOn` is the day of the issue (`issueDay`). Returns an empty text without the setting.
 */
export function issueTime(days: number | undefined, readyOn: string | null = null): string {
  if (!days) return '';
  const time = `${workingDays(days)} desde el pago, con los documentos completos`;
  return readyOn
    ? `normalmente el ${formatDate(readyOn)} o antes (${time})`
    : `normalmente en ${time}`;
}

export function issueRows(days: number | undefined) {
  return days ? [{ label: 'Entrega', value: issueTime(days).replace('n', 'N') }] : [];
}

type PayLimits = {
  /** Day in Chile, `YYYY-MM-DD`, as the other days. */
  today: string;
  /** The last day of the link to pay. */
  linkEnds?: string | undefined;
  /** Days of ABOUT_ISSUE_DAYS. */
  issueDays: number | undefined;
  /** When the tender of a bid bond closes (`openClosing`), or null. */
  closesAt?: number | null;
};

/**
 * Says by when to pay, so that a guarantee is issued before its tender closes and before the first
 * one begins. Returns null if neither is still to come, and if the link to pay ends earlier.
 * Holidays are not counted.
 */
export function payBefore(
  { garantias }: { garantias: readonly Pick<GuaranteeItem, 'vigenciaDesde'>[] },
  { today, linkEnds, issueDays, closesAt }: PayLimits,
): string | null {
  const [first] = garantias.map(({ vigenciaDesde }) => vigenciaDesde).sort();
  if (closesAt && (!linkEnds || isoDay(closesAt) <= linkEnds)) {
    return payBeforeClosing(closesAt, { today, issueDays, begins: first });
  }
  if (!first || first <= today || (linkEnds && linkEnds < first)) return null;
  const begins = `la vigencia empieza el ${formatDate(first)}`;
  if (!issueDays) return `Paga antes del ${formatDate(first)}, cuando empieza la vigencia.`;
  const lastDay = subtractWeekdays(first, issueDays);
  const limit = lastDay >= today ? `a más tardar el ${formatDate(lastDay)}` : 'cuanto antes';
  return `Paga ${limit}: ${begins} y la entrega toma ${workingDays(issueDays)}.`;
}

function payBeforeClosing(
  closesAt: number,
  { today, issueDays, begins = '' }: PayLimits & { begins?: string | undefined },
): string {
  const closes = formatDateTime(closesAt);
  if (!issueDays)
    return `Paga cuanto antes: la licitación cierra el ${closes}, y la garantía se emite después del pago.`;
  // A guarantee of the closing's own day may be late.
  const days = [subtractWeekdays(isoDay(closesAt), issueDays + 1)];
  if (begins > today) days.push(subtractWeekdays(begins, issueDays));
  const [lastDay = today] = days.sort();
  const limit = lastDay >= today ? `a más tardar el ${formatDate(lastDay)}` : 'cuanto antes';
  return `Paga ${limit}: la licitación cierra el ${closes} y la entrega toma ${workingDays(issueDays)}.`;
}

/** Says that a guarantee is issued and how long that takes. */
export function issueText(days: number | undefined, readyOn?: string | null): string {
  const timeText = issueTime(days, readyOn);
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
