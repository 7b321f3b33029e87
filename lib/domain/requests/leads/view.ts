import { type ContactFormBody, contactForm } from '#lib/domain/requests/leads/contact-schema.ts';
import { formLabels } from '#lib/domain/requests/leads/copy.ts';
import {
  callHours,
  mayAnswerAfterClosing,
  nextWorkingTime,
} from '#lib/domain/requests/leads/rules.ts';
import type { FormKind, ShownEvent } from '#lib/domain/requests/leads/schema.ts';
import {
  formatDateTime,
  formatDay,
  formatPhone,
  formatTime,
  formatWeekday,
  isoDay,
  phoneHref,
} from '#lib/platform/chile/format.ts';
import { isHoliday } from '#lib/platform/chile/holidays.ts';
import { formatRut } from '#lib/platform/chile/rut.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { parseRowId } from '#lib/platform/operations/row-id.ts';
import { DAY } from '#lib/platform/process/durations.ts';
import { signedToken, verifySignedToken } from '#lib/platform/security/secrets.ts';

/** A lead from a form, for mails and receipt. Times are in ms since the epoch, UTC. */
export type FormLead = {
  id: number;
  kind: FormKind;
  answers: ContactFormBody;
  consentVersion: string;
  createdAt: number;
  handledAt: number | null;
  /** How the sender wants to be answered (`PendingInput.preferred`). */
  preferred: string | null;
  /** Name of the advisor who answered last or has the lead, if it may be shown. */
  advisor: string | null;
};

export function fullName({ primer_nombre, apellido }: ContactFormBody): string {
  return apellido ? `${primer_nombre} ${apellido}` : primer_nombre;
}

/** Returns the answers of a form in the form's order, without the consent. */
export function answerRows(answers: Record<string, unknown>): { label: string; value: string }[] {
  return contactForm.keyof().options.flatMap((field) => {
    const value = answers[field] ?? '';
    if (value === '' || field === 'acepta_politicas') return [];
    return [{ label: formLabels[field], value: valueText(field, value) }];
  });
}

function valueText(field: string, value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Sí' : 'No';
  const text = String(value);
  if (field === 'telefono') return formatPhone(text);
  return field === 'rut' ? formatRut(text) : text;
}

/** Returns a row that links to a lead's page in the inbox. Only advisors can open that page. */
export function inboxRow(id: number) {
  const href = `${getEnv().appUrl}/admin/leads/${id}`;
  return { label: 'Bandeja', value: 'Abrir en la bandeja', href };
}

/**
 * Returns the URL of a lead's file. `file` is the kind of an attachment, or the id of a file that
 * was added later.
 */
export function leadFileUrl(id: number, file: string): string {
  return `${getEnv().appUrl}/api/admin/leads/${id}/files/${file}`;
}

/** Signs a lead's id for Cal.com, which sends it back in a booking's `metadata.leadRef`. */
export function leadRefOf(id: number): string {
  return signedToken('lead-ref', String(id));
}

/** Returns the lead of a booking's `metadata.leadRef`, or null if the signature is not ours. */
export function leadIdOfRef(text: string | undefined): number | null {
  return parseRowId(verifySignedToken('lead-ref', text)) ?? null;
}

/**
 * Returns the URL where the sender can book an hour, with name, e-mail and phone filled in, or null
 * without SCHEDULING_URL. With `isProved` false, name and phone are left out, because the e-mail is
 * unproved and anybody may have typed them.
 */
export function bookingUrlOf(
  { id, answers }: Pick<FormLead, 'id' | 'answers'>,
  { isProved = true } = {},
): string | null {
  const { correo: email, telefono: phone } = answers;
  return bookingLink({
    ...(isProved && { name: fullName(answers), phone }),
    email,
    'metadata[leadRef]': leadRefOf(id),
  });
}

type BookingFields = Partial<Record<'name' | 'phone' | 'email' | 'metadata[leadRef]', string>>;

/** Returns the booking page with the known fields filled in, or null without SCHEDULING_URL. */
export function bookingLink({ phone, ...fields }: BookingFields): string | null {
  const { url } = getEnv().scheduling;
  if (!url) return null;
  const booking = new URL(url);
  for (const [name, value] of Object.entries(fields)) {
    if (value) booking.searchParams.set(name, value);
  }
  // Cal.com fills in the phone from this parameter, with a country code
  // (cal.com/help/bookings/prefill-fields).
  const dialled = phoneHref(phone ?? '').replace('tel:', '');
  if (dialled.startsWith('+')) booking.searchParams.set('attendeePhoneNumber', dialled);
  return booking.href;
}

/**
 * Returns the booking page at a free hour (ms), where only the confirmation is missing. Cal.com's
 * booking page reads the hour from `slot`, the day from `month` and `date`, and the time zone from
 * `cal.tz` (`packages/features/bookings/Booker/store.ts`).
 */
export function hourLink(booking: string, startsAt: number): string {
  const url = new URL(booking);
  const date = isoDay(startsAt);
  const slot = new Date(startsAt).toISOString();
  const fields = { month: date.slice(0, 7), date, slot, 'cal.tz': 'America/Santiago' };
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value);
  return url.href;
}

/**
 * Returns the booking link that pages and mails offer. Returns null for other kinds of form, and
 * for a sender with a telephone, who chooses an hour in our own form.
 */
export function offeredBookingUrl(lead: FormLead, options?: { isProved?: boolean }): string | null {
  return lead.kind === 'asesor' && !lead.answers.telefono ? bookingUrlOf(lead, options) : null;
}

/**
 * Returns the URL of a promised call as a calendar file, or null if no call was promised for a
 * certain day.
 */
export function callCalendarUrl(
  { preferred, createdAt }: FormLead,
  pageUrl: string,
): string | null {
  const isCalled = callHours(preferred ?? undefined, createdAt);
  return isCalled ? `${pageUrl}/calendario` : null;
}

/**
 * Returns when (ms) the meeting of the newest booking begins, or undefined if it has begun or there
 * is none. `events` are newest first.
 */
export function findMeetingAt(
  events: readonly { event: ShownEvent }[],
  now: number,
): number | undefined {
  const booked = events.find(({ event }) => event.kind === 'booking')?.event;
  const isActive = booked?.kind === 'booking' && ['requested', 'accepted'].includes(booked.state);
  return isActive && booked.startsAt && booked.startsAt > now ? booked.startsAt : undefined;
}

/** Says that a booking link leaves this site. */
export const bookingNotice = 'Se abre nuestra agenda.';

/**
 * How to reach the team. `answerHours` and `offHours` come from ABOUT_ANSWER_HOURS and
 * ABOUT_OFF_HOURS.
 */
export type TeamReach = {
  phone?: string | undefined;
  whatsapp?: string | undefined;
  answerHours?: number | undefined;
  offHours?: string | undefined;
};

/**
 * Says when the team is back if it does not work now, and that its answer may come after the
 * closing (ms). Returns an empty text if neither applies or the hours of the team are not known. A
 * page says `hoy`; a mail has the date, because it may be read on another day.
 */
export function awayText(
  { phone, answerHours, offHours }: TeamReach,
  { now, closesAt, isPage }: { now: number; closesAt?: number | null | undefined; isPage?: true },
): string {
  if (answerHours === undefined) return '';
  const backAt = nextWorkingTime(now);
  const today = formatWeekday(now);
  const isToday = isPage && backAt && isoDay(backAt) === isoDay(now);
  const lines = [
    backAt &&
      `${weekendDays.includes(today) ? `Hoy ${today}` : isHoliday(isoDay(now)) ? 'Hoy es feriado y' : 'Ahora'} no atendemos${phone ? ' por teléfono' : ''}: volvemos ${isToday ? `hoy a las ${formatTime(backAt)}` : `el ${formatWeekday(backAt)} ${formatDateTime(backAt)}`}.`,
    backAt && offHours,
    closesAt &&
      mayAnswerAfterClosing(closesAt, now, answerHours) &&
      'Puede que no alcancemos: nuestra respuesta podría llegar después del cierre.',
  ];
  return lines.filter(Boolean).join(' ');
}

/** The hours in which `nextWorkingTime` expects the team to work. */
export const phoneHoursText = 'de lunes a viernes, de 09:00 a 18:00';

const weekendDays = ['sábado', 'domingo'];

/**
 * Returns the numbers at which the team answers now. Outside its hours nobody takes calls. WhatsApp
 * is then included only if ABOUT_OFF_HOURS says when it is read.
 */
export function currentReach(
  { phone, whatsapp, answerHours, offHours }: TeamReach,
  now: number,
): Pick<TeamReach, 'phone' | 'whatsapp'> {
  if (answerHours === undefined || nextWorkingTime(now) === null) return { phone, whatsapp };
  return { whatsapp: offHours && whatsapp };
}

export function contactText(subject: string, tenderId: string | null | undefined): string {
  return `Hola, escribo por mi ${subject}${tenderId ? `, licitación ${tenderId}` : ''}.`;
}

/** Says in a mail sent `now` how to reach the team, or returns an empty text. */
export function reachText(reach: TeamReach, now: number): string {
  const { phone, whatsapp } = currentReach(reach, now);
  const ways = [
    phone && `llama al ${formatPhone(phone)}`,
    whatsapp && `escribe por WhatsApp al ${formatPhone(whatsapp)}`,
  ].filter(Boolean);
  return ways.length > 0 ? `Para llegar a tiempo, ${ways.join(' o ')}.` : '';
}

/** Returns the warning of a mail sent `now` about a closing (ms) within two days, or null. */
export function urgentText(
  reach: TeamReach,
  { now, closesAt, isDay }: { now: number; closesAt: number | null | undefined; isDay?: true },
): string | null {
  if (!closesAt || closesAt <= now || closesAt - now > 2 * DAY) return null;
  if (!reach.phone && !reach.whatsapp) return null;
  const until = isDay ? formatDay(closesAt) : formatDateTime(closesAt);
  return [
    `El plazo cierra el ${formatWeekday(closesAt)} ${until}.`,
    reachText(reach, now),
    awayText(reach, { now, closesAt }),
  ]
    .filter(Boolean)
    .join(' ');
}
