import { formatPhone, workingHoursText } from '#lib/platform/chile/format.ts';
import { getEnv } from '#lib/platform/config/env.ts';

/** Returns who runs the service and their phone, if these are configured. */
export function operatorText(): string {
  const { owner, phone } = getEnv().company;
  return [owner, phone && `Teléfono ${formatPhone(phone)}.`].filter(Boolean).join(' ');
}

/** Returns the footer's text about the operator and the answer time, if these are configured. */
export function aboutText(): string {
  const { owner, answerHours } = getEnv().company;
  const answerTimeText =
    answerHours &&
    `Un asesor te responde en ${workingHoursText(answerHours)} o menos, de lunes a viernes.`;
  return [owner, answerTimeText].filter(Boolean).join(' ');
}
