import type { GuaranteeItem } from '#lib/domain/requests/submissions/schema.ts';
import { addDays, subtractBusinessDays } from '#lib/platform/chile/calendar.ts';
import { formatDate, formatDateTime, isoDay, workingDaysText } from '#lib/platform/chile/format.ts';

/**
 * Says how long an issue takes (ABOUT_ISSUE_DAYS), as a part of a sentence. After the payment,
 * `readyOn` is the day of the issue (`guaranteeIssueDay`). Returns an empty text without the
 * setting.
 */
export function issueTimeText(days: number | undefined, readyOn: string | null = null): string {
  if (!days) return '';
  const time = `${workingDaysText(days)} desde el pago, con los documentos completos`;
  return readyOn
    ? `normalmente el ${formatDate(readyOn)} o antes (${time})`
    : `normalmente en ${time}`;
}

export function issueRows(days: number | undefined) {
  return days ? [{ label: 'Entrega', value: issueTimeText(days).replace('n', 'N') }] : [];
}

type PayLimits = {
  /** Day in Chile, `YYYY-MM-DD`. The other days here have the same form. */
  today: string;
  /** The last day of the link to pay. */
  linkEnds?: string | undefined;
  /** Days of ABOUT_ISSUE_DAYS. */
  issueDays: number | undefined;
  /** When the tender of a bid bond closes (`upcomingClosing`), or null. */
  closesAt?: number | null;
};

/**
 * The last day (`YYYY-MM-DD`) to pay, or null if it is unknown or has passed, and a sentence about
 * it.
 */
export type PayLimit = { day: string | null; text: string };

/**
 * Returns text that says by when to pay, so that a guarantee is issued before the day on which its
 * tender closes, and no later than the day on which the first guarantee begins. A guarantee
 * that should have begun is to be paid at once. Returns null if the link to pay ends earlier.
 */
export function findPayLimit(
  { garantias }: { garantias: readonly Partial<Pick<GuaranteeItem, 'vigenciaDesde'>>[] },
  { today, linkEnds, issueDays, closesAt }: PayLimits,
): PayLimit | null {
  const [first = ''] = garantias.flatMap(({ vigenciaDesde }) => vigenciaDesde ?? []).sort();
  const startDay = first > today ? first : null;
  if (closesAt && (!linkEnds || isoDay(closesAt) <= linkEnds)) {
    return closingPayLimitOf(closesAt, startDay, { today, issueDays });
  }
  if (first && !startDay) {
    const begins = first === today ? 'empieza hoy' : `empezaba el ${formatDate(first)}`;
    const text = `Paga cuanto antes: la vigencia ${begins}, y la garantía se emite después del pago.`;
    return { day: null, text };
  }
  if (!startDay || (linkEnds && linkEnds < startDay)) return null;
  if (!issueDays)
    return {
      day: null,
      text: `Paga antes del ${formatDate(startDay)}, cuando empieza la vigencia.`,
    };
  const reason = `la vigencia empieza el ${formatDate(startDay)} y la entrega toma ${workingDaysText(issueDays)}`;
  return payUntil(lastDayToPay(addDays(startDay, 1), issueDays), today, reason);
}

function closingPayLimitOf(
  closesAt: number,
  startDay: string | null,
  { today, issueDays }: PayLimits,
): PayLimit {
  const closes = formatDateTime(closesAt);
  if (!issueDays) {
    const text = `Paga cuanto antes: la licitación cierra el ${closes}, y la garantía se emite después del pago.`;
    return { day: null, text };
  }
  const time = workingDaysText(issueDays);
  const lastDayForClosing = lastDayToPay(isoDay(closesAt), issueDays);
  const lastDayForStart = startDay && lastDayToPay(addDays(startDay, 1), issueDays);
  // A start that can no longer be met in time is ignored.
  return lastDayForStart && lastDayForStart >= today && lastDayForStart < lastDayForClosing
    ? payUntil(
        lastDayForStart,
        today,
        `la vigencia empieza el ${formatDate(startDay)}, la licitación cierra el ${closes} y la entrega toma ${time}`,
      )
    : payUntil(
        lastDayForClosing,
        today,
        `la entrega toma ${time}, y así está lista antes del día del cierre, que es el ${closes}`,
      );
}

/** Returns the last day to pay for a guarantee that must be issued before the day `end`. */
const lastDayToPay = (end: string, issueDays: number) => subtractBusinessDays(end, issueDays + 1);

const payUntil = (day: string, today: string, reason: string): PayLimit =>
  day < today
    ? { day: null, text: `Paga cuanto antes: ${reason}.` }
    : { day, text: `Paga a más tardar el ${formatDate(day)}: ${reason}.` };

export function issueText(days: number | undefined, readyOn?: string | null): string {
  const timeText = issueTimeText(days, readyOn);
  return `gestionamos la emisión y te avisamos por correo cuando esté lista${timeText && `, ${timeText}`}.`;
}

/** Returns the next steps of a new request. `soon` is the text of `answerTimeText`. */
export function newRequestSteps(soon = '', issueDays?: number): readonly string[] {
  return [
    'Un asesor revisa tu solicitud con lo que respondiste. Si necesita un documento, te lo pide.',
    `Te contactamos${soon} por correo o teléfono para confirmar los datos y mostrarte las condiciones y el costo.`,
    `Si las aceptas, ${issueText(issueDays)} Antes de aceptarlas no pagas ni te comprometes a nada.`,
  ];
}
