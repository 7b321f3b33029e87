import type { ClosingChoice } from '#lib/domain/requests/leads/contact-schema.ts';
import {
  closingEnd,
  eventKindsThatAnswer,
  isDecided,
  pendingCall,
} from '#lib/domain/requests/leads/rules.ts';
import type { LeadEvent, LeadKind } from '#lib/domain/requests/leads/schema.ts';
import { nextMidnight } from '#lib/platform/chile/calendar.ts';
import { isoDay } from '#lib/platform/chile/format.ts';
import type { LastAct, RequestState } from '#lib/platform/db/schema/request-states.ts';
import { MINUTE } from '#lib/platform/process/durations.ts';

/** The kinds of events that can change who has to act: the team or the applicant. */
export const pendingEventKinds: readonly LeadEvent['kind'][] = [
  'files',
  'message',
  'papers',
  'reply',
  'conditions',
  'accepted',
  'payment',
  'state',
  'handled',
  'reopened',
];

/**
 * An event that can change who has to act. Payments have `state` and `buyOrder`, documents `what`,
 * and conditions `validUntil`.
 */
export type TurnChangingEvent = {
  kind: LeadEvent['kind'];
  at: number;
  state?: string | null;
  buyOrder?: string | null;
  what?: string | null;
  validUntil?: string | null;
  /** The version of the conditions that a message declines. */
  declined?: number | null;
  /** Set if the change of state was corrected before the applicant was notified of it. */
  hidden?: number | null;
};

export type PendingInput = {
  kind: LeadKind;
  state: RequestState;
  createdAt: number;
  handledAt: number | null;
  erasedAt: number | null;
  /**
   * How the sender of a form wants to be answered. Null if there is no telephone, or if
   * after the sender's last choice a meeting was booked, a call was recorded or the lead was
   * marked as handled.
   */
  preferred: string | null;
  /** When the tender of the sender closes, in the words of the form. */
  closing: ClosingChoice | null;
  dueAt: number | null;
  /** The events are those of `pendingEventKinds`, oldest first. */
  events: readonly TurnChangingEvent[];
  /** When the first unpaid payment link expires (ms), or null without such a link. */
  payableUntil: number | null;
  /**
   * When (ms) the first undelivered mail was queued, or null. A mail that could not be sent counts
   * until our next act. A mail that bounced counts until a later mail arrived, the team talked with
   * the person, or the lead was marked as handled. Only mails to the present e-mail count.
   */
  undeliveredSince: number | null;
};

/**
 * Columns of `leads` that say who has to act. `waitsUntil` is the end (ms) of the conditions, of a
 * payment link, or of the day of a call. Lists are sorted by the deadline `dueAt` (ms).
 */
export type LeadPending = {
  lastAct: LastAct | null;
  waitsUntil: number | null;
  unansweredSince: number | null;
  isPaid: boolean;
  dueAt: number | null;
};

/**
 * Returns who has to act on a lead, by its last act. On a decided request nobody has to act, except
 * to answer a new message.
 */
export function computeLeadPending({ events, ...about }: PendingInput, now: number): LeadPending {
  const lead = {
    ...about,
    events: events.filter((event, index) => !isUndone(event, index, events)),
  };
  if (lead.erasedAt !== null) {
    return { lastAct: null, waitsUntil: null, unansweredSince: null, isPaid: false, dueAt: null };
  }
  const lastAct = lastActOf(lead, now);
  const { dueAt, waitsUntil = waitEnd(lastAct, lead) } = formTimes(lead, now);
  const isOpenRequest = lead.kind === 'garantia' && !isDecided(lead.state);
  return {
    lastAct,
    waitsUntil,
    unansweredSince: findUnansweredSince(lastAct, lead),
    isPaid: isOpenRequest && isPaidAmong(lead.events, [...paidStates, 'refunded', 'requested']),
    dueAt,
  };
}

/** If a lead is opened again within this time, it had been marked as handled by mistake. */
const MISTAKE_MS = 10 * MINUTE;

/** Returns whether an event was undone at once and therefore changes nothing. */
function isUndone(
  { kind, at, hidden }: TurnChangingEvent,
  place: number,
  events: PendingInput['events'],
): boolean {
  if (hidden) return true;
  const next = events.slice(place + 1).find((event) => handledKinds.includes(event.kind));
  return kind === 'handled' && next?.kind === 'reopened' && next.at < at + MISTAKE_MS;
}

const handledKinds: readonly string[] = ['handled', 'reopened'];

function lastActOf(lead: PendingInput, now: number): LastAct | null {
  const { kind, state, events, payableUntil } = lead;
  const lastEvent = events.findLast((event) => event.kind !== 'payment');
  const hasReplied = lastEvent?.kind === 'reply';
  const lastMessageKind = events.findLast((event) => messageKinds.includes(event.kind))?.kind;
  if (lastMessageKind === 'message') return 'wrote';
  if (lead.undeliveredSince !== null) return 'undelivered';
  if (kind !== 'garantia' && pendingCall(lead, now)) return 'call';
  if (kind !== 'garantia') return hasReplied ? 'replied' : null;
  if (isDecided(state)) return null;
  if (lastMessageKind === 'files') return 'answered';
  if (isPaidAmong(events, [...paidStates, 'refunded', 'requested'])) return 'paid';
  if (payableUntil !== null) return 'asked';
  if (isPaidAmong(events, [...paidStates, 'refunded'])) return 'paid';
  const lastConditions = events.findLast(isAboutConditions);
  if (lastConditions?.kind === 'conditions' && (lastConditions.validUntil ?? '9') >= isoDay(now))
    return 'offered';
  if ((hasReplied || lastEvent?.what === 'asked') && !isRefundedSince(events)) return 'replied';
  if (lastConditions?.kind === 'accepted') return 'accepted';
  return state !== 'recibida' && lastEvent?.kind !== 'handled' ? 'begun' : null;
}

const messageKinds: readonly string[] = ['files', 'message', ...eventKindsThatAnswer];

/** Returns whether an event is a version of the conditions, or the applicant's answer to one. */
function isAboutConditions({ kind, declined }: TurnChangingEvent): boolean {
  return kind === 'conditions' || kind === 'accepted' || typeof declined === 'number';
}

const paidStates = ['authorized', 'partly-refunded'];

const isPayment = ({ kind, state }: TurnChangingEvent, states: readonly string[]) =>
  kind === 'payment' && states.includes(state ?? '');

/**
 * Returns whether a payment counts among those since the last conditions. If `states` include
 * `refunded`, a refunded payment does not count. If they include `requested`, a newer payment
 * request starts the count again, as new conditions do.
 */
function isPaidAmong(events: PendingInput['events'], states: readonly string[]): boolean {
  const asksAnew = (event: TurnChangingEvent) =>
    event.kind === 'conditions' ||
    (states.includes('requested') && isPayment(event, ['requested']));
  const charges = events
    .slice(events.findLastIndex(asksAnew) + 1)
    .filter((event) => isPayment(event, states) && !asksAnew(event));
  const lastOf = new Map(charges.map((charge) => [charge.buyOrder, charge]));
  return [...lastOf.values()].some((charge) => isPayment(charge, paidStates));
}

/** Returns whether a payment was refunded after the team's last reply or request for documents. */
function isRefundedSince(events: PendingInput['events']): boolean {
  const isReply = ({ kind }: TurnChangingEvent) => kind === 'papers' || kind === 'reply';
  const newest = events.findLast((event) => isReply(event) || isPayment(event, ['refunded']));
  return newest?.kind === 'payment';
}

/**
 * Returns the deadline of a form's lead: the closing or the promised call, whichever is earlier. It
 * is computed again at `waitsUntil`, when that closing or the day of the call is over. Requests
 * keep their deadline.
 */
function formTimes(lead: PendingInput, now: number): { dueAt: number | null; waitsUntil?: number } {
  if (lead.kind === 'garantia') return { dueAt: lead.dueAt };
  const closesAt = closingEnd(lead.closing ?? undefined, lead.createdAt);
  const call = pendingCall(lead, now);
  if (!call) return { dueAt: closesAt };
  const closesBefore = closesAt !== null && closesAt > now && closesAt < call.day;
  return closesBefore
    ? { dueAt: closesAt, waitsUntil: closesAt }
    : { dueAt: call.day, waitsUntil: call.end };
}

/**
 * Returns when (ms) waiting ends after the last act of a request: at the end of the payment link,
 * or of the last day to accept the conditions.
 */
function waitEnd(lastAct: LastAct | null, { events, payableUntil }: PendingInput): number | null {
  if (lastAct === 'asked') return payableUntil;
  if (lastAct !== 'offered') return null;
  const lastConditions = events.findLast(({ kind }) => kind === 'conditions');
  return lastConditions?.validUntil ? nextMidnight(lastConditions.validUntil) : null;
}

/**
 * Returns when (ms) the oldest unanswered message, document, payment or new lead came, or null if
 * the team owes no answer.
 */
function findUnansweredSince(lastAct: LastAct | null, lead: PendingInput): number | null {
  const { events, createdAt, handledAt, undeliveredSince } = lead;
  const isTeamsTurn = lastAct !== null && actsForTeam.includes(lastAct);
  const answerIndex = events.findLastIndex(
    ({ kind, at }) => eventKindsThatAnswer.includes(kind) && at < (undeliveredSince ?? Infinity),
  );
  if (answerIndex < 0)
    return isTeamsTurn || (handledAt === null && lastAct !== 'asked') ? createdAt : null;
  if (!isTeamsTurn) return null;
  const since = events
    .slice(answerIndex + 1)
    .filter((event) => applicantKinds.includes(event.kind) || isPayment(event, paidStates));
  return since.length > 0 ? Math.min(...since.map(({ at }) => at)) : null;
}

const actsForTeam: readonly LastAct[] = ['wrote', 'undelivered', 'answered', 'paid', 'accepted'];
const applicantKinds: readonly string[] = ['files', 'message', 'accepted'];
