import { expect, test, vi } from 'vitest';
import AdvisorPage from '#app/(sitio)/asesor/page.tsx';
import ExpertPage from '#app/(sitio)/experto/page.tsx';
import ReceivedPage from '#app/(sitio)/recibido/[token]/page.tsx';
import { listServices } from '#lib/domain/health/reads.ts';
import { leadIdOfRef } from '#lib/domain/requests/leads/view.ts';
import { lastCallsOf } from '#lib/platform/metrics/last-calls.ts';
import { DAY, HOUR, MINUTE } from '#lib/platform/process/durations.ts';
import { shareResult } from '#lib/platform/process/share-result.ts';
import { forget } from '#lib/platform/process/singleton.ts';
import { captureLog } from '#tests/support/captured-log.ts';
import { contactBody, sendContact, storedLeads } from '#tests/support/contact.ts';
import { shownLinkToken } from '#tests/support/mailed-links.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { type CalendarTrouble, startCalendar } from '#tests/support/providers/calendar.ts';
import { bookingEvent } from '#tests/support/providers/scheduling.ts';
import { rejectAfter } from '#tests/support/timing.ts';
import { sendSchedulingEvent, webhookVariables } from '#tests/support/webhooks.ts';
import { forEachTest, START, worldForTest } from '#tests/support/world.ts';

/** Free hours of two people, each with two kinds of meeting. */
const events: Record<string, string[]> = {
  'resguardo/asesoria': [
    // Cal.com names no order of days, and an hour may come twice or have passed.
    '2026-11-25T09:00:00-03:00',
    '2026-11-24T09:00:00-03:00',
    '2026-11-20T11:30:00-03:00',
    '2026-11-20T12:30:00-03:00',
    '2026-11-20T23:30:00-03:00',
    '2026-11-21T00:00:00-03:00',
    ...['09:00', '09:30', '09:30', '10:00', '10:30', '11:00'].map(
      (h) => `2026-11-24T${h}:00-03:00`,
    ),
    '2027-04-03T22:30:00-03:00',
    '2027-04-05T09:00:00-04:00',
    '2027-09-03T17:30:00-04:00',
    '2027-09-06T09:00:00-03:00',
  ],
  'resguardo/cierre': ['2026-11-24T18:15:00-03:00'],
  'otra/asesoria': ['2026-11-24T19:15:00-03:00'],
  'otra/cierre': ['2026-11-24T20:15:00-03:00'],
};
const calendar = forEachTest(() => startCalendar({ events }));
const world = worldForTest(() => ({
  ...webhookVariables,
  ...calendar.variables,
  RATE_LIMITS: 'off',
}));

const advisorPage = async () => {
  browseAs({});
  return renderPage(AdvisorPage, {});
};
const expertPage = async () => {
  browseAs({});
  return renderPage(ExpertPage, {}, { monto: '5.000.000' });
};
/** Sends a form without telephone, by the second of two people, and returns its page. */
const received = async (more: object = {}) => {
  browseAs({});
  const { telefono: _, ...body } = contactBody;
  const path = '/api/contact-advisor';
  await sendContact({ ...body, primer_nombre: 'Luis', correo: 'luis@otra.cl' }, { path });
  await sendContact({ ...body, respuesta_preferida: 'Con una llamada', ...more }, { path });
  const id = (await storedLeads()).at(-1)?.id ?? 0;
  const token = await shownLinkToken('lead-receipt', id);
  return { id, page: () => renderPage(ReceivedPage, { token }) };
};
const hourLinks = (html: string) =>
  [...html.matchAll(/<a class="[^"]*" href="([^"]*slot=[^"]*)"/g)].map(
    ([, href = '']) => new URL(href),
  );
/** Returns each offered hour as day and time. */
const offered = (html: string) =>
  [...html.matchAll(/(\d\d-\d\d-\d{4}), <\/span>(\d\d:\d\d)<\/a>/g)].map(
    ([, day, time]) => `${day} ${time}`,
  );
const firstHours = [
  '20-11-2026 12:30',
  '20-11-2026 23:30',
  '21-11-2026 00:00',
  '24-11-2026 09:00',
  '24-11-2026 09:30',
  '24-11-2026 10:00',
  '24-11-2026 10:30',
];

test('the expert and advisor pages and the page after sending offer the next free hours with booking links', async () => {
  const { id, page } = await received();
  for (const html of [await expertPage(), await advisorPage(), await page()]) {
    expect(offered(html)).toEqual(firstHours);
    expect(textOf(html)).toMatch(/Hoy, viernes 20-11-2026.*Mañana, sábado 21-11-2026.*Martes 24/);
    expect(textOf(html)).toContain('Ver más horas');
    expect(html).not.toContain('Elige tu hora');
  }
  const [, late] = hourLinks(await page());
  expect(late?.href.split('?')[0]).toBe(calendar.variables.SCHEDULING_URL);
  const { 'metadata[leadRef]': ref, ...fields } = Object.fromEntries(late?.searchParams ?? []);
  expect(leadIdOfRef(ref)).toBe(id);
  expect(fields).toEqual({
    name: 'Ana Muñoz',
    email: contactBody.correo,
    month: '2026-11',
    date: '2026-11-20',
    slot: '2026-11-21T02:30:00.000Z',
    'cal.tz': 'America/Santiago',
  });
  for (const html of [await expertPage(), await advisorPage()]) {
    const [unknown] = hourLinks(html);
    expect([...(unknown?.searchParams.keys() ?? [])]).toEqual(['month', 'date', 'slot', 'cal.tz']);
  }
});

test.each([
  ['resguardo/cierre', ['24-11-2026 18:15']],
  ['otra/asesoria/', ['24-11-2026 19:15']],
  ['otra/cierre?theme=light', ['24-11-2026 20:15']],
  ['otra/ninguna', []],
])(
  'free hours are those of the person and event in the path of the booking page: %s',
  async (path, hours) => {
    await world.reopen({ ...calendar.variables, SCHEDULING_URL: `${calendar.url}/${path}` });
    expect(offered(await advisorPage())).toEqual(hours);
    expect(calendar.calls).toHaveLength(1);
  },
);

test('no hours are asked for a booking page on another host, though its name ends like that of the API', async () => {
  const { variables, url, calls } = calendar;
  const SCHEDULING_API_URL = url.replace('127.0.0.1', 'localhost');
  await world.reopen({ ...variables, SCHEDULING_API_URL, SCHEDULING_URL: 'http://host/a/b' });
  expect(await advisorPage()).not.toContain('Toma una hora libre');
  expect(calls).toEqual([]);
});

test.each([
  ['https://calendly.com/resguardo/asesoria'],
  ['https://resguardo.cal.com/resguardo/asesoria'],
  ['/resguardo'],
  ['/team/resguardo/asesoria'],
  ['/resguardo+otra/asesoria'],
])('no hours are asked for a booking page that the API does not serve: %s', async (url) => {
  const SCHEDULING_URL = new URL(url, calendar.url).href;
  await world.reopen({ ...calendar.variables, SCHEDULING_URL });
  const { page } = await received();
  expect(await advisorPage()).not.toContain('Toma una hora libre');
  expect(await page()).toContain('Elige tu hora');
  expect(calendar.calls).toEqual([]);
});

test.each([
  ['2027-04-02T12:00:00Z', ['03-04-2027 22:30', '05-04-2027 09:00'], '2027-04-05T13:00:00.000Z'],
  ['2027-09-02T12:00:00Z', ['03-09-2027 17:30', '06-09-2027 09:00'], '2027-09-06T12:00:00.000Z'],
])(
  'free hours on both sides of a clock change are shown in Chilean time: %s',
  async (at, hours, slot) => {
    world.advance(Date.parse(at) - START);
    const html = await advisorPage();
    expect(offered(html)).toEqual(hours);
    expect(hourLinks(html).at(-1)?.searchParams.get('slot')).toBe(slot);
  },
);

test('visitors share one call to the calendar, and hours that have passed are not shown', async () => {
  const pages = await Promise.all(Array.from({ length: 9 }, advisorPage));
  for (const html of pages) expect(offered(html)).toEqual(firstHours);
  world.advance(HOUR);
  expect(offered(await advisorPage())).toEqual(firstHours.slice(1));
  expect(calendar.calls).toHaveLength(1);
  forget('free-hours');
  world.advance(DAY);
  await advisorPage();
  expect(calendar.calls.at(-1)?.get('start')).toBe(new Date(START + DAY + HOUR).toISOString());
});

test.each<[CalendarTrouble, string]>([
  ['hang', 'timeout'],
  ['cut', 'network'],
  ['page', 'http_502'],
  ['error', 'http_500'],
  ['forbidden', 'not_configured'],
  ['nonsense', 'unreadable_answer'],
  ['huge', 'unreadable_answer'],
])(
  'a calendar that fails (%s) is called and logged once, and leaves the pages as they are without it',
  async (trouble, reason) => {
    const timeouts = vi.spyOn(AbortSignal, 'timeout');
    const { page } = await received();
    calendar.fail(trouble);
    const log = captureLog();
    const shown = [await rejectAfter(2500, advisorPage()), await page(), await expertPage()].map(
      textOf,
    );
    const logLines = log.lines().filter(({ msg }) => msg?.startsWith('calendar:'));
    expect(logLines).toEqual([expect.objectContaining({ level: 40, reason })]);
    expect(lastCallsOf('cal_com').failingSince).toBe(world.now());
    expect(listServices()).toContainEqual({ provider: 'cal_com', failingSince: world.now() });
    expect(calendar.calls).toHaveLength(1);
    expect(timeouts).toHaveBeenCalledExactlyOnceWith(2000);
    await world.reopen({ ...webhookVariables, SCHEDULING_URL: calendar.variables.SCHEDULING_URL });
    expect(shown[0]).toBe(textOf(await advisorPage()));
    expect(shown[1]).toContain('Elige tu hora');
    expect(shown[1]).not.toContain('libre');
    expect(shown[2]).toBe(textOf(await expertPage()));
    expect(shown[2]).not.toContain('hora libre');
  },
);

test('the free hours stay on the page of an advisor after an error, and the link says what opens', async () => {
  browseAs({});
  const refused = await renderPage(AdvisorPage, {}, { error: 'rate_limited' });
  expect(offered(refused)).toEqual(firstHours);
  expect(textOf(refused)).toContain('Se abre nuestra agenda.');
  expect(textOf(refused)).not.toContain('127.0.0.1');
});

test('a calendar without free hours is no failure, and the page links to the booking page instead', async () => {
  calendar.fail('empty');
  const { page } = await received();
  expect(await page()).toContain('Elige tu hora');
  expect(await advisorPage()).not.toContain('Toma una hora libre');
  expect(lastCallsOf('cal_com').failingSince).toBeUndefined();
});

test('no hour is offered after sending to those who booked, prefer writing or gave a telephone', async () => {
  const { page: ofPhone } = await received({ telefono: contactBody.telefono });
  const { page: ofQuiet } = await received({ respuesta_preferida: 'Por escrito' });
  const { id, page } = await received();
  expect(offered(await page())).toEqual(firstHours);
  const leadRef = hourLinks(await page())[0]?.searchParams.get('metadata[leadRef]') ?? '';
  expect(leadIdOfRef(leadRef)).toBe(id);
  await sendSchedulingEvent(bookingEvent({ leadRef, startTime: '2026-11-24T12:00:00Z' }));
  for (const html of [await page(), await ofPhone(), await ofQuiet()])
    expect(offered(html)).toEqual([]);
  expect(textOf(await page())).toContain('24-11-2026');
});

test('a shared result is computed once for concurrent callers, and again when its time is over', async () => {
  let runs = 0;
  const run = () => shareResult('counted', MINUTE / 6000, async () => ++runs);
  expect(await Promise.all([run(), run(), run()])).toEqual([1, 1, 1]);
  await expect.poll(run).toBe(2);
});
