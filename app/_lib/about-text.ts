import { workingHours } from '#lib/platform/chile/format.ts';
import { getEnv } from '#lib/platform/config/env.ts';

/** Returns the footer's text about the operator and the response time, if configured. */
export function aboutText(): string {
  const { owner, answerHours } = getEnv().about;
  const answers =
    answerHours &&
    `Un asesor te responde en ${workingHours(answerHours)} o menos, de lunes a viernes.`;
  return [owner, answers].filter(Boolean).join(' ');
}
