import { type Browser, expect, test } from '@playwright/test';
import { privateSample, publicSample } from '#tests/e2e/support/answers.ts';
import { prepare } from '#tests/e2e/support/journey.ts';
import { isStatic, pages } from '#tests/e2e/support/walk-tree.ts';
import { makeWorld, openSession, type WalkWorld } from '#tests/e2e/support/walk-world.ts';
import { type Visitor, Walker } from '#tests/e2e/support/walker.ts';

/**
 * Every page of the tree as a guest, a company and an advisor, on the data of the demo: each kind of
 * button on it is pressed. New pages and new buttons come along by themselves.
 */
test.describe.configure({ mode: 'parallel' });

for (const scripts of [true, false]) {
  test(`every button of every page works ${scripts ? 'with' : 'without'} scripts`, async ({
    browser,
  }) => {
    const world = await makeWorld();
    const visitors = await visitorsOf(world, browser, scripts);
    const walkers = visitors.map((visitor) => new Walker(visitor, world.url, scripts));
    walkers[0]?.follow(world.mailedLinks());
    await Promise.all(walkers.map((walker) => walker.walk(false)));
    walkers[0]?.follow(world.mailedLinks());
    for (const walker of walkers) await walker.walk(true);

    const reached = new Set(walkers.flatMap((walker) => [...walker.reached]));
    const pressed = walkers.flatMap((walker) => [...walker.pressed]);
    const looks = walkers.reduce((sum, walker) => sum + walker.looks, 0);
    const missed = pages.filter((page) => !reached.has(page));
    const forms = new Set(pressed.map((name) => name.split(' ').slice(0, 3).join(' ')));
    console.log(
      `${scripts ? 'With' : 'Without'} scripts: ${pages.length - missed.length} pages of ${pages.length}`,
      `seen ${looks} times, ${forms.size} forms, ${pressed.length} buttons pressed.`,
      `Not reached: ${missed.join(', ') || 'none'}.`,
    );
    await world.close();
    expect(walkers.flatMap(({ problems }) => [...problems])).toEqual([]);
    expect(missed).toEqual(Object.keys(unreachable));
    expect(pressed.length).toBeGreaterThan(150);
  });
}

/** Pages that no walk can reach, each with its reason. */
const unreachable: Record<string, string> = {};

const words: Visitor['values'] = [
  [/rut/i, '76.123.456-0'],
  [/tel|phone/i, '+56 9 1234 5678'],
  [/^date /, '2027-06-30'],
  [/date|desde|fecha/i, '15-01-2027'],
  [/hasta|valid|venc|expires/i, '30-06-2027'],
  [/c[oó]digo|code/i, '123456'],
  [/monto|amount|price|number/i, '45000'],
  [/licitacion|tender/i, '4809-45-LE26'],
  [/./, 'Texto de prueba'],
];

/** Each with a browser of its own; two guests have a draft, of either variant. */
async function visitorsOf(world: WalkWorld, browser: Browser, scripts: boolean) {
  const { app, url, company, advisor } = world;
  const visitor = async (name: string, walks: RegExp, who?: { email: string }) => {
    const context = await browser.newContext({
      ...{ baseURL: url, javaScriptEnabled: scripts, viewport: { width: 360, height: 740 } },
      ...{ locale: 'es-CL', timezoneId: 'America/Santiago' },
    });
    context.setDefaultTimeout(30_000);
    const enter = async () => {
      if (!who) return context.clearCookies({ name: 'service_session' });
      const cookies = await context.cookies();
      if (cookies.some((cookie) => cookie.name === 'service_session')) return;
      const value = await openSession(app, who.email);
      await context.addCookies([{ name: 'service_session', value, url }]);
    };
    const start = pages.filter((page) => isStatic(page) && walks.test(page));
    const login: Visitor['values'] = [
      [/^password/, advisor.password],
      [/email|correo/i, who?.email ?? advisor.email],
    ];
    const renew = async (): Promise<string[]> => [];
    const values = [...login, ...words];
    return { name, context, enter, signsIn: Boolean(who), renew, walks, start, values };
  };
  const guest = await visitor(
    'guest',
    /^\/(?!gestiona|panel|admin|confirmar)|^\/gestiona.*retomar/,
  );
  guest.start.push('/api/auth/google');
  const drafts = [];
  for (const sample of [publicSample('con@walk.cl'), privateSample('sin@walk.cl')]) {
    const one = await visitor(sample.email, /^\/gestiona-tu-garantia/);
    one.renew = async () => {
      await one.context.clearCookies();
      const page = await one.context.newPage();
      await prepare(page, sample.answers);
      const address = page.url().slice(url.length);
      await page.close();
      return ['/gestiona-tu-garantia', address];
    };
    one.start.push(...(await one.renew()));
    drafts.push(one);
  }
  const member = await visitor('member', /^\/(panel|pagar|confirmar|licitaciones)/, company);
  member.renew = async () => {
    await openSession(app, company.email);
    return ['/panel/perfil'];
  };
  const team = await visitor('advisor', /^\/(admin|confirmar|panel\/seguridad)/, advisor);
  team.start.push(...world.leads.map(({ id }) => `/admin/leads/${id}`));
  team.renew = async () => [`/admin/leads/${await world.newLead()}`];
  return [guest, ...drafts, member, team];
}
