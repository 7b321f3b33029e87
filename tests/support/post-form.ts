import { expect } from 'vitest';
import { readFlash } from '#lib/http/forms/flash.ts';
import { type CallOptions, call, cookiesOf } from '#tests/support/call.ts';
import { formAt } from '#tests/support/forms.ts';

/** Posts a page's form to its address. */
export function postForm(path: string, options: CallOptions): Promise<Response> {
  const { entry, params } = formAt(path);
  return call(entry.POST, path, { method: 'POST', params, ...options });
}

/** Returns where a redirect sends the browser: every answer to a form is one. */
export function wayOf(response: Response): string {
  expect([302, 303]).toContain(response.status);
  return response.headers.get('location') ?? '';
}

/** Returns what a refused form brings back to its page. */
export const broughtBack = (response: Response) =>
  readFlash(`formulario=${cookiesOf(response).formulario}`);
