import type { Advisor } from '#lib/domain/accounts/reads/advisors.ts';
import { closingEnd, pendingCall } from '#lib/domain/requests/leads/rules.ts';
import { guaranteeTypeCopy } from '#lib/domain/requests/submissions/copy.ts';
import { eventLine } from '#lib/domain/requests/team/copy.ts';
import type {
  AttachedPayment,
  Lead,
  LeadPaymentRequest,
} from '#lib/domain/requests/team/reads/get-lead.ts';
import type { GivenUpGroup } from '#lib/domain/requests/team/reads/list-given-up-groups.ts';
import type { Neighbours } from '#lib/domain/requests/team/reads/list-inbox-page.ts';
import type { RelatedLead } from '#lib/domain/requests/team/reads/list-related-leads.ts';
import type { LeadsPage, StoredLead } from '#lib/domain/requests/team/reads/rows.ts';
import type { TeamFigures } from '#lib/domain/requests/team/reads/week-figures.ts';
import type { LeadDetail, LeadRow } from '#lib/domain/requests/team/schema.ts';
import { addAmounts } from '#lib/platform/chile/amounts.ts';
import { daysBetween, WORKDAY_MS, workingMs } from '#lib/platform/chile/calendar.ts';
import {
  formatAmount,
  formatCount,
  formatDate,
  formatDay,
  formatDuration,
  formatTime,
  formatWeekday,
  isoDay,
} from '#lib/platform/chile/format.ts';
import { HOUR } from '#lib/platform/process/durations.ts';

export type {
  Advisor,
  AttachedPayment,
  GivenUpGroup,
  Lead,
  LeadPaymentRequest as LeadPayment,
  LeadsPage,
  Neighbours,
  RelatedLead,
  StoredLead,
  TeamFigures,
};

/** Maximum length of a text of amounts in a row, in characters. */
const MAX_AMOUNT_LENGTH = 26;

/** Summarises guarantees for a row. `short` has only the first sum if all are too long. */
export function requestedSummary({ requested: items }: Pick<StoredLead, 'requested'>) {
  const currencies = [...new Set(items.map(({ monedaGarantia }) => monedaGarantia))];
  const sums = currencies.map((currency) => {
    const ofCurrency = items.filter(({ monedaGarantia }) => monedaGarantia === currency);
    return formatAmount(addAmounts(ofCurrency.map(({ montoGarantia }) => montoGarantia)), currency);
  });
  const types = new Set(items.map(({ tipoGarantia }) => guaranteeTypeCopy[tipoGarantia].short));
  const amount = sums.join(' + ');
  const short = amount.length > MAX_AMOUNT_LENGTH ? `${sums[0]} y ${sums.length - 1} más` : amount;
  return { types: [...types].join(', '), amount, short: sums.length > 1 ? short : amount };
}

/** Returns how soon the first guarantee must begin, or null if it has begun or there is none. */
export function startMark({ requested }: Pick<StoredLead, 'requested'>, now: number): Mark | null {
  const [day] = requested.map(({ vigenciaDesde }) => vigenciaDesde).sort();
  const days = day ? daysBetween(isoDay(now), day) : -1;
  if (days < 0) return null;
  return { text: ['hoy', 'mañana'][days] ?? `en ${days} días`, tone: toneOfDays(days) };
}

type Mark = { text: string; tone: 'danger' | 'warning' | 'plain' };
type ClosingMark = Mark & { isOver: boolean };

function toneOfDays(days: number): Mark['tone'] {
  if (days > 3) return 'plain';
  return days > 1 ? 'warning' : 'danger';
}

/** Returns when (ms) a lead's tender closes, as known here or in the sender's words, or null. */
export function leadClosing(lead: Pick<StoredLead, 'closing' | 'closesAt' | 'createdAt'>) {
  if (lead.closesAt !== null) return { closesAt: lead.closesAt };
  const closesAt = closingEnd(lead.closing ?? undefined, lead.createdAt);
  return closesAt === null ? null : { closesAt, isDay: true };
}

/** Returns the due call, such as `Llamar hoy 15:00` or `Llamar mañana 9–12`, and its day. */
export function pendingCallMark(lead: Pick<StoredLead, CallColumn>, now: number) {
  const call = pendingCall(lead, now);
  if (!call) return null;
  const { day, time, hours } = call;
  const hourOf = (ms: number) => Number(formatTime(ms).slice(0, 2));
  const span = `${hourOf(hours.start)}–${hourOf(hours.end)}`;
  const hour = time?.startsWith('a las') ? formatTime(day) : time && span;
  const days = daysBetween(isoDay(now), isoDay(day));
  const when =
    ['hoy', 'mañana'][days] ?? `${formatWeekday(day).slice(0, 3)} ${formatDay(day).slice(0, 5)}`;
  const tone: Mark['tone'] = days === 0 ? 'danger' : 'warning';
  return {
    text: ['Llamar', when, hour].filter(Boolean).join(' '),
    words: ['Llamar el', formatWeekday(day), formatDate(isoDay(day)), time]
      .filter(Boolean)
      .join(' '),
    at: day,
    tone,
  };
}

type CallColumn = 'preferred' | 'createdAt';

/** Returns `hoy 15:00`, `mañana 09:30`, `en 3 días` or `cerró`, by days of Chile's calendar. */
export function closingMark(
  closesAt: number,
  now: number,
  { isDay = false }: { isDay?: boolean | undefined } = {},
): ClosingMark {
  if (closesAt <= now) return { text: 'cerró', isOver: true, tone: 'plain' };
  const days = daysBetween(isoDay(now), isoDay(closesAt));
  const soon = `${days === 0 ? 'hoy' : 'mañana'}${isDay ? '' : ` ${formatTime(closesAt)}`}`;
  return { text: days > 1 ? `en ${days} días` : soon, isOver: false, tone: toneOfDays(days) };
}

export function leadRowView(lead: StoredLead): LeadRow {
  const {
    assignedTo,
    assigneeEmail,
    crmContactId,
    handledAt,
    createdAt,
    erasedAt,
    state,
    ...rest
  } = lead;
  return {
    ...rest,
    state: lead.kind === 'garantia' ? state : null,
    handledAt: isoTimeOf(handledAt),
    assignedTo: assignedTo === null ? null : { id: assignedTo, email: assigneeEmail },
    inCrm: crmContactId !== null,
    createdAt: new Date(createdAt).toISOString(),
    erasedAt: isoTimeOf(erasedAt),
  };
}

export function leadDetailView(lead: Lead): LeadDetail {
  return {
    ...leadRowView(lead),
    sections: lead.sections,
    consent: {
      version: lead.consentVersion,
      address: lead.consentIp,
      at: new Date(lead.createdAt).toISOString(),
    },
    crm: { contactId: lead.crmContactId, dealId: lead.crmDealId },
    events: lead.events.map(({ id, at, actor, event }) => ({
      id,
      at: new Date(at).toISOString(),
      kind: event.kind,
      ...eventLine(event),
      actor,
    })),
    bookings: lead.bookings.map(({ title, state, startsAt, location }) => ({
      title,
      state,
      startsAt: isoTimeOf(startsAt),
      location,
    })),
    deliveries: lead.deliveries.map(({ dueAt: _, createdAt, settledAt, ...delivery }) => ({
      ...delivery,
      createdAt: new Date(createdAt).toISOString(),
      settledAt: isoTimeOf(settledAt),
    })),
  };
}

function isoTimeOf(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}

/** Returns `3 horas` or `2 días hábiles`. A working day has nine hours. */
export function workingTimeText(ms: number): string {
  const days = Math.floor(ms / WORKDAY_MS);
  if (days === 0) return formatDuration(ms);
  return formatCount(days, 'día hábil', 'días hábiles');
}

/** Returns how long a lead has waited for an answer, in working time, or null if it needs none. */
export function unansweredTime(
  { unansweredSince }: Pick<StoredLead, 'unansweredSince'>,
  now: number,
) {
  if (unansweredSince === null) return null;
  const ms = workingMs(unansweredSince, now);
  const hours = Math.floor(ms / HOUR);
  const days = Math.floor(ms / WORKDAY_MS);
  const inHours = hours === 0 ? '< 1 h' : `${hours} h`;
  const words = hours === 0 ? 'menos de 1 h hábil' : formatCount(hours, 'h hábil', 'h hábiles');
  const tone: Mark['tone'] = ms > WORKDAY_MS ? 'danger' : ms > WORKDAY_MS / 2 ? 'warning' : 'plain';
  return {
    text: `lleva ${days === 0 ? words : workingTimeText(ms)} sin respuesta`,
    short: days === 0 ? inHours : formatCount(days, 'día', 'días'),
    tone,
  };
}
