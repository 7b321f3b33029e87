import { workingHours } from '#lib/domain/requests/submissions/copy.ts';
import { getEnv } from '#lib/platform/config/env.ts';

/** Returns who is behind the service and how fast they answer, as far as it is set, for the footer. */
export function aboutText(): string {
  const { owner, answerHours } = getEnv().about;
  const answers =
    answerHours &&
    `Un asesor te responde en ${workingHours(answerHours)} o menos, de lunes a viernes.`;
  return [owner, answers].filter(Boolean).join(' ');
}
