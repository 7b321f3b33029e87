import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, Page } from '@playwright/test';
import { contractFile } from '#tests/e2e/support/answers.ts';
import { fillAround, type Sight, seePage, type Values } from '#tests/e2e/support/walk-sight.ts';
import { Traffic } from '#tests/e2e/support/walk-traffic.ts';
import { idsIn, pageOf } from '#tests/e2e/support/walk-tree.ts';

/** An entrance with the browser's cookies. The links of an `isAlone` one are not followed. */
export type Entrance = { cookies: Cookie[]; addresses: readonly string[]; isAlone?: true };
type Cookie = Parameters<BrowserContext['addCookies']>[0][number];

type Options = {
  scripts: boolean;
  origin: string;
  restore: () => Promise<void>;
  /** Pages whose buttons are pressed here. Others are checked when a press leads there. */
  walks: RegExp;
  values: Values;
};

/** A button, the address where it was seen, and the press that leads there. */
type Task = { entrance: Entrance; address: string; page: string; key: string; via?: Task };

/** Number of addresses checked of one page, and of those with the same parameters. */
const MAX_PAGES = 6;
const ALIKE = 1;

/**
 * Chromium reports the sandboxed frame of a mail in the local mailbox, with any headers, and an
 * error status, which the answer's check judges.
 */
const harmless = /origin-keyed agent cluster|the server responded with a status of 4/;

/** Milliseconds that a press may take on the slowest machine. */
const ANSWER_MS = 150_000;

/** Milliseconds after which a page that changes in place has drawn its buttons. */
const DRAWN_MS = 5000;

const GONE = 'is gone';

/** Made-up input may be refused as invalid. Any other refusal is a fault. */
const requestedAgain = /^(validation_failed|invalid_code|wrong_credentials)$/;

/** Opens pages, follows their links, and presses each kind of button once on untouched data. */
export class Walker {
  readonly problems = new Set<string>();
  readonly reached = new Set<string>();
  /** Pressed buttons with the code of their refusal, if any. */
  readonly pressed = new Map<string, string>();
  private readonly seen = new Map<string, number>();
  private readonly tasks = new Map<string, Task>();
  private readonly tab: Page;
  private readonly options: Options;

  constructor(tab: Page, options: Options) {
    this.tab = tab;
    this.options = options;
    tab.on('dialog', (dialog) => void dialog.accept().catch(() => undefined));
    tab.on('pageerror', (error) => this.say(tab.url(), `script error: ${error}`));
    tab.on('console', (message) => {
      const isProblem = /error|warning/.test(message.type()) && !harmless.test(message.text());
      if (isProblem) this.say(tab.url(), `console: ${message.text()}`);
    });
  }

  async walk(entrances: readonly Entrance[]): Promise<void> {
    for (const entrance of entrances) {
      await this.enter(entrance);
      this.seen.clear();
      const addresses = [...entrance.addresses];
      for (let next = addresses.shift(); next; next = addresses.shift()) {
        if (!this.isNew(next)) continue;
        const began = performance.now();
        await this.open(next);
        if (process.env.WALK_LIST) console.log(Math.round(performance.now() - began), next);
        const links = await this.look(entrance, next);
        if (!entrance.isAlone) addresses.push(...links);
      }
    }
    for (const [name, task] of this.tasks) {
      const began = performance.now();
      await this.enter(task.entrance);
      if (await this.take(task)) await this.look(task.entrance, task.address, task);
      if (process.env.WALK_LIST)
        console.log(Math.round(performance.now() - began), name, this.pressed.get(name));
    }
  }

  private async enter({ cookies }: Entrance): Promise<void> {
    await this.options.restore();
    await this.tab.context().clearCookies();
    await this.tab.context().addCookies(cookies);
  }

  /** Returns whether the address, and enough addresses like it, were not checked yet. */
  private isNew(address: string): boolean {
    const { pathname, search, searchParams } = new URL(address, this.options.origin);
    const page = pageOf(pathname) ?? (pathname.startsWith('/api/') ? pathname : null);
    if (!page || !this.options.walks.test(page)) return false;
    const query = [...searchParams.keys()].sort().join();
    const kinds: [string, number][] = [
      [pathname + search, 1],
      [page, MAX_PAGES],
      [`${page}?${query}`, query ? ALIKE : MAX_PAGES],
    ];
    if (kinds.some(([kind, most]) => (this.seen.get(kind) ?? 0) >= most)) return false;
    for (const [kind] of kinds) this.seen.set(kind, (this.seen.get(kind) ?? 0) + 1);
    return true;
  }

  private async open(address: string): Promise<void> {
    const { href } = new URL(address, this.options.origin);
    // An address that differs from the open one only in its fragment loads nothing.
    const response = (await this.tab.goto(href)) ?? (await this.tab.reload());
    const status = response?.status() ?? 0;
    if (status > 399) this.say(address, `answers ${status}`);
    await this.settle();
  }

  /** Waits until the scripts of the page listen. */
  private async settle(): Promise<void> {
    // A page that submits itself to another site at once may stay incomplete.
    await this.tab.waitForLoadState('load', { timeout: 60_000 }).catch(() => undefined);
    if (!this.options.scripts) return;
    await this.tab.waitForFunction(() => {
      const [rendered] = document.body.children;
      const hasScripts = document.querySelector('script[src*="/_next/"]') !== null;
      return !hasScripts || Object.keys(rendered ?? {}).some((name) => name.startsWith('__react'));
    });
  }

  /** Judges the open page and keeps its buttons. Returns where it leads. */
  private async look(entrance: Entrance, address: string, via?: Task): Promise<string[]> {
    const { tab } = this;
    if (!tab.url().startsWith(this.options.origin)) return [];
    const sight: Sight = await tab.evaluate(seePage, idsIn(tab.url()));
    for (const fault of sight.faults) this.say(tab.url(), fault);
    const page = pageOf(tab.url());
    if (!page) return sight.links;
    this.reached.add(page);
    if (!this.options.walks.test(page)) return sight.links;
    for (const key of sight.keys) {
      const name = `${page}: ${key}`;
      if (this.tasks.has(name)) continue;
      this.tasks.set(name, { entrance, address, page, key, ...(via && { via }) });
    }
    return sight.links;
  }

  /** Returns false if the button is not there, or sends nothing. */
  private async take(task: Task): Promise<boolean> {
    const { tab } = this;
    if (!task.via) await this.open(task.address);
    else if (!(await this.take(task.via))) return false;
    const press = () => this.press(task).catch((error) => `cannot be pressed: ${error}`);
    let fault = await press();
    if (fault === GONE && !task.via) {
      // A delivery that waited when the page was opened has been sent since.
      await this.open(task.address);
      fault = await press();
    }
    const after = task.via ? ` (after ${task.via.key})` : '';
    if (fault) this.say(tab.url(), `${task.key}${after} ${fault}`);
    else await this.settle();
    const code = new URL(tab.url()).searchParams.get('error') ?? '';
    if (code && !requestedAgain.test(code)) this.say(tab.url(), `${task.key} is refused: ${code}`);
    this.pressed.set(`${task.page}: ${task.key}`, code);
    return !fault;
  }

  /** Fills in the form around the button and presses it like a person. Returns the fault. */
  private async press({ key }: Task): Promise<string> {
    const { tab } = this;
    const buttons = tab.locator(`[data-walk=${JSON.stringify(key)}]`);
    // A page that changes in place shows the effect of a press a moment later.
    for (const until = Date.now() + DRAWN_MS; ; await sleep(250)) {
      await tab.evaluate(seePage, idsIn(tab.url()));
      if ((await buttons.count()) > 0) break;
      if (Date.now() > until) return GONE;
    }
    const button = buttons.nth(await buttons.evaluateAll(firstShowable));
    await button.evaluate(showSection);
    const { files, choice } = await button.evaluate(fillAround, this.options.values);
    if (files) {
      const form = tab.locator('form').filter({ has: button });
      await form.locator('input[type=file]:not([disabled])').first().setInputFiles(contractFile);
    }
    const heard = new Traffic(tab);
    try {
      if (this.options.scripts && choice !== null) {
        const part = tab.locator('fieldset:has([type=submit])').filter({ has: button });
        await part.locator('select').selectOption({ index: choice });
        if (!heard.hasSent()) await button.click({ timeout: 2000 }).catch(() => undefined);
      } else await button.click();
      // A page that never answers must not hold up the walk.
      const silence = sleep(ANSWER_MS, 'is answered by nothing', { ref: false });
      return await Promise.race([heard.judge(), silence]);
    } finally {
      heard.stop();
    }
  }

  private say(address: string, problem: string): void {
    const { pathname } = new URL(address, this.options.origin);
    this.problems.add(`${pageOf(pathname) ?? pathname}: ${problem}`);
    if (process.env.WALK_LIST) console.log('!', pathname, problem);
  }
}

/** Returns the index of the first button that this width can show, perhaps after it is unfolded. */
function firstShowable(buttons: Element[]): number {
  const isShowable = (button: Element) => {
    for (let part: Element | null = button; part; part = part.parentElement) {
      if (part.matches('details:not([open]), section[id], [popover]')) return true;
      if (getComputedStyle(part).display === 'none') return false;
    }
    return true;
  };
  return Math.max(0, buttons.findIndex(isShowable));
}

/** Goes to the section of a button that a phone shows only after a link to it. */
function showSection(button: Element): void {
  const section = button.closest('section[id]');
  if (section && !button.checkVisibility()) location.hash = section.id;
}
