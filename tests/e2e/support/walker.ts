import type { BrowserContext, Locator, Page, Request, Response } from '@playwright/test';
import { contractFile } from '#tests/e2e/support/answers.ts';
import { fillAround, type Sight, seePage } from '#tests/e2e/support/walk-sight.ts';
import { idsIn, pageOf, pages } from '#tests/e2e/support/walk-tree.ts';

export type Visitor = {
  name: string;
  context: BrowserContext;
  /** Signs in, also when the last press ended the session. */
  enter: () => Promise<void>;
  signsIn: boolean;
  /** The pages whose buttons are this visitor's; others are looked at where a press leads there. */
  walks: RegExp;
  start: readonly string[];
  values: [RegExp, string][];
};

/** A button, the address where it was seen, and the press that led there. */
type Task = { address: string; page: string; key: string; via?: Task };

/** How often a page is looked at with the same parameters, and over all. */
const ALIKE = 2;
const MOST = 6;
/** Actions that end what others still need: pressed when all others are through, in this order. */
const ends = [
  /quitar|cerrar|factor|cuentas|llave|app|dejar/,
  /garantia\/enviar/,
  /empezar|otra|retomar/,
  /borrar/,
  /eliminar-cuenta/,
];
const rankOf = (key: string): number =>
  ends.findIndex((matches) => matches.test(key.split(': ')[1] ?? ''));
const HURRY_MS = 20_000;
const DEAD_MS = 5000;

/**
 * Chromium's words about a sandboxed frame, a mail in the local mailbox, whatever its headers are;
 * and about a status, which is judged where it is answered.
 */
const harmless = /origin-keyed agent cluster|the server responded with a status of 4/;

/** Pages that handlers draw tell by their status what they refuse. */
const mostFor = (address: string): number =>
  pages.includes(pageOf(address) ?? '') || address.startsWith('/api/') ? 399 : 499;

/** One visitor's walk: looks at pages, follows their links, presses each kind of button once. */
export class Walker {
  readonly problems: string[] = [];
  readonly reached = new Set<string>();
  readonly pressed = new Set<string>();
  looks = 0;
  private readonly seen = new Map<string, number>();
  private readonly visited = new Set<string>();
  private addresses: string[];
  private tab: Promise<Page> | undefined;
  private readonly tasks = new Map<string, Task[]>();

  private readonly visitor: Visitor;
  private readonly origin: string;
  private readonly scripts: boolean;

  constructor(visitor: Visitor, origin: string, scripts: boolean) {
    this.visitor = visitor;
    this.origin = origin;
    this.scripts = scripts;
    this.addresses = [...visitor.start];
  }

  add(addresses: readonly string[]): void {
    this.addresses.push(...addresses);
  }

  /** `isLast`: also what ends something for others. */
  async walk(isLast: boolean): Promise<void> {
    for (;;) {
      await this.lookAround();
      const [next] = [...this.tasks].sort(([a], [b]) => rankOf(a) - rankOf(b));
      if (!next || (rankOf(next[0]) >= 0 && !isLast)) return;
      if (process.env.WALK_LOG)
        console.log(Math.round(performance.now()), this.visitor.name, this.tasks.size, next[0]);
      const [name, [task, ...more]] = next;
      this.tasks.delete(name);
      if (!task) continue;
      this.pressed.add(name);
      if (await this.pressAlone(task)) continue;
      this.pressed.delete(name);
      if (more.length > 0) this.tasks.set(name, more);
      else this.say(task.address, `${task.key} is gone, and was never pressed`);
    }
  }

  private async lookAround(): Promise<void> {
    for (let address = this.addresses.shift(); address; address = this.addresses.shift()) {
      const { pathname, search, searchParams } = new URL(address, this.origin);
      const page = pageOf(pathname);
      const kind = `${page} ${[...searchParams.keys()].sort()}`;
      const times = this.seen.get(kind) ?? 0;
      const all = this.seen.get(`${page}`) ?? 0;
      if (this.visited.has(pathname + search) || times >= ALIKE || all >= MOST) continue;
      if (page && !this.visitor.walks.test(page)) continue;
      this.visited.add(pathname + search);
      this.seen.set(kind, times + 1).set(`${page}`, all + 1);
      if (process.env.WALK_LOG)
        console.log(Math.round(performance.now()), this.visitor.name, 'look', address);
      await this.onPage(async (tab) => {
        if (await this.open(tab, address)) await this.look(tab);
      });
    }
  }

  private async pressAlone(task: Task): Promise<boolean> {
    return this.onPage(async (tab) => {
      if (!(await this.open(tab, task.address))) return false;
      if (await this.press(tab, task)) return true;
      // A page that shows once what was done, or what was wrong.
      const { via } = task;
      if (!via || !(await this.open(tab, via.address)) || !(await this.press(tab, via)))
        return false;
      return this.press(tab, task);
    });
  }

  private async onPage<T>(use: (tab: Page) => Promise<T>): Promise<T> {
    this.tab ??= this.newTab();
    return use(await this.tab);
  }

  private async newTab(): Promise<Page> {
    const tab = await this.visitor.context.newPage();
    tab.on('dialog', (dialog) => void dialog.accept().catch(() => undefined));
    tab.on('pageerror', (error) => this.say(tab.url(), `script error: ${error}`));
    tab.on('console', (message) => {
      const isProblem = /error|warning/.test(message.type()) && !harmless.test(message.text());
      if (isProblem) this.say(tab.url(), `console: ${message.text()}`);
    });
    if (!this.scripts) return tab;
    const device = await this.visitor.context.newCDPSession(tab);
    await device.send('WebAuthn.enable');
    const options = { protocol: 'ctap2', transport: 'internal' } as const;
    await device.send('WebAuthn.addVirtualAuthenticator', { options });
    return tab;
  }

  /** False: it is not there, or leads away. */
  private async open(tab: Page, address: string): Promise<boolean> {
    await this.visitor.enter();
    try {
      let reply = await tab.goto(new URL(address, this.origin).href);
      if (pageOf(tab.url()) === '/login' && pageOf(address) !== '/login' && this.visitor.signsIn) {
        // The last press ended all sessions.
        await this.visitor.context.clearCookies({ name: 'service_session' });
        await this.visitor.enter();
        reply = await tab.goto(new URL(address, this.origin).href);
      }
      await this.settle(tab);
      // A page that hands over to another site by itself.
      if (!tab.url().startsWith(this.origin)) await tab.goBack();
      await this.settle(tab);
      const status = reply?.status() ?? 0;
      if (status > mostFor(address)) this.say(address, `answers ${status}`);
      return status <= mostFor(address);
    } catch (error) {
      this.say(address, `does not open: ${error}`);
      return false;
    }
  }

  private async look(tab: Page, via?: Task): Promise<Sight | null> {
    if (!tab.url().startsWith(this.origin)) return null;
    this.looks += 1;
    const sight = await tab.evaluate(seePage, idsIn(tab.url()));
    const address = tab.url().slice(this.origin.length);
    const page = pageOf(address);
    if (page) this.reached.add(page);
    for (const fault of sight.faults) this.say(address, fault);
    if (/Algo falló/.test(sight.heading)) this.say(address, sight.heading);
    this.addresses.push(...sight.links.filter((link) => pageOf(link)));
    if (!page || !this.visitor.walks.test(page)) return sight;
    for (const key of sight.keys) {
      const name = `${page}: ${key}`;
      const found = this.tasks.get(name) ?? [];
      if (this.pressed.has(name) || found.length > 4) continue;
      this.tasks.set(name, [...found, { address, page, key, ...(via && { via }) }]);
    }
    return sight;
  }

  /** False: there is no such button now. */
  private async press(tab: Page, task: Task): Promise<boolean> {
    const { keys } = await tab.evaluate(seePage, idsIn(tab.url()));
    if (!keys.includes(task.key)) return false;
    const button = tab.locator(`[data-walk=${JSON.stringify(task.key)}]`).first();
    const { files } = await button.evaluate(fillAround, this.visitor.values);
    if (files) {
      const form = tab.locator('form').filter({ has: button });
      const field = form.locator('input[type=file]:not([disabled])').first();
      await field.setInputFiles(contractFile);
      await tab.waitForLoadState('networkidle');
    }
    const select = tab.locator('[data-saves]').filter({ has: button }).locator('select');
    const isSaved = this.scripts && (await select.count()) > 0;
    const requests: Request[] = [];
    let arrived = false;
    const hear = (request: Request) => {
      const isPost = request.method() === 'POST' || request.isNavigationRequest();
      if (!arrived && isPost && !request.redirectedFrom()) requests.push(request);
    };
    const arrive = () => {
      arrived = true;
    };
    tab.on('request', hear);
    tab.once('domcontentloaded', arrive);
    tab.once('download', arrive);
    let status = 0;
    const answer = (response: Response) => {
      if (response.request().isNavigationRequest()) status = response.status();
    };
    tab.on('response', answer);
    try {
      if (isSaved) await select.selectOption({ index: await otherChoice(select) });
      if (!isSaved || !arrived) await button.click({ timeout: isSaved ? 1500 : 8000 });
    } catch (error) {
      if (requests.length === 0) this.say(task.address, `${task.key} cannot be pressed: ${error}`);
    }
    const began = Date.now();
    const mayCome = () => Date.now() - began < (requests.length > 0 ? HURRY_MS : DEAD_MS);
    // What a script sends may have said all there is: another page follows soon, or none.
    for (let still = 0; !arrived && mayCome() && still < 40; ) {
      await tab.waitForTimeout(25);
      const isCall = requests.length > 0 && !requests.some((one) => one.isNavigationRequest());
      still = isCall ? still + 1 : 0;
    }
    tab.off('request', hear);
    this.judge(task, requests);
    await this.settle(tab);
    if (status > mostFor(task.address))
      this.say(task.address, `${task.key} leads to ${status} at ${tab.url()}`);
    await this.look(tab, task);
    // What takes back stands there once.
    for (const [name, found] of this.tasks) {
      const back = found.find(({ via, key }) => via === task && /recuperar|deshacer/.test(key));
      if (!back || !(await this.press(tab, back))) continue;
      this.pressed.add(name);
      this.tasks.delete(name);
    }
    return true;
  }

  private judge({ address, key }: Task, requests: readonly Request[]): void {
    const went = requests.filter((request) => request.isNavigationRequest()).length;
    const posted = requests.length - went;
    if (went + posted === 0) this.say(address, `${key} is dead: nothing leaves`);
    if (went > 1 || posted > 1) this.say(address, `${key} sends ${went} forms, ${posted} calls`);
  }

  /** Until the scripts of the page listen. */
  private async settle(tab: Page): Promise<void> {
    await tab.waitForLoadState('load').catch(() => undefined);
    if (!this.scripts || !tab.url().startsWith(this.origin)) return;
    const listens = () => {
      const hasScripts = document.querySelector('script[src*="/_next/"]') !== null;
      const [drawn] = document.body.children;
      const isDrawn = drawn && Object.keys(drawn).some((name) => name.startsWith('__react'));
      return !hasScripts || isDrawn;
    };
    await tab.waitForFunction(listens, null, { timeout: HURRY_MS }).catch(() => undefined);
  }

  private say(address: string, problem: string): void {
    const { pathname } = new URL(address, this.origin);
    const line = `${this.visitor.name} ${pageOf(pathname) ?? pathname}: ${problem}`;
    if (!this.problems.some((known) => known === line)) this.problems.push(line);
    if (process.env.WALK_LOG) console.log('!!', line);
  }
}

/** The place of a choice that is not the stored one. */
async function otherChoice(select: Locator): Promise<number> {
  return select.evaluate((node: HTMLSelectElement) => {
    const places = [...node.options].map(({ disabled }, at) => ({ at, disabled }));
    return places.find(({ at, disabled }) => at !== node.selectedIndex && !disabled)?.at ?? 0;
  });
}
