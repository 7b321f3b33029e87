import type { PendingTasks } from '#lib/domain/requests/applicant/rules.ts';
import type { Conditions } from '#lib/domain/requests/conditions/schema.ts';
import { isDecided } from '#lib/domain/requests/leads/rules.ts';
import {
  guaranteeIssueDay,
  handoverText,
  lateIssueText,
  latePayText,
  paidBidText,
  timelyPayText,
  upcomingClosing,
} from '#lib/domain/requests/submissions/rules.ts';
import { findPayLimit } from '#lib/domain/requests/submissions/steps.ts';
import type { StoredAnswers } from '#lib/domain/requests/submissions/view.ts';
import { isoDay } from '#lib/platform/chile/format.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import type { RequestState } from '#lib/platform/db/schema/request-states.ts';

type DatedRequest = {
  state: RequestState;
  answers: Pick<StoredAnswers, 'garantias'>;
  conditions: Conditions | null;
};
type Moment = Pick<PendingTasks, 'due' | 'payments'> & { closesAt: number | null; now: number };

/**
 * Returns the days that the page of a request names. If the guarantee may be late, `lateText` says
 * so at the top of the page. No other text then names a day to pay or to hand it in.
 */
export async function readDeadlines(
  { state, answers: { garantias }, conditions }: DatedRequest,
  { due, payments, closesAt, now }: Moment,
) {
  const { company } = getEnv();
  const { issueDays } = company;
  const paidPayment = payments.find((payment) => payment.state === 'paid');
  const paidAt = due.length === 0 ? (paidPayment?.paidAt ?? null) : null;
  const times = { ...company, ...(conditions && { answerHours: 0 }), closesAt, now, paidAt };
  const lateText = lateIssueText(garantias, times);
  const paidText = paidAt && !lateText ? paidBidText(garantias, times) : null;
  // The link that ends first limits until when to pay.
  const linkEndDay = due.map(({ lastIsoDay: until }) => until).sort()[0];
  const closing = upcomingClosing(garantias, closesAt, now);
  const limits = { today: isoDay(now), linkEnds: linkEndDay, issueDays, closesAt: closing };
  const payLimit = lateText
    ? { day: null, text: latePayText }
    : findPayLimit({ garantias }, limits);
  const isUnpriced = !conditions && payments.length === 0 && !isDecided(state);
  return {
    lateText,
    handIn: isDecided(state) ? handoverText(garantias, closesAt, now) : paidText,
    readyOn: guaranteeIssueDay(paidPayment?.paidAt, times),
    payLimit,
    /** Until when to pay, while the price is not known yet. */
    timelyText: isUnpriced ? timelyPayText(garantias, times) : null,
  };
}
