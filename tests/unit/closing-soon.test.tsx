import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ClosingSoon } from '#components/wizard/closing-soon.tsx';
import type { DraftTender } from '#lib/domain/drafts/view.ts';
import { DAY } from '#lib/platform/process/durations.ts';

const noon = Date.UTC(2026, 10, 20, 15);

test.each([
  ['open and closes tomorrow', 5, DAY, true],
  ['open and closes in a week', 5, 7 * DAY, false],
  ['open and closes now', 5, 0, false],
  ['suspended', 19, DAY, false],
  ['revoked', 18, DAY, false],
  ['known from a list alone', null, DAY, true],
])('a tender that is %s is shown as closing soon: %s', (_, stateCode, left, isSaid) => {
  const closesAt = noon + left;
  const facts = stateCode === null ? null : { closesAt, stateCode };
  const tender = { facts, closesAt } as unknown as DraftTender;
  const html = renderToStaticMarkup(
    <ClosingSoon {...{ tender, now: noon }} contact={{}} isBrief={false} lateText={null} />,
  );
  expect(html.includes('La licitación cierra en')).toBe(isSaid);
});
