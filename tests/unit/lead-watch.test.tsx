import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime.js';
import { act } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import {
  LastEvent,
  LeadLiveUpdates,
  LeadNews,
  lastReadOf,
  NewEvents,
} from '#components/admin/lead/lead-watch.tsx';
import { browserWindowForTest } from '#tests/support/browser-window.ts';

const { draw, find, fire, text } = browserWindowForTest();
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const news = (...ids: number[]) =>
  ids.map((id) => ({ id, isOwn: id % 2 === 0, at: '2026-11-20', title: 'Respondió' }));

/** Even events are the visitor's own. `last` is the newest event that the page drew. */
test.each([
  { came: [], read: 4, last: 4, expected: 4 },
  { came: [5], read: 4, last: 4, expected: 4 },
  { came: [7, 5], read: 4, last: 4, expected: 4 },
  { came: [7, 5], read: 5, last: 4, expected: 5 },
  { came: [7, 5], read: 7, last: 4, expected: 7 },
  { came: [6], read: 4, last: 4, expected: 4 },
  { came: [6], read: 4, last: 6, expected: 6 },
  { came: [7, 6], read: 4, last: 7, expected: 6 },
  { came: [8, 7], read: 4, last: 8, expected: 6 },
])(
  'a form of a lead sends the last event that the advisor has seen: %j',
  async ({ came, read, last, expected }) => {
    const value = {
      lastReadId: lastReadOf(news(...came), { read, last }),
      news: news(...came),
      watcherNames: [],
    };
    await draw(
      <LeadNews value={value}>
        <LastEvent />
      </LeadNews>,
    );
    expect(find('[type=hidden][name=lastEvent]')?.value).toBe(`${expected}`);
  },
);

test('of news that came in two rounds the newest is first, quoted, and counts as read at last', async () => {
  vi.useFakeTimers();
  const event = (id: number, title: string, words: string) => {
    return { id, isOwn: false, at: '2026-11-20', title, text: words };
  };
  const rounds = [
    [event(7, 'Nota de Eva', 'Llamé ayer'), event(5, 'Nota de Luis', 'Falta el balance')],
    [event(9, 'Respuesta de Rita', 'Ya lo envié')],
  ];
  const requestedUrls: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    requestedUrls.push(new URL(url, 'http://localhost').searchParams.get('after') ?? '');
    const events = rounds.shift();
    if (!events) return new Response(null, { status: 304 });
    return Response.json({ data: { events, newest: events[0]?.id, watching: [] } });
  });
  const pause = () => act(() => vi.advanceTimersByTimeAsync(4000));
  await draw(
    <AppRouterContext.Provider value={{ refresh: () => {} } as never}>
      <LeadLiveUpdates id={3} title="Solicitud" lastEventId={4}>
        <ol id="historia">
          <NewEvents />
        </ol>
        <form>
          <LastEvent />
        </form>
      </LeadLiveUpdates>
    </AppRouterContext.Provider>,
  );
  const notice = () => find('div[role=status]')?.textContent;
  const listed = () => [...document.querySelectorAll('li p:first-child')].map((p) => p.textContent);
  await pause();
  await pause();
  expect(requestedUrls).toEqual(['4', '7', '9']);
  expect(listed()).toEqual(['Respuesta de Rita', 'Nota de Eva', 'Nota de Luis']);
  expect(notice()).toMatch(/^Respuesta de Rita hace un momento«Ya lo envié»/);
  expect(find('title')?.textContent).toBe('(3) Solicitud');
  expect(find('[name=lastEvent]')?.value).toBe('4');
  await fire('MouseEvent', 'click', { on: find('div[role=status] button') });
  expect(notice()).toBe('');
  expect(find('title')?.textContent).toBe('Solicitud');
  expect(find('[name=lastEvent]')?.value).toBe('9');
  expect(text()).toContain('Ya lo envié');
});
