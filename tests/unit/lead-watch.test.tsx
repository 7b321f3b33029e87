import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { LastEvent, LeadNews, lastReadOf } from '#components/admin/lead/lead-watch.tsx';

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
  ({ came, read, last, expected }) => {
    const value = {
      lastReadId: lastReadOf(news(...came), { read, last }),
      news: news(...came),
      watcherNames: [],
    };
    const field = `<input type="hidden" name="lastEvent" value="${expected}"/>`;
    expect(
      renderToStaticMarkup(
        <LeadNews value={value}>
          <LastEvent />
        </LeadNews>,
      ),
    ).toBe(field);
  },
);
