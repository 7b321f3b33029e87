import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { addDays, isWeekend } from '#lib/platform/chile/calendar.ts';
import { offsetAt } from '#lib/platform/chile/chile-time.ts';
import { formatDateTime, isoDay, startOfDay } from '#lib/platform/chile/format.ts';
import { HOUR } from '#lib/platform/process/durations.ts';
import { closeAfterTest } from '#tests/support/cleanup.ts';
import {
  badGateway,
  bodyOf,
  cutOff,
  escaped,
  listen,
  reply,
  serverOf,
} from '#tests/support/providers/http-server.ts';
import { bookingEvent, sendBooking } from '#tests/support/providers/scheduling.ts';

/** Failures of calls for free hours. */
export type CalendarTrouble =
  | 'hang'
  | 'cut'
  | 'page'
  | 'error'
  | 'nonsense'
  | 'huge'
  | 'empty'
  | 'forbidden';

type Options = {
  port?: number;
  /** Free hours (ISO) by `user/event`. Without them, office hours of the next two weeks. */
  events?: Record<string, string[]>;
  /** Gets an event for each booking that is made on the page. */
  webhook?: { url: string; secret: string };
  /** URL to which the page leads after a booking, as the event's redirect does at Cal.com. */
  home?: string;
};

const VERSION = '2024-09-04';
const question = z.object({
  eventTypeSlug: z.string(),
  username: z.string(),
  start: z.iso.datetime(),
  end: z.iso.datetime(),
  timeZone: z.literal('America/Santiago'),
});

/**
 * Starts Cal.com over real HTTP: its slots (API v2) in their wire format, failing on command, and a
 * booking page that shows what its URL fills in and reports the booking to the webhook.
 */
export async function startCalendar({ port, events, webhook, home }: Options = {}) {
  const calls: URLSearchParams[] = [];
  const booked = new Set<number>();
  let trouble: CalendarTrouble | undefined;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const at = new URL(request.url ?? '/', 'http://stand.in');
    if (at.pathname !== '/v2/slots') return book(at, request, response);
    calls.push(at.searchParams);
    if (trouble) return fail(response, trouble);
    const requestOptions = question.safeParse(Object.fromEntries(at.searchParams));
    if (request.headers['cal-api-version'] !== VERSION) return refuse(response, 404);
    if (!requestOptions.success) return refuse(response, 400);
    const { username, eventTypeSlug, start, end } = requestOptions.data;
    const hours = hoursOf(`${username}/${eventTypeSlug}`);
    if (!hours) return refuse(response, 404);
    const free = hours.filter(
      (hour) => hour >= Date.parse(start) && hour <= Date.parse(end) && !booked.has(hour),
    );
    const days = Map.groupBy(free, isoDay);
    const data = [...days].map(([day, starts]) => [day, starts.map((ms) => ({ start: iso(ms) }))]);
    reply(response, 200, { data: Object.fromEntries(data), status: 'success' });
  }

  function hoursOf(event: string): number[] | undefined {
    if (events) return events[event]?.map((hour) => Date.parse(hour));
    return event === 'resguardo/asesoria' ? officeHours(Date.now()) : undefined;
  }

  async function book(at: URL, request: IncomingMessage, response: ServerResponse) {
    if (!hoursOf(at.pathname.slice(1))) return void response.writeHead(404).end();
    const known = Object.fromEntries(at.searchParams);
    if (request.method === 'GET') return html(response, bookingPage(known));
    const {
      name = '',
      email = '',
      slot = '',
    } = Object.fromEntries(new URLSearchParams(await bodyOf(request)));
    const leadRef = known['metadata[leadRef]'];
    const [uid, createdAt] = [randomUUID(), new Date().toISOString()];
    const event = bookingEvent({ uid, createdAt, startTime: slot, name, email, leadRef });
    if (webhook) await sendBooking(webhook.url, event, webhook.secret);
    booked.add(Date.parse(slot));
    const back = home ? `<p><a href="${escaped(home)}">Volver a Resguardo</a></p>` : '';
    html(response, `<p>Reservado: ${formatDateTime(Date.parse(slot))}, hora de Chile.</p>${back}`);
  }

  const { url, close } = await listen(serverOf(answer), port);
  return closeAfterTest({
    url,
    variables: { SCHEDULING_URL: `${url}/resguardo/asesoria`, SCHEDULING_API_URL: url },
    /** Questions of every call for free hours. */
    calls,
    /** Makes every call fail until it is called without a trouble. */
    fail: (fault?: CalendarTrouble) => {
      trouble = fault;
    },
    close,
  });
}

/** Returns each half hour from 9 to 18 of the weekdays of two weeks, from tomorrow. */
function officeHours(now: number): number[] {
  const days = Array.from({ length: 14 }, (_, n) => addDays(isoDay(now), n + 1));
  return days
    .filter((day) => !isWeekend(day))
    .flatMap((day) =>
      Array.from({ length: 18 }, (_, n) => startOfDay(day) + 9 * HOUR + (n * HOUR) / 2),
    );
}

/** Formats a time as `2026-12-01T10:00:00.000-03:00`. */
function iso(ms: number): string {
  const hours = offsetAt(ms) / HOUR;
  return new Date(ms + offsetAt(ms)).toISOString().replace('Z', `-0${-hours}:00`);
}

function fail(response: ServerResponse, trouble: CalendarTrouble): void {
  const start = '2026-12-01T10:00:00.000-03:00';
  if (trouble === 'cut') cutOff(response, { status: 'success', data: { '2026-12-01': [] } });
  else if (trouble === 'page') badGateway(response, 502);
  else if (trouble === 'error') refuse(response, 500);
  else if (trouble === 'forbidden') refuse(response, 403);
  else if (trouble === 'empty') reply(response, 200, { status: 'success', data: {} });
  else if (trouble === 'nonsense')
    reply(response, 200, { status: 'success', data: { x: [{ start: 'mañana' }] } });
  else if (trouble === 'huge')
    reply(response, 200, { status: 'success', data: { x: Array(20_000).fill({ start }) } });
}

function refuse(response: ServerResponse, status: number): void {
  reply(response, status, { status: 'error', error: { code: 'Exception', message: 'stand-in' } });
}

function html(response: ServerResponse, body: string): void {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
  response.end(`<!doctype html><title>Cal.com de prueba</title><h1>Cal.com de prueba</h1>${body}`);
}

function bookingPage({ slot, name, email }: Record<string, string>): string {
  if (!slot) return '<p>Aquí se ven todas las horas. Elige una en Resguardo.</p>';
  return `<p>${formatDateTime(Date.parse(slot))}, hora de Chile</p>
<form method="post">
<input type="hidden" name="slot" value="${escaped(slot)}">
<p><label>Nombre <input name="name" value="${escaped(name)}"></label></p>
<p><label>Correo <input name="email" value="${escaped(email)}"></label></p>
<button>Confirmar</button>
</form>`;
}
