import { expect, test } from 'vitest';
import Home from '#app/(sitio)/page.tsx';
import PanelHome from '#app/panel/page.tsx';
import RequestsPage from '#app/panel/solicitudes/page.tsx';
import { parseEnv } from '#lib/platform/config/env.ts';
import { makeAccount, signIn } from '#tests/support/accounts.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { publicAnswers, reachStep } from '#tests/support/wizard.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest();
const home = async () => renderPage(async () => Home(), {});

test('the home page promises no time of an answer until one is configured', async () => {
  expect(await home()).not.toContain('te responde en');
});

test('the home page names its owner and the time of an answer when each is configured', async () => {
  await world.reopen({ ABOUT_OWNER: 'Andes SpA <b>, RUT 76.123.456-0' });
  expect(await home()).toContain('Andes SpA &lt;b&gt;, RUT 76.123.456-0');
  expect(await home()).not.toContain('hábil');
  await world.reopen({ ABOUT_ANSWER_HOURS: '4' });
  expect(await home()).toContain('<strong>4 horas hábiles</strong> o menos');
  await world.reopen({ ABOUT_ANSWER_HOURS: '1' });
  expect(await home()).toContain('<strong>una hora hábil</strong>');
});

test.each([
  [{ ABOUT_ANSWER_HOURS: '0' }, 'ABOUT_ANSWER_HOURS: must be between 1 and 240'],
  [{ ABOUT_ANSWER_HOURS: 'pronto' }, 'ABOUT_ANSWER_HOURS: must be a whole number'],
  [{ ABOUT_OWNER: 'x'.repeat(301) }, 'ABOUT_OWNER: must be at most 300 characters'],
])('a start with the setting %j is refused', (variables, problem) => {
  expect(() => parseEnv({ ...variables, APP_SECRET: 'x'.repeat(32) })).toThrow(problem);
});

test.each([
  ['the home page', home, false],
  ['the panel', () => renderPage(PanelHome, {}), true],
  ['the list of requests', () => renderPage(RequestsPage, {}), true],
])('%s names and links the unsent draft of this browser', async (_, page, isOwn) => {
  const { who } = await reachStep('garantia-monto');
  if (isOwn) await makeAccount();
  const session = isOwn ? await signIn() : {};
  browseAs({ ...session, ...who.cookies });
  const html = await page();
  expect(textOf(html)).toContain(
    `Sigue con tu borrador: ${publicAnswers.licitacion?.idLicitacion}, Seriedad de la oferta`,
  );
  expect(html).toContain(`borrador=${(await who.draft())?.id}`);
  browseAs(session);
  expect(await page()).not.toContain('Sigue con');
});
