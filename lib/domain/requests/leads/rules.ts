import type { ClosingChoice } from '#lib/domain/requests/leads/schema.ts';
import { addDays, endOfDay, isWeekend, workingEnd } from '#lib/platform/chile/calendar.ts';
import { isoDay, startOfDay } from '#lib/platform/chile/format.ts';
import type { RequestState } from '#lib/platform/db/schema/request-states.ts';
import { HOUR } from '#lib/platform/process/durations.ts';

/** A decided request accepts no more conditions or files. */
export function isDecided(state: RequestState): boolean {
  return state === 'rechazada' || state === 'emitida';
}

/** Returns the end (ms) of the last day that a sender's words name, or null if they name none. */
export function closingEnd(choice: ClosingChoice | undefined, now: number): number | null {
  const today = isoDay(now);
  // Tenders close on weekdays, so on a weekend the week is the next one.
  const untilFriday = (12 - new Date(today).getUTCDay()) % 7;
  const days = choice && { Hoy: 0, Mañana: 1, 'Esta semana': untilFriday }[choice as string];
  return days === undefined ? null : endOfDay(addDays(today, days));
}

/** The kinds of event that count as an answer by the team. */
export const answeringKinds: readonly string[] = [
  'papers',
  'reply',
  'conditions',
  'state',
  'handled',
];

/** A lead has one partition for mails to its applicant, so they keep the order of events. */
export function leadMailPartition(leadId: number): string {
  return `lead:${leadId}/mail`;
}

/** Mails about issued guarantees do not wait for a state mail that may still be withdrawn. */
export function leadIssuedPartition(leadId: number): string {
  return `lead:${leadId}/issued/mail`;
}

/** Mails to the team have their own partition: without a team address no other mail is late. */
export function leadTeamPartition(leadId: number): string {
  return `lead:${leadId}/team/mail`;
}

/** The CRM has its own partition, so that its outage delays no mail. */
export function leadCrmPartition(leadId: number): string {
  return `lead:${leadId}/crm`;
}

/** Returns when the team, whose hours are known, works again (ms), or null during its hours. */
export function backAt(now: number): number | null {
  const back = workingEnd(now, 1) - 1;
  return back > now ? back : null;
}

/** Answers that ask for a call: `answerChoices[1]`, alone or with one of `callTimes`. */
const callWanted = /^Con una llamada(?: (en la (?:mañana|tarde)|a las (\d\d):00))?$/;

/**
 * Reads when the sender wants a call, or returns null for no call. `day` (ms) is the first weekday on
 * which the time lies at least an hour after `sentAt` (ms). It may be a holiday: loading their list
 * takes 48 MB. A call at any time has no day.
 */
export function wantedCall(preferred: string | undefined, sentAt: number) {
  const [isCall, time, hour] = callWanted.exec(preferred ?? '') ?? [];
  if (!isCall) return null;
  if (!time) return { hasHour: false };
  const last = Number(hour ?? (time === 'en la mañana' ? 11 : 17)) * HOUR;
  for (let day = isoDay(sentAt); ; day = addDays(day, 1)) {
    const at = startOfDay(day) + last;
    if (!isWeekend(day) && at - HOUR >= sentAt) return { time, day: at, hasHour: Boolean(hour) };
  }
}

/** Whether the answer to what is sent now may come after a closing (ms), by the team's own time. */
export function mayMiss(closesAt: number, now: number, answerHours: number): boolean {
  return closesAt <= workingEnd(now, answerHours * HOUR);
}
