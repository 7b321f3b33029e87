import { expect, test } from 'vitest';
import AdvisorPage from '#app/(sitio)/asesor/page.tsx';
import ExpertPage from '#app/(sitio)/experto/page.tsx';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { startCalendar } from '#tests/support/providers/calendar.ts';
import { forEachTest, worldForTest } from '#tests/support/world.ts';

const calendar = forEachTest(() =>
  startCalendar({ events: { 'resguardo/asesoria': ['2026-11-25T09:00:00-03:00'] } }),
);
const world = worldForTest();

test('the page of an advisor begins with its ways and what an hour is, and after an error with the form', async () => {
  const SCHEDULING_ABOUT = '30 minutos, por teléfono o video, sin costo.';
  const reach = { ABOUT_PHONE: '+56 2 2345 6789', ABOUT_ANSWER_HOURS: '4' };
  await world.reopen({ ...calendar.variables, ...reach, SCHEDULING_ABOUT });
  browseAs({});
  const page = textOf(await renderPage(AdvisorPage, {}));
  expect(page).toMatch(
    /Llama ahora Sin esperar, llama al \+56 2 2345 6789 ?\. Atendemos de lunes a viernes, de 09:00 a 18:00\./,
  );
  expect(page).toMatch(/Toma una hora 30 minutos.*Que te escribamos.*Toma una hora libre.*Nombre/);
  expect(textOf(await renderPage(ExpertPage, {}))).toContain(SCHEDULING_ABOUT);
  const refused = textOf(await renderPage(AdvisorPage, {}, { error: 'rate_limited' }));
  expect(refused).toMatch(/Que te escribamos o te llamemos.*Nombre.*Toma una hora libre/);
  expect(refused.indexOf('Sin esperar')).toBeGreaterThan(refused.indexOf('Pedir asesoría'));
});
