import type { Locator, Page } from '@playwright/test';
import type { StepId } from '#lib/domain/drafts/steps.ts';
import { type UploadKind, uploadKinds } from '#lib/domain/uploads/schema.ts';
import type { Answer, UploadFile } from '#tests/e2e/support/answers.ts';

// Functions that walk through the wizard like a person.

export const WIZARD = '/gestiona-tu-garantia';

type Hooks = {
  /** Page to stop on, before it is filled in. */
  until?: StepId;
  onArrival?: (page: Page, answer: Answer) => Promise<void>;
  onFilled?: (page: Page, answer: Answer) => Promise<void>;
};

/** Fills in page after page from the open one. Ends on `until` or after the last. */
export async function walk(page: Page, answers: Answer[], hooks: Hooks = {}): Promise<void> {
  for (const answer of answers) {
    await page.waitForURL((url) => url.pathname === `${WIZARD}/${answer.step}`);
    if (answer.step === hooks.until) return;
    await hooks.onArrival?.(page, answer);
    await fillIn(page, answer);
    await hooks.onFilled?.(page, answer);
    if (answer.again) await page.getByRole('link', { name: 'Agregar otra garantía' }).click();
    else await goOn(page);
  }
}

/**
 * Puts a request into this browser up to the page `until` by posting the forms without rendering
 * their pages, for tests about a later page.
 */
export async function prepare(page: Page, answers: Answer[], until?: StepId): Promise<void> {
  let location = `${WIZARD}/tipo`;
  for (const { step, fields, files, again } of answers) {
    if (step === until) break;
    if (again) {
      location = location.replace(/\/[\w-]+\?/, '/garantia-tipo?');
      continue;
    }
    const { searchParams } = new URL(location, 'http://localhost');
    const g = searchParams.get('g');
    const query = `?borrador=${searchParams.get('borrador') ?? ''}`;
    const form = { ...fields, ...(g && { g }) };
    const reply =
      step === 'documentos'
        ? await page.request.post(`${WIZARD}/documentos/archivos${query}`, {
            maxRedirects: 0,
            multipart: { 'subido-contrato': '', ...files },
          })
        : await page.request.post(`${WIZARD}/${step}/guardar${query}`, { maxRedirects: 0, form });
    location = reply.headers().location ?? '';
  }
  await page.goto(location);
  await ready(page);
}

/** Fills in the fields of a page by any kind of control. */
export async function fillIn(page: Page, { fields = {}, files = {} }: Answer): Promise<void> {
  for (const [name, value] of Object.entries(fields)) {
    const control = page.locator(`[name="${name}"]`);
    const first = control.first();
    await openFold(first);
    const kind = await first.evaluate((element) =>
      element instanceof HTMLInputElement ? element.type : element.tagName,
    );
    if (kind === 'radio') await page.locator(`[name="${name}"][value="${value}"]`).check();
    else if (kind === 'SELECT') await first.selectOption(value);
    else await first.fill(value);
  }
  for (const kind of uploadKinds) if (files[kind]) await attach(page, files[kind], kind);
}

/** Opens the folded fields around a control, if they are closed. */
export async function openFold(control: Locator): Promise<void> {
  const fold = control.locator('xpath=ancestor::details[not(@open)]/summary');
  if ((await fold.count()) > 0) await fold.click();
}

/** Returns the present values of a page's fields, by name. */
export async function heldBy(page: Page, { fields = {} }: Answer): Promise<Record<string, string>> {
  const held: Record<string, string> = {};
  for (const name of Object.keys(fields)) {
    held[name] = await page.locator(`[name="${name}"]`).evaluateAll((elements) =>
      elements
        .map((element) => element as HTMLInputElement) // radios, text, selects: all have a value
        .filter((element) => element.type !== 'radio' || element.checked)
        .map((element) => element.value)
        .join(),
    );
  }
  return held;
}

/** Chooses a file and waits, if scripts run, until it is uploaded. */
export async function attach(
  page: Page,
  file: UploadFile,
  kind: UploadKind = 'contrato',
): Promise<void> {
  await fileField(page, kind).setInputFiles(file);
  if (await runsScripts(page)) await uploaded(page, kind).waitFor();
}

export function fileField(page: Page, kind: UploadKind = 'contrato'): Locator {
  return page.locator(`[data-upload=${kind}] input[type=file]`);
}

export function uploaded(page: Page, kind: UploadKind = 'contrato'): Locator {
  return page.locator(`[data-upload=${kind}]`).getByText('Ya puedes continuar');
}

/** Finds our own alert: Next adds an empty one of its own at the end of the page. */
export function errorSummary(page: Page): Locator {
  return page.locator('main [role=alert]');
}

export function uploadStatus(page: Page): Locator {
  return page.locator('[data-upload=contrato] [data-upload-status]');
}

/** Presses "Continuar" and waits for the following page, even the same one with errors. */
export async function goOn(page: Page): Promise<void> {
  await press(page, page.getByRole('button', { name: 'Continuar' }));
}

/** Returns an address below the wizard's, of the draft that this page shows. */
export function addressIn(page: Page, path: string): string {
  return `${WIZARD}/${path}?borrador=${new URL(page.url()).searchParams.get('borrador')}`;
}

/** Whether an address is that of a page of the wizard, for any draft. */
export function atStep(step: string): (url: URL) => boolean {
  return ({ pathname }) => pathname === `${WIZARD}/${step}`;
}

/** Clicks an element that opens another page, or changes the page in place, and waits for it. */
export async function press(page: Page, target: Locator): Promise<void> {
  await changed(page, () => target.click());
}

/** Runs `act`, which loads a page or renders it again in place, and waits until that is done. */
export async function changed(page: Page, act: () => Promise<unknown>): Promise<void> {
  const times = Number((await page.locator('html').getAttribute('data-drawn')) ?? 0);
  const arrived = page.waitForEvent('load');
  const rendered = page.locator(`html[data-drawn="${times + 1}"]`).waitFor({ state: 'attached' });
  // The promise that is not fulfilled fails when its time is over.
  const first = Promise.any([arrived, rendered]);
  await act();
  await first;
  await ready(page);
}

const enhanced =
  /^\/(gestiona-tu-garantia|register|verificar|login|recuperar|restablecer|panel|pagar|admin)\b/;

/** Waits for the scripts of the page, because a test is faster than a person. */
export async function ready(page: Page): Promise<void> {
  if (!enhanced.test(new URL(page.url()).pathname) || !(await runsScripts(page))) return;
  await page.locator('html[data-enhanced]').waitFor({ state: 'attached' });
}

/** Accepts and sends from the review, and returns the number on the receipt. */
export async function send(page: Page): Promise<string> {
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Enviar solicitud' }).click();
  return receiptNumber(page);
}

export async function receiptNumber(page: Page): Promise<string> {
  await page.waitForURL('**/comprobante/**');
  const text = await page.getByText(/^N\.º \d+$/).textContent();
  return text?.replace(/\D/g, '') ?? '';
}

async function runsScripts(page: Page): Promise<boolean> {
  return page.evaluate(() => matchMedia('(scripting: enabled)').matches);
}
