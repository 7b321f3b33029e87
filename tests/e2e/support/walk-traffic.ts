import { setTimeout as sleep } from 'node:timers/promises';
import type { Page, Request, Response } from '@playwright/test';

/** Milliseconds to wait for a press that sends nothing. With load a live one took more than 5 s. */
const DEAD_MS = 20_000;
/** Milliseconds to wait for the page of an answer: however slow, it comes within this. */
const NEVER_MS = 120_000;
/** A page that submits itself at once may never be complete, so the walk goes on after this (ms). */
const INCOMPLETE_MS = 45_000;

/** Records the requests that leave a page until another one is there. */
export class Traffic {
  private readonly sent: Request[] = [];
  private readonly tab: Page;
  private arrived: Promise<unknown>;

  constructor(tab: Page) {
    this.tab = tab;
    const soon = { timeout: NEVER_MS };
    const events = ['domcontentloaded', 'download'] as const;
    this.arrived = Promise.race(events.map((name) => tab.waitForEvent(name as 'download', soon)));
    this.arrived.catch(() => undefined);
    tab.on('request', this.hear);
    tab.on('response', this.end);
  }

  private readonly hear = (request: Request): void => {
    // A preview inside the page is no following page.
    const isPage = request.isNavigationRequest() && request.frame() === this.tab.mainFrame();
    const isSent = request.method() === 'POST' || isPage;
    if (isSent && !request.redirectedFrom()) this.sent.push(request);
  };

  /** Requests after the answer belong to the next page: one page submits itself to the payment. */
  private readonly end = (response: Response): void => {
    const isMoved = response.status() > 299 && response.status() < 400;
    if (response.request().isNavigationRequest() && !isMoved) this.stop();
  };

  hasSent(): boolean {
    return this.sent.length > 0;
  }

  stop(): void {
    this.tab.off('request', this.hear);
    this.tab.off('response', this.end);
  }

  /** Judges one form, or one call of a script, which may precede its form. */
  async judge(): Promise<string> {
    if (!this.hasSent()) {
      const left = this.tab.waitForEvent('request', {
        predicate: () => this.hasSent(),
        timeout: DEAD_MS,
      });
      if (!(await left.catch(() => null))) return 'is dead: nothing leaves';
    }
    const form = () => this.sent.find((request) => request.isNavigationRequest());
    if (!form()) {
      const reply = await this.sent[0]?.response();
      if (!reply || reply.status() > 399) return `is answered ${reply?.status()}`;
      const goesOn = { predicate: () => Boolean(form()), timeout: 700 };
      await this.tab.waitForEvent('request', goesOn).catch(() => undefined);
    }
    const last = form();
    let reply: Response | null = null;
    if (last) {
      await this.arrivedOr204(last);
      for (let at: Request | null = last; at; at = at.redirectedTo()) reply = await at.response();
    }
    const forms = this.sent.filter((request) => request.isNavigationRequest()).length;
    const calls = this.sent.length - forms;
    if (forms > 1 || calls > 1) return `sends ${forms} forms, ${calls} calls`;
    return reply && reply.status() > 399 ? `leads to ${reply.status()}` : '';
  }

  /** Waits for the page. Requests to another site are answered 204, which keeps the page. */
  private async arrivedOr204(form: Request): Promise<unknown> {
    const answered = async () => (await form.response())?.status();
    if ((await answered()) === 204) return;
    return Promise.race([this.arrived, sleep(INCOMPLETE_MS, undefined, { ref: false })]);
  }
}
