import { type SQL, sql } from 'drizzle-orm';
import { eventKindsThatAnswer, isDecided } from '#lib/domain/requests/leads/rules.ts';
import { type LeadKind, leadKinds } from '#lib/domain/requests/leads/schema.ts';
import type { ListFilter } from '#lib/domain/requests/team/list-query.ts';
import {
  type LeadStatus,
  lastActsOfTurn,
  leadStatusOf,
  statusesOf,
  type TurnChoice,
} from '#lib/domain/requests/team/rules.ts';
import { addDays, nextMidnight, workingDayBefore } from '#lib/platform/chile/calendar.ts';
import { isoDay, startOfDay } from '#lib/platform/chile/format.ts';
import type { ReadDb } from '#lib/platform/db/client.ts';
import { leads } from '#lib/platform/db/schema/leads.ts';
import {
  type LastAct,
  type RequestState,
  requestStates,
} from '#lib/platform/db/schema/request-states.ts';
import { now } from '#lib/platform/process/clock.ts';
import { HOUR } from '#lib/platform/process/durations.ts';

/** A range of ids, without `above` and `below` themselves, and the exact conditions on times. */
export type IdRange = { above: number; below: number; times: SQL };

/**
 * Ids and times may be in a different order within this time, because writes wait and clocks
 * differ.
 */
const MAX_ID_TIME_SKEW_MS = HOUR;

/** Converts days in Chile to a span of ids, by two look-ups in the index of times. */
export async function idRangeOf(
  read: ReadDb,
  { from, to, status }: Pick<ListFilter, 'from' | 'to' | 'status'>,
  cursor: number | undefined,
): Promise<IdRange> {
  const sinceMs = from ? startOfDay(from) : null;
  const untilMs = to ? nextMidnight(to) : null;
  const lastBefore = (ms: number) => sql`created_at < ${ms} order by created_at desc`;
  const firstSince = (ms: number) => sql`created_at >= ${ms} order by created_at`;
  const above =
    sinceMs === null ? 0 : await findFirstId(read, lastBefore(sinceMs - MAX_ID_TIME_SKEW_MS));
  const below =
    untilMs === null ? null : await findFirstId(read, firstSince(untilMs + MAX_ID_TIME_SKEW_MS));
  return {
    above: above ?? 0,
    below: Math.min(cursor ?? Number.MAX_SAFE_INTEGER, below ?? Number.MAX_SAFE_INTEGER),
    times: sql`${sinceMs === null ? sql`` : sql`and created_at >= ${sinceMs}`}
      ${untilMs === null ? sql`` : sql`and created_at < ${untilMs}`}
      ${status === 'atrasadas' ? lateCondition(now()) : sql``}`,
  };
}

/** Returns the filter as one condition, without the range of times, which `idRangeOf` handles. */
export function filterCondition(filter: ListFilter, me: string): SQL {
  const { kind, state, handled, status, turn } = filter;
  return sql.join(
    [
      sql`1`,
      ...(kind ? [sql`kind = ${kind}`] : []),
      ...(state ? [sql`kind = 'garantia' and state = ${state}`] : []),
      ...(handled ? [sql`(handled_at is null) = ${handled === 'no' ? 1 : 0}`] : []),
      ...(status ? [sql`${statusColumn} in ${statusesOf(status)}`] : []),
      ...(turn ? [turnCondition(turn)] : []),
      ...(filter.assigned ? [assigneeCondition(filter.assigned, me)] : []),
      ...(filter.closing ? [deadlineCondition(filter.closing, now())] : []),
    ],
    sql` and `,
  );
}

/** Selects leads without an answer for more than a working day. */
export function lateCondition(now: number): SQL {
  return sql`and erased_at is null and unanswered_since < ${workingDayBefore(now)}`;
}

/** SQL for when a lead was first answered (ms), or null. */
export const firstAnswerColumn = sql`(select min(at) from lead_events
  where lead_id = leads.id and kind in ${eventKindsThatAnswer}
    and detail ->> '$.hidden' is null)`;

/** Returns the end (ms) of the seventh day after today, on the calendar of Chile. */
export function weekEnd(now: number): number {
  return startOfDay(addDays(isoDay(now), 8));
}

/**
 * Selects leads with a deadline after `now`: the tender closes, a guarantee begins or a promised
 * call is due. `week` selects the next 7 days. A call whose hour has passed is selected until the
 * end of its day.
 */
export function deadlineCondition(closing: ListFilter['closing'], now: number): SQL {
  const until = closing === 'week' ? weekEnd(now) : Number.MAX_SAFE_INTEGER;
  return sql`due_at > ${startOfDay(isoDay(now))} and due_at < ${until}
    and (due_at > ${now} or kind <> 'garantia' and waits_until > ${now})`;
}

/**
 * Selects unpaid requests for nothing but bid bonds whose tender has closed. Other guarantees are
 * needed after the award.
 */
export function missedClosingCondition(now: number): SQL {
  return sql`(kind = 'garantia' and not is_paid
    and exists (select 1 from marketplace_tenders t
      where t.code = leads.tender_id and t.closes_at <= ${now})
    and not exists (select 1 from submissions s, json_each(s.answers, '$.garantias') g
      where s.id = leads.submission_id and g.value ->> '$.tipoGarantia' <> 'seriedad'))`;
}

/** SQL for the status of a row. It must give the same result as `leadStatusOf`. */
const statusColumn = sql`case when handled_at is null
  then iif(waits in ${lastActsOfTurn.applicant}, 'en_espera', 'por_atender')
  when state = 'recibida' then 'atendida' else state end`;

/**
 * Selects the leads on which one side has to act. `issue` includes paid leads whose last act is one
 * of `actsToAnswer`.
 */
export function turnCondition(turn: TurnChoice): SQL {
  if (turn === 'issue')
    return sql`(waits in ${lastActsOfTurn.issue} or waits in ${actsToAnswer} and is_paid)`;
  if (turn !== 'ours') return sql`waits in ${lastActsOfTurn[turn]}`;
  return sql`iif(handled_at is null, (waits in ${lastActsOfTurn.applicant}) is not true, waits in ${actsForTeam})`;
}

/**
 * Last acts after which the team has to answer or to send something again. If the request is paid,
 * the team must also issue the guarantee.
 */
const actsToAnswer = ['wrote', 'undelivered', 'answered'] as const satisfies readonly LastAct[];
const actsForTeam = [...lastActsOfTurn.answer, ...lastActsOfTurn.issue];

/** Returns the filter as at most 25 ranges of the index on kind, state, handled and last act. */
export function indexRangesOf(filter: ListFilter, me: string): SQL[] {
  const statuses = filter.status && statusesOf(filter.status);
  const assignee = filter.assigned ? sql`${assigneeCondition(filter.assigned, me)} and ` : sql``;
  const flags = filter.handled ? [filter.handled === 'no' ? 1 : 0] : [1, 0];
  return kindsAndStates
    .filter(([kind]) => !filter.kind || kind === filter.kind)
    .filter(([kind, state]) => !filter.state || (kind === 'garantia' && state === filter.state))
    .flatMap(([kind, state]) =>
      flags
        .filter((flag) => statuses?.some((status) => matchesStatus(status, flag, state)) ?? true)
        .flatMap((flag) =>
          lastActConditions(filter.turn, { kind, state, flag }).map(
            (lastAct) => sql`${assignee} ${lastAct} kind = ${kind} and state = ${state}
            and (handled_at is null) = ${flag}
            ${flag && statuses ? sql`and ${statusColumn} in ${statuses}` : sql``}`,
          ),
        ),
    );
}

type IndexRange = { kind: LeadKind; state: RequestState; flag: number };

/**
 * Returns one condition for each last act of a turn: each of them is a single range of the index.
 */
function lastActConditions(turn: TurnChoice | undefined, { kind, state, flag }: IndexRange): SQL[] {
  if (!turn) return [sql``];
  if (turn === 'ours' && flag) return [sql`${turnCondition(turn)} and`];
  const acts: readonly LastAct[] = turn === 'ours' ? actsForTeam : lastActsOfTurn[turn];
  const conditions = acts
    .filter((lastAct) => {
      if (lastAct === 'undelivered' || lastAct === 'wrote') return true;
      if (kind === 'garantia') return lastAct !== 'call' && !isDecided(state);
      return (lastAct === 'replied' || lastAct === 'call') && flag;
    })
    .map((lastAct) => sql`waits = ${lastAct} and`);
  const isOpen = kind === 'garantia' && !isDecided(state);
  const paidConditions = actsToAnswer.map((lastAct) => sql`waits = ${lastAct} and is_paid and`);
  return turn === 'issue' && isOpen ? [...conditions, ...paidConditions] : conditions;
}

function matchesStatus(status: LeadStatus, flag: number, state: RequestState): boolean {
  if (flag) return status === 'por_atender' || status === 'en_espera';
  return status === leadStatusOf({ handledAt: 0, state, lastAct: null });
}

/** Leads that are not guarantee requests always stay in their first state. */
const kindsAndStates = leadKinds.flatMap((kind) =>
  (kind === 'garantia' ? requestStates : (['recibida'] as const)).map((s) => [kind, s] as const),
);

function assigneeCondition(assigned: string, me: string): SQL {
  if (assigned === 'nobody') return sql`assigned_to is null`;
  return sql`assigned_to = ${assigned === 'me' ? me : assigned}`;
}

/** Finds the first lead of a range of time, by the index on `created_at`. */
async function findFirstId(read: ReadDb, times: SQL): Promise<number | undefined> {
  const [row] = await read.select({ id: leads.id }).from(leads).where(times).limit(1);
  return row?.id;
}
