import type { BrowserContext, Page } from '@playwright/test';
import { openTab, pressButton, settle, type Values } from '#tests/e2e/support/walk-press.ts';
import { seePage } from '#tests/e2e/support/walk-sight.ts';
import { idsIn, pageOf, pages } from '#tests/e2e/support/walk-tree.ts';

export type Visitor = {
  name: string;
  context: BrowserContext;
  /** Signs in where the last press ended the session; a guest is signed out. */
  enter: () => Promise<void>;
  signsIn: boolean;
  /** Makes again what presses used up; returns addresses to look at. */
  renew: () => Promise<string[]>;
  /** The pages whose buttons are this visitor's; others are looked at where a press leads there. */
  walks: RegExp;
  start: readonly string[];
  values: Values;
};

/** A button, the address where it was seen, and the press that led there. */
type Task = { address: string; key: string; via?: Task };

/** How often a page is looked at with the same parameters, and over all. */
const ALIKE = 2;
const MOST = 8;
/** Actions that end what others still need: pressed when all others are through, in this order. */
const ends = [
  /quitar|cerrar|factor|cuentas|avisos|dejar/,
  /garantia\/enviar/,
  /empezar|otra|retomar/,
  /borrar/,
  /seguridad/,
  /eliminar-cuenta/,
];
/** From here on nothing can be made again. */
const FINAL = 4;
const rankOf = (name: string): number =>
  ends.findIndex((matches) => matches.test(name.split(': ')[1] ?? ''));

/**
 * Chromium's words about a sandboxed frame, a mail in the local mailbox, whatever its headers are;
 * and about a status, which is judged where it is answered.
 */
const harmless = /origin-keyed agent cluster|the server responded with a status of 4/;

/** Pages that handlers draw tell by their status what they refuse. */
const mostFor = (address: string): number =>
  pages.includes(pageOf(address) ?? '') || address.startsWith('/api/') ? 399 : 499;

const isTold = Boolean(process.env.WALK_LIST);

/** One visitor's walk: looks at pages, follows their links, presses each kind of button once. */
export class Walker {
  readonly problems = new Set<string>();
  readonly reached = new Set<string>();
  readonly pressed = new Set<string>();
  looks = 0;
  private readonly seen = new Map<string, number>();
  private addresses: string[] = [];
  private tasks = new Map<string, Task[]>();
  /** What was gone when its turn came. */
  private gone = new Map<string, Task[]>();
  private goneBefore = 0;
  private tab: Page | undefined;
  private readonly visitor: Visitor;
  private readonly origin: string;
  private readonly scripts: boolean;

  constructor(visitor: Visitor, origin: string, scripts: boolean) {
    this.visitor = visitor;
    this.origin = origin;
    this.scripts = scripts;
  }

  /** Addresses that are seen elsewhere than on a page. */
  follow(addresses: readonly string[]): void {
    this.addresses.push(...addresses);
  }

  /** `isLast`: also what ends something for others. */
  async walk(isLast: boolean): Promise<void> {
    if (!this.tab) await this.begin();
    for (;;) {
      for (let next = this.addresses.shift(); next; next = this.addresses.shift()) {
        if (this.isNew(next) && (await this.open(next, true))) await this.look();
      }
      const [task] = [...this.tasks].sort(([a], [b]) => rankOf(a) - rankOf(b));
      const rank = task ? rankOf(task[0]) : FINAL;
      if (!isLast && (!task || rank >= 0)) return;
      if (rank >= FINAL && (await this.tryAgain())) continue;
      if (!task) break;
      await this.take(...task);
    }
    for (const [name] of this.gone) this.note(`${name} is gone, and was never pressed`);
  }

  private async begin(): Promise<void> {
    const tab = await openTab(this.visitor.context, this.scripts);
    tab.on('pageerror', (error) => this.say(tab.url(), `script error: ${error}`));
    tab.on('console', (message) => {
      const isProblem = /error|warning/.test(message.type()) && !harmless.test(message.text());
      if (isProblem) this.say(tab.url(), `console: ${message.text()}`);
    });
    this.tab = tab;
    for (const address of this.visitor.start) {
      if (await this.open(address, true)) await this.look();
    }
  }

  /** Not looked at yet, nor often enough what is like it. */
  private isNew(address: string): boolean {
    const { pathname, search, searchParams } = new URL(address, this.origin);
    const page = pageOf(pathname);
    if (!page || !this.visitor.walks.test(page) || this.seen.has(pathname + search)) return false;
    const query = [...searchParams.keys()].sort().join();
    const kinds: [string, number][] = [[`${page}: all`, MOST]];
    if (query) kinds.push([`${page}: ${query}`, ALIKE]);
    if (kinds.some(([kind, most]) => (this.seen.get(kind) ?? 0) >= most)) return false;
    for (const [kind] of [...kinds, [pathname + search]]) {
      this.seen.set(kind, (this.seen.get(kind) ?? 0) + 1);
    }
    return true;
  }

  private async take(name: string, [task, ...more]: Task[]): Promise<void> {
    this.tasks.delete(name);
    if (!task) return;
    this.pressed.add(name);
    if (isTold) console.log(Math.round(performance.now() / 1000), this.visitor.name, name);
    if (await this.pressFresh(task)) return;
    this.pressed.delete(name);
    if (more.length > 0) this.tasks.set(name, more);
    else this.gone.set(name, [task]);
  }

  /** Other presses may have brought back what was gone, or the visitor can. */
  private async tryAgain(): Promise<boolean> {
    if (this.gone.size === 0 || this.gone.size === this.goneBefore) return false;
    this.goneBefore = this.gone.size;
    this.tasks = new Map([...this.gone, ...this.tasks]);
    this.gone = new Map();
    for (const address of await this.visitor.renew()) {
      if (await this.open(address, true)) await this.look();
    }
    return true;
  }

  /** On the page as it is loaded anew; else, where it shows only once, behind the press that led there. */
  private async pressFresh(task: Task): Promise<boolean> {
    if (!(await this.open(task.address))) return false;
    if (await this.press(task)) return true;
    const { via } = task;
    const isThere = via && (await this.open(via.address)) && (await this.press(via));
    return Boolean(isThere) && this.press(task);
  }

  /** False: it is not there. `isLinked`: then the link is wrong. */
  private async open(address: string, isLinked = false): Promise<boolean> {
    const { tab, visitor } = this;
    if (!tab) return false;
    await visitor.enter();
    try {
      let reply = await tab.goto(new URL(address, this.origin).href);
      if (pageOf(tab.url()) === '/login' && pageOf(address) !== '/login' && visitor.signsIn) {
        // The last press ended all sessions.
        await visitor.context.clearCookies({ name: 'service_session' });
        await visitor.enter();
        reply = await tab.goto(new URL(address, this.origin).href);
      }
      await this.settle();
      const status = reply?.status() ?? 0;
      const isRefused = status > mostFor(address);
      if (isRefused && (isLinked || status !== 404)) this.say(address, `answers ${status}`);
      return !isRefused;
    } catch (error) {
      this.say(address, `does not open: ${error}`);
      return false;
    }
  }

  /** The page that hands over to another site by itself is what is looked at. */
  private async settle(): Promise<void> {
    const { tab } = this;
    if (!tab) return;
    await settle(tab, this.scripts);
    if (tab.url().startsWith(this.origin)) return;
    await tab.goBack();
    await settle(tab, this.scripts);
  }

  private async look(via?: Task): Promise<void> {
    const { tab } = this;
    if (!tab?.url().startsWith(this.origin)) return;
    this.looks += 1;
    const sight = await tab.evaluate(seePage, idsIn(tab.url()));
    const address = tab.url().slice(this.origin.length);
    const page = pageOf(address);
    if (page) this.reached.add(page);
    for (const fault of sight.faults) this.say(address, fault);
    if (/Algo falló/.test(sight.heading)) this.say(address, sight.heading);
    this.addresses.push(...sight.links);
    if (!page || !this.visitor.walks.test(page)) return;
    for (const key of sight.keys) {
      const name = `${page}: ${key}`;
      if (this.pressed.has(name)) continue;
      const known = (this.tasks.get(name) ?? []).filter((task) => task.address !== address);
      this.tasks.set(name, [{ address, key, ...(via && { via }) }, ...known].slice(0, 5));
    }
  }

  /** False: there is no such button now. */
  private async press(task: Task): Promise<boolean> {
    const { tab, visitor } = this;
    const done = tab && (await pressButton(tab, task.key, visitor.values, this.scripts));
    if (!done) return false;
    await this.settle();
    const status = done.status();
    if (done.problem) this.say(task.address, `${task.key} ${done.problem}`);
    if (status > mostFor(task.address)) {
      this.say(task.address, `${task.key} leads to ${status} at ${pageOf(tab.url())}`);
    }
    await this.look(task);
    // What takes back stands there once.
    for (const [name, found] of this.tasks) {
      const back = found.find(({ via, key }) => via === task && /recuperar|deshacer/.test(key));
      if (!back || this.pressed.has(name)) continue;
      this.pressed.add(name);
      this.tasks.delete(name);
      if (!(await this.press(back))) this.pressed.delete(name);
      break;
    }
    return true;
  }

  private note(problem: string): void {
    this.problems.add(`${this.visitor.name} ${problem}`);
    if (isTold) console.log('!', this.visitor.name, problem);
  }

  private say(address: string, problem: string): void {
    const { pathname } = new URL(address, this.origin);
    this.note(`${pageOf(pathname) ?? pathname}: ${problem}`);
  }
}
