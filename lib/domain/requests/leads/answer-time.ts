import { workingEnd } from '#lib/platform/chile/calendar.ts';
import {
  formatDay,
  formatTime,
  formatWeekday,
  workingHoursText,
} from '#lib/platform/chile/format.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { HOUR } from '#lib/platform/process/durations.ts';

/**
 * Says by when the team answers a message that came at `sentAt` (ms), as a part of a sentence.
 * Returns an empty text if no answer time is configured.
 */
export function answerTimeText(sentAt: number): string {
  const { answerHours: hours } = getEnv().company;
  if (!hours) return '';
  const last = workingEnd(sentAt, hours * HOUR);
  const latest = `${formatWeekday(last)} ${formatDay(last)} a las ${formatTime(last)}`;
  return ` en ${workingHoursText(hours)} o menos, a más tardar el ${latest},`;
}
