import { type BrowserContext, test as base, type CDPSession, expect } from '@playwright/test';
import { privateSample, publicSample } from '#tests/e2e/support/answers.ts';
import { prepare, WIZARD } from '#tests/e2e/support/journey.ts';
import { inDays } from '#tests/e2e/support/vault.ts';
import type { Values } from '#tests/e2e/support/walk-sight.ts';
import { isStatic, pageOf, pages } from '#tests/e2e/support/walk-tree.ts';
import { makeWorld, type WalkWorld } from '#tests/e2e/support/walk-world.ts';
import { type Entrance, Walker } from '#tests/e2e/support/walker.ts';
import { formAt } from '#tests/support/forms.ts';

const test = base.extend<object, { world: WalkWorld }>({
  world: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern.
    async ({}, use) => {
      const world = await makeWorld();
      await use(world);
      await world.close();
    },
    { scope: 'worker', timeout: 600_000 },
  ],
});

/**
 * A guest, a company and an advisor visit every page of the tree, on the data of the demo, and
 * press each kind of button. New pages and new buttons are found automatically.
 */
test.describe.configure({ mode: 'parallel' });

const roles = {
  guest: {
    walks: /^\/(?!gestiona|panel|admin|confirmar|pagar$)|^\/gestiona|^\/api\/auth\/google/,
    least: 40,
  },
  member: { walks: /^\/(panel|pagar|confirmar|licitaciones)/, least: 40 },
  advisor: { walks: /^\/(admin|confirmar)/, least: 30 },
};
type Role = keyof typeof roles;

/** Pages that a walk without scripts cannot reach, each with its reason. */
const unreachable = {
  '/panel/seguridad/codigos':
    'shown once, behind a new second factor: a passkey needs scripts, and an app a code that a phone computes',
};

for (const role of ['guest', 'member', 'advisor'] as const) {
  for (const scripts of [true, false]) {
    test(`every page and button for the ${role} works ${scripts ? 'with' : 'without'} scripts`, async ({
      browser,
      world,
    }) => {
      await world.restore();
      const { walks, least } = roles[role];
      const context = await browser.newContext({
        ...{ baseURL: world.url, javaScriptEnabled: scripts },
        ...{ viewport: { width: 360, height: 740 } },
      });
      context.setDefaultTimeout(60_000);
      const entrances = await entrancesOf[role](world, context);
      const restore = await world.keep();
      const tab = await context.newPage();
      const { url: origin, company, advisor, code, webpayUrl } = world;
      const device = await context.newCDPSession(tab);
      await stayHere(device, webpayUrl);
      if (scripts) await addPasskeys(device);
      const values: Values = [
        [/codigo/, code, /\/v$/],
        [/^password/, company.password],
        [/email|correo/i, 'nueva@walk.cl', /register|correo|invitar/],
        // The page after the form of the login belongs to an advisor's password.
        [/email|correo/i, advisor.email, /login\/entrar/],
        [/email|correo/i, role === 'advisor' ? advisor.email : company.email],
        ...words,
      ];
      const walker = new Walker(tab, { scripts, origin, restore, walks, values });
      await walker.walk(entrances);
      await context.close();

      const own = pages.filter((page) => walks.test(page));
      const missed = own.filter((page) => !walker.reached.has(page));
      const refused = [...walker.pressed].filter(([, code]) => code);
      const forms = new Set([...walker.pressed.keys()].map((name) => name.split(' ', 3).join(' ')));
      console.log(
        `${role} ${scripts ? 'with' : 'without'} scripts: ${own.length - missed.length} pages of ${own.length},`,
        `${forms.size} forms, ${walker.pressed.size} buttons. Not reached: ${missed.join(', ') || 'none'}.`,
        `Sent back with a question: ${refused.map(([name]) => name).join(', ') || 'none'}.`,
      );
      expect([...walker.problems]).toEqual([]);
      const known = scripts ? [] : Object.keys(unreachable);
      expect(missed).toEqual(known.filter((page) => walks.test(page)));
      expect(walker.pressed.size).toBeGreaterThan(least);
    });
  }
}

test('each page belongs to a role whose walk visits it', () => {
  const all = Object.values(roles);
  expect(pages.filter((page) => !all.some(({ walks }) => walks.test(page)))).toEqual([]);
});

test('a reader of a company sees no form that would be refused', async ({ browser, world }) => {
  await world.restore();
  world.demote();
  const context = await browser.newContext({ baseURL: world.url, javaScriptEnabled: false });
  await context.addCookies([sessionCookie(world.url, world.sessions.member)]);
  const tab = await context.newPage();
  const [queue, seen, refused] = [[...startOf('member')], new Set<string>(), new Set<string>()];
  const visits = new Map<string, number>();
  for (let next = queue.shift(); next; next = queue.shift()) {
    const { pathname } = new URL(next, world.url);
    const page = pageOf(pathname) ?? '';
    const count = visits.get(page) ?? 0;
    if (seen.has(pathname) || count > 4 || !/^\/(panel|pagar)/.test(page)) continue;
    seen.add(pathname);
    visits.set(page, count + 1);
    if (!(await tab.goto(next).catch(() => null))) continue; // a download
    const rendered = await tab.evaluate(() => ({
      links: [...document.links].map(({ href }) => href),
      actions: [...document.querySelectorAll('form[method=post]')].flatMap((form) => [
        form.getAttribute('action') ?? '',
        ...[...form.querySelectorAll('[formaction]')].map((item) =>
          item.getAttribute('formaction'),
        ),
      ]),
    }));
    for (const action of rendered.actions) {
      const { auth, actsFor } = formAt(action ?? '').entry.operation;
      if (auth !== 'guest' && actsFor !== 'person') refused.add(`${page}: ${action}`);
    }
    queue.push(...rendered.links.filter((link) => link.startsWith(world.url)));
  }
  await context.close();
  expect(seen.size).toBeGreaterThan(25);
  expect([...refused]).toEqual([]);
});

const startOf = (role: Role) =>
  pages.filter((page) => isStatic(page) && roles[role].walks.test(page));

const entrancesOf: Record<
  Role,
  (world: WalkWorld, context: BrowserContext) => Promise<Entrance[]>
> = {
  /** Enters without a draft, and with one of either variant. */
  guest: async ({ url, shares, mailed }, context) => {
    const page = await context.newPage();
    const entrances: Entrance[] = [];
    for (const { email, answers } of [publicSample('con@walk.cl'), privateSample('sin@walk.cl')]) {
      await context.clearCookies();
      await prepare(page, answers);
      const wizard = startOf('guest').filter((item) => item.startsWith(WIZARD));
      const addresses = [...wizard, page.url().slice(url.length)];
      entrances.push({ cookies: await context.cookies(), addresses });
      await page.goto(`${WIZARD}/continuar-despues${new URL(page.url()).search}`);
      await page.locator('[name=email]').fill(email);
      await page.getByRole('button', { name: 'Enviarme el enlace' }).click();
    }
    const mails = await mailed('/avisos/', '/retomar/', '/invitacion/');
    await page.close();
    const addresses = [...startOf('guest'), '/api/auth/google', ...shares, ...mails];
    const nothing = { cookies: [], addresses };
    return [...entrances, nothing];
  },
  member: async ({ url, sessions }) => [
    { cookies: [sessionCookie(url, sessions.member)], addresses: startOf('member') },
    // An account without data may still change its holder.
    {
      cookies: [sessionCookie(url, sessions.newcomer)],
      addresses: ['/panel/titular'],
      isAlone: true,
    },
  ],
  advisor: async ({ url, sessions, leads }) => {
    const addresses = [...startOf('advisor'), ...leads.map(({ id }) => `/admin/leads/${id}`)];
    return [{ cookies: [sessionCookie(url, sessions.team)], addresses }];
  },
};

const sessionCookie = (url: string, value: string) => ({ name: 'service_session', value, url });

const typed = (day: string) => day.split('-').reverse().join('-');
const words: Values = [
  [/^select-one profile/, ''],
  [/rut/i, '76.123.456-0'],
  [/tel|phone/i, '+56 9 1234 5678'],
  [/^date .*(hasta|validTo|venc|expires)/i, inDays(30)],
  [/^date /, inDays(5)],
  [/hasta|validTo|venc|expires/i, typed(inDays(30))],
  [/date|desde|fecha/i, typed(inDays(5))],
  [/c[oó]digo|code/i, '123456'],
  [/monto|amount|price|number/i, '45000'],
  [/licitacion|tender/i, '4809-45-LE26'],
  [/./, 'Texto de prueba'],
];

/** Keeps a page that leaves for the payment. Playwright's own routes turn the cache off. */
async function stayHere(device: CDPSession, url: string): Promise<void> {
  device.on('Fetch.requestPaused', ({ requestId }) => {
    void device.send('Fetch.fulfillRequest', { requestId, responseCode: 204 });
  });
  await device.send('Fetch.enable', { patterns: [{ urlPattern: `${url}/*` }] });
}

/** Makes and shows passkeys without a person. */
async function addPasskeys(device: CDPSession): Promise<void> {
  await device.send('WebAuthn.enable');
  const user = { hasResidentKey: true, hasUserVerification: true, isUserVerified: true };
  const options = { protocol: 'ctap2', transport: 'internal', ...user } as const;
  await device.send('WebAuthn.addVirtualAuthenticator', { options });
}
