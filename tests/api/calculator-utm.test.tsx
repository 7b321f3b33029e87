import { expect, test } from 'vitest';
import ExpertPage from '#app/(sitio)/experto/page.tsx';
import StatusPage from '#app/admin/estado/page.tsx';
import { utmPart } from '#lib/domain/health/copy.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { DAY } from '#lib/platform/process/durations.ts';
import { advisorForTest, makeAdvisor } from '#tests/support/advisors.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { START, worldForTest } from '#tests/support/world.ts';

// The tests begin on 20 November 2026.
const world = worldForTest({ UTM: '2026-10:69000,2026-11:69542,2026-12:69900' });
const admin = advisorForTest();

const answer = async (typed: Record<string, string>) => {
  browseAs({});
  return textOf(await renderPage(ExpertPage, {}, { tipo: '', unidad: 'pesos', ...typed }));
};
const status = async () => {
  browseAs(admin.cookies);
  return textOf(await renderPage(StatusPage, {}));
};

test('the calculator uses the UTM of the current month and names the month', async () => {
  expect(await answer({})).toContain('Es la UTM de noviembre de 2026.');
  // 1.000 UTM of November are 69.542.000 pesos.
  expect(await answer({ monto: '69.542.001' })).toMatch(
    /Calculado con la UTM de noviembre de 2026: \$ 69\.542\. Fiel cumplimiento Exigida por ley/,
  );
  expect(await answer({ monto: '69.542.000' })).toContain('Solo con fundamento');
  world.advance(15 * DAY);
  expect(await answer({ monto: '69.542.001' })).toMatch(
    /Calculado con la UTM de diciembre de 2026: \$ 69\.900\. Fiel cumplimiento Solo con fundamento/,
  );
});

test('the calculator uses a typed UTM instead and says that it was typed', async () => {
  expect(await answer({ monto: '69.542.001', utm: '70.000' })).toMatch(
    /Calculado con la UTM que escribiste: \$ 70\.000\. Fiel cumplimiento Solo con fundamento/,
  );
});

test('without the UTM of the month the calculator uses the last one and says so, and operators get a warning', async () => {
  expect(await status()).toContain('UTM noviembre de 2026: $ 69.542');
  world.advance(60 * DAY);
  const missing = 'Todavía no tenemos la UTM de enero de 2027: esta es la de diciembre de 2026.';
  expect(await answer({})).toContain(missing);
  expect(await answer({ monto: '1.000.000' })).toContain(
    'Calculado con la UTM de diciembre de 2026: $ 69.900. La de enero de 2027 todavía no la tenemos.',
  );
  expect(utmPart(getEnv().utm, '2027-01-19')).toMatchObject([
    {
      text: 'Falta la de enero de 2027: la calculadora muestra la de diciembre de 2026, y lo dice',
      warning: 'falta la UTM del mes',
      todo: expect.stringContaining('`2027-01:<pesos>`'),
    },
  ]);
  expect(utmPart([], '2027-01-19')).toEqual([]);
});

test.each([
  ['2026-12-31T22:30-03:00', 'UTM diciembre de 2026: $ 69.900'],
  ['2027-01-01T00:30-03:00', 'UTM Falta la de enero de 2027'],
])('at %s the status page shows the UTM of the month that it is in Chile', async (at, text) => {
  world.advance(Date.parse(at) - START);
  Object.assign(admin, await makeAdvisor('nocturna@resguardo.cl'));
  expect(await status()).toContain(text);
});
