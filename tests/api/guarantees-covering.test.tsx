import { expect, test } from 'vitest';
import GuaranteesPage from '#app/panel/garantias/page.tsx';
import { recordOwn, say } from '#tests/support/issued.ts';
import { askAs, show, textOf } from '#tests/support/page-request.ts';
import { makeMember } from '#tests/support/shares.ts';
import { worldForTest } from '#tests/support/world.ts';

worldForTest({ RATE_LIMITS: 'off' });

test('what was extended, and what is left of a claim, count until their last day', async () => {
  const ana = await makeMember();
  askAs(ana.cookies);
  const own = async (changes: object) =>
    (await (await recordOwn(ana.cookies, { validFrom: '2026-11-01', ...changes })).json()).data.id;
  const claimed = await own({ issuerNumber: 'A', amount: '1250.5', validTo: '2027-06-10' });
  await say(ana.cookies, claimed, { kind: 'cobrada', amount: '250' });
  const whole = await own({ issuerNumber: 'B', amount: '700', validTo: '2027-06-10' });
  await say(ana.cookies, whole, { kind: 'cobrada' });
  const first = await own({ issuerNumber: 'C', amount: '5', validTo: '2026-12-05' });
  const next = { issuerNumber: 'D', amount: '5', validFrom: '2026-12-06', validTo: '2027-12-05' };
  await say(ana.cookies, first, { kind: 'prorrogada', successorId: await own(next) });
  const later = { validFrom: '2026-11-21', validTo: '2027-01-31' };
  const ahead = await own({ issuerNumber: 'E', ...later });
  const after = { issuerNumber: 'F', validFrom: '2027-02-01', validTo: '2027-03-31' };
  await say(ana.cookies, ahead, { kind: 'prorrogada', successorId: await own(after) });
  const said = textOf(await show(GuaranteesPage, {}));
  expect(said).toContain('$ 1.005,50 ');
  const [covering = '', ended = ''] = said.split('Terminadas');
  const numbers = (part: string) =>
    [...part.matchAll(/Seriedad de la oferta, N\.º (\d)/g)].map(([, number]) => number);
  expect(numbers(covering)).toEqual(['3', '5', '6', '1', '4']);
  expect(numbers(ended)).toEqual(['2']);
});
