import { callTimes } from '#lib/domain/requests/leads/call-schema.ts';
import {
  answerChoices,
  type ClosingChoice,
  type ContactFormBody,
} from '#lib/domain/requests/leads/contact-schema.ts';
import { addDays, endOfDay, isWorkday, workingEnd } from '#lib/platform/chile/calendar.ts';
import { parseDate } from '#lib/platform/chile/dates.ts';
import { formatDate, isoDay, startOfDay } from '#lib/platform/chile/format.ts';
import type { RequestState } from '#lib/platform/db/schema/request-states.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import { HOUR } from '#lib/platform/process/durations.ts';

/** Returns whether a request is decided. It then accepts no more conditions or files. */
export function isDecided(state: RequestState): boolean {
  return state === 'rechazada' || state === 'emitida';
}

type IssueFacts = { state: RequestState; isPaid: boolean };

/** Whether what was issued may be recorded. The record of a paid request also approves it. */
export function mayRecordIssue({ state, isPaid }: IssueFacts): boolean {
  return state === 'aprobada' || state === 'emitida' || (isPaid && !isDecided(state));
}

/** Returns the end (ms) of the last day that a sender's choice names, or null if it names none. */
export function closingEnd(choice: ClosingChoice | undefined, now: number): number | null {
  const today = isoDay(now);
  // Tenders close on weekdays, so on a weekend `Esta semana` means next week.
  const untilFriday = (12 - new Date(today).getUTCDay()) % 7;
  const days = choice && { Hoy: 0, Mañana: 1, 'Esta semana': untilFriday }[choice as string];
  return days === undefined ? null : endOfDay(addDays(today, days));
}

/** Returns the words for a closing (ms), or undefined if it is unknown or has passed. */
export function closingChoiceOf(
  closesAt: number | null | undefined,
  now: number,
): ClosingChoice | undefined {
  if (!closesAt || closesAt <= now) return undefined;
  const near = (['Hoy', 'Mañana', 'Esta semana'] as const).find(
    (choice) => closesAt <= (closingEnd(choice, now) ?? 0),
  );
  return near ?? 'Más adelante';
}

/** Kinds of events after which the sender no longer waits for the team. */
export const eventKindsThatAnswer: readonly string[] = [
  'papers',
  'reply',
  'conditions',
  'state',
  'handled',
];

/**
 * Returns the partition of all mails to a lead's applicant. One partition keeps them in the order
 * of events.
 */
export function leadMailPartition(leadId: number): string {
  return `lead:${leadId}/mail`;
}

/**
 * Returns the partition for mails about issued guarantees, which do not wait for a delayed state
 * mail.
 */
export function leadIssuedPartition(leadId: number): string {
  return `lead:${leadId}/issued/mail`;
}

/**
 * Returns the partition for mails about what an applicant added. They wait for more additions, so
 * they must not delay other mails.
 */
export function leadAddedPartition(leadId: number): string {
  return `lead:${leadId}/added/mail`;
}

/**
 * Returns the partition for mails to the team. It is a separate one, so that other mails do not
 * wait if the team has no e-mail.
 */
export function leadTeamPartition(leadId: number): string {
  return `lead:${leadId}/team/mail`;
}

/** Returns the partition for the CRM, so that its outage delays no mail. */
export function leadCrmPartition(leadId: number): string {
  return `lead:${leadId}/crm`;
}

/** Returns when (ms) the team works again, or null during its working hours. */
export function nextWorkingTime(now: number): number | null {
  const back = workingEnd(now, 1) - 1;
  return back > now ? back : null;
}

export function wantsWriting({ respuesta_preferida: preferred }: ContactFormBody): boolean {
  return preferred === answerChoices[0];
}

/**
 * Matches answers that ask for a call: `answerChoices[1]`, alone or followed by a day, one of
 * `callTimes`, or both.
 */
const callPattern =
  /^Con una llamada(?: el (\d\d-\d\d-\d{4}))?(?: (en la (?:mañana|tarde)|a las (\d\d):00))?$/;

/**
 * Parses when the sender wants a call. Returns null for no call, and no `day` for a call at any
 * time. If only a time was chosen, `day` (ms) is the first workday on which that time comes at
 * least an hour after `sentAt` (ms).
 */
export function parseCallChoice(preferred: string | undefined, sentAt: number) {
  const [isCall, chosen = '', time, hour] = callPattern.exec(preferred ?? '') ?? [];
  if (!isCall) return null;
  const offsetMs = Number(hour ?? (time === 'en la mañana' ? 11 : 17)) * HOUR;
  const date = parseDate(chosen);
  if (date) return { time, day: startOfDay(date) + offsetMs };
  if (!time) return {};
  for (let day = isoDay(sentAt); ; day = addDays(day, 1)) {
    const at = startOfDay(day) + offsetMs;
    if (isWorkday(day) && at - HOUR >= sentAt) return { time, day: at };
  }
}

/**
 * Returns the hours (ms) in which a promised call comes, or null if no call was promised for a
 * certain day.
 */
export function callHours(preferred: string | undefined, sentAt: number) {
  const { day, time } = parseCallChoice(preferred, sentAt) ?? {};
  if (!day) return null;
  if (time?.startsWith('a las')) return { start: day, end: day + HOUR / 2 };
  const hoursBefore = time === 'en la mañana' ? 2 : time === 'en la tarde' ? 3 : 8;
  return { start: day - hoursBefore * HOUR, end: day + HOUR };
}

type CallFacts = { preferred: string | null; createdAt: number };

/**
 * Returns the promised call that the team still owes. It is owed until the `end` (ms) of its day.
 * Returns null if no call was promised for a certain day. `preferred` is as in `PendingInput`.
 */
export function pendingCall({ preferred, createdAt }: CallFacts, now: number) {
  const { day, time } = parseCallChoice(preferred ?? undefined, createdAt) ?? {};
  const hours = callHours(preferred ?? undefined, createdAt);
  if (!day || !hours) return null;
  const end = endOfDay(isoDay(day));
  return end > now ? { day, time, hours, end } : null;
}

/**
 * Returns the weekdays (`YYYY-MM-DD`) on which a call can be chosen: today, while it has an hour
 * left, and the next ones.
 */
export function callDays(now: number): string[] {
  const days = Array.from({ length: 7 }, (_, index) => addDays(isoDay(now), index));
  return days.filter((day) => isWorkday(day) && passedTimesOf(day, now).length < callTimes.length);
}

/** Returns what the fields of a call offer: the days, and the times that have passed today. */
export function callOffer(now: number) {
  const today = isoDay(now);
  return { days: callDays(now), today, passedTimes: passedTimesOf(today, now) };
}

/** Returns the times of calls (`callTimes`) that can no longer be chosen on a day. */
function passedTimesOf(day: string, now: number): string[] {
  return callTimes.filter((hora) => {
    const at = parseCallChoice(answerOf({ dia: day, hora }), now)?.day;
    return at !== undefined && at - HOUR < now;
  });
}

export type CallChoice = { dia?: string | undefined; hora?: string | undefined };

const answerOf = ({ dia, hora }: CallChoice) =>
  [answerChoices[1], dia && `el ${formatDate(dia)}`, hora].filter(Boolean).join(' ');

/** Returns the form fields that choose the call of an answer, or none without a call. */
export function callValues(preferred: string | undefined, sentAt: number): Record<string, string> {
  const { day, time = '' } = parseCallChoice(preferred, sentAt) ?? {};
  return day ? { dia: isoDay(day), hora: time } : {};
}

/**
 * Adds the day to an answer that asks for a call at a time. Returns every other answer unchanged.
 */
export function datedAnswer(preferred: string | undefined, sentAt: number): string | undefined {
  const { day, time } = parseCallChoice(preferred, sentAt) ?? {};
  return day ? answerOf({ dia: isoDay(day), hora: time }) : preferred;
}

/**
 * Returns the answer that asks for this call. Throws `validation_failed` if its time has passed.
 */
export function callAnswer({ dia, hora }: CallChoice, now: number): string {
  const answer = answerOf({ dia, hora });
  const { day = 0 } = parseCallChoice(answer, now) ?? {};
  if (dia && (!callDays(now).includes(dia) || day - HOUR < now)) {
    const message = 'Ese día a esa hora ya no alcanzamos: elige otro.';
    throw new AppError('validation_failed', { fields: { dia: message } });
  }
  return answer;
}

/**
 * Returns whether the answer to a message sent at `now` may come after a closing if the team takes
 * `answerHours`. Times are in ms.
 */
export function mayAnswerAfterClosing(closesAt: number, now: number, answerHours: number): boolean {
  return closesAt <= workingEnd(now, answerHours * HOUR);
}

/**
 * Returns the ids of tenders that a text may mean: the text itself if it has hyphens, otherwise one
 * id for each way to place the hyphens.
 */
export function tenderSpellings(text: string): string[] {
  const id = text
    .toUpperCase()
    .replace(/^\s*ID\b:?/, '')
    .replace(/[\s.]/g, '')
    .replace(/\p{Pd}/gu, '-');
  if (/^\d{1,8}-\d{1,6}-[A-Z][A-Z0-9]{1,2}\d{2}$/.test(id)) return [id];
  const [, digits = '', type] =
    /^(\d{2,14})([A-Z][A-Z0-9]{0,2}\d{2})$/.exec(id.replaceAll('-', '')) ?? [];
  return Array.from({ length: Math.max(digits.length - 1, 0) }, (_, index) => index + 1)
    .filter((at) => at <= 8 && digits.length - at <= 6)
    .map((at) => `${digits.slice(0, at)}-${digits.slice(at)}-${type}`);
}
