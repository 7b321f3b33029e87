import type { Locator, Page, Request, Response } from '@playwright/test';
import { contractFile } from '#tests/e2e/support/answers.ts';
import { fillAround, seePage } from '#tests/e2e/support/walk-sight.ts';
import { idsIn } from '#tests/e2e/support/walk-tree.ts';

/** Answers for controls by `type name check`; the first that matches. */
export type Values = [RegExp, string][];

/** How long a page may take, and how long a press that sends nothing is waited for. */
const HURRY_MS = 20_000;
const DEAD_MS = 5000;

/**
 * Fills in the form around the button with this key and presses it as a person would. Returns what is
 * wrong with what leaves; null where there is no such button now. `status` is of the page that followed.
 */
export async function pressButton(tab: Page, key: string, values: Values, scripts: boolean) {
  const { keys } = await tab.evaluate(seePage, idsIn(tab.url()));
  if (!keys.includes(key)) return null;
  const button = tab.locator(`[data-walk=${JSON.stringify(key)}]`).first();
  if (await button.isDisabled()) await tab.waitForFunction(canPress, key, { timeout: 60_000 });
  const { files } = await button.evaluate(fillAround, values);
  if (files) {
    const form = tab.locator('form').filter({ has: button });
    await form.locator('input[type=file]:not([disabled])').first().setInputFiles(contractFile);
  }
  const select = tab.locator('[data-saves]').filter({ has: button }).locator('select');
  const isSaved = scripts && (await select.count()) > 0;
  const traffic = listen(tab);
  let problem = '';
  try {
    if (isSaved) await select.selectOption({ index: await otherChoice(select) });
    if (!isSaved || !traffic.hasArrived()) await button.click({ timeout: isSaved ? 1500 : 8000 });
  } catch (error) {
    if (traffic.requests.length === 0) problem = `cannot be pressed: ${error}`;
  }
  const began = Date.now();
  const mayCome = () => Date.now() - began < (traffic.requests.length > 0 ? HURRY_MS : DEAD_MS);
  // What a script sends may have said all there is: another page follows soon, or none.
  for (let still = 0; !traffic.hasArrived() && mayCome() && still < 40; ) {
    await tab.waitForTimeout(25);
    const isCall = traffic.requests.length > 0 && !traffic.requests.some(isNavigation);
    still = isCall ? still + 1 : 0;
  }
  traffic.stop();
  return { problem: problem || judge(traffic.requests), status: traffic.status };
}

const isNavigation = (request: Request) => request.isNavigationRequest();

/** One form, or one call of a script; a script may call before it sends its form. */
function judge(requests: readonly Request[]): string {
  const went = requests.filter(isNavigation).length;
  const called = requests.length - went;
  if (requests.length === 0) return 'is dead: nothing leaves';
  return went > 1 || called > 1 ? `sends ${went} forms, ${called} calls` : '';
}

/** What leaves from now on until another page is there. */
function listen(tab: Page) {
  const requests: Request[] = [];
  let [arrived, status] = [false, 0];
  const hear = (request: Request) => {
    const isPost = request.method() === 'POST' || isNavigation(request);
    if (!arrived && isPost && !request.redirectedFrom()) requests.push(request);
  };
  const answer = (response: Response) => {
    if (isNavigation(response.request())) status = response.status();
  };
  const arrive = () => {
    arrived = true;
  };
  tab.on('request', hear);
  tab.on('response', answer);
  tab.once('domcontentloaded', arrive);
  tab.once('download', arrive);
  return {
    requests,
    hasArrived: () => arrived,
    status: () => {
      tab.off('response', answer);
      return status;
    },
    stop: () => {
      tab.off('request', hear);
    },
  };
}

function canPress(key: string): boolean {
  const button = document.querySelector<HTMLButtonElement>(`[data-walk=${JSON.stringify(key)}]`);
  return !button?.disabled;
}

/** The place of a choice that is not the stored one. */
function otherChoice(select: Locator): Promise<number> {
  return select.evaluate((node: HTMLSelectElement) => {
    const places = [...node.options].map(({ disabled }, at) => ({ at, disabled }));
    return places.find(({ at, disabled }) => at !== node.selectedIndex && !disabled)?.at ?? 0;
  });
}

/** Until the scripts of the page listen. */
export async function settle(tab: Page, scripts: boolean): Promise<void> {
  await tab.waitForLoadState('load').catch(() => undefined);
  if (!scripts) return;
  const listens = () => {
    const hasScripts = document.querySelector('script[src*="/_next/"]') !== null;
    const [drawn] = document.body.children;
    return (
      !hasScripts || Boolean(drawn && Object.keys(drawn).some((name) => /^__react/.test(name)))
    );
  };
  await tab.waitForFunction(listens, null, { timeout: HURRY_MS }).catch(() => undefined);
}

/** A new tab, with a device that makes passkeys. */
export async function openTab(
  context: { newPage: () => Promise<Page> },
  scripts: boolean,
): Promise<Page> {
  const tab = await context.newPage();
  tab.on('dialog', (dialog) => void dialog.accept().catch(() => undefined));
  if (!scripts) return tab;
  const device = await tab.context().newCDPSession(tab);
  await device.send('WebAuthn.enable');
  const user = { hasResidentKey: true, hasUserVerification: true, isUserVerified: true };
  const options = { protocol: 'ctap2', transport: 'internal', ...user } as const;
  await device.send('WebAuthn.addVirtualAuthenticator', { options });
  return tab;
}
