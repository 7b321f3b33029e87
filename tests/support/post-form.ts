import { expect } from 'vitest';
import { POST } from '#app/f/[[...rest]]/route.ts';
import { readFlash } from '#lib/http/forms/flash.ts';
import { type CallOptions, call, cookiesOf } from '#tests/support/call.ts';

/** Posts a page's form; `path` as `lib/http/forms/forms.ts` has it. */
export function postForm(path: string, options: CallOptions): Promise<Response> {
  return call(POST, `/f${path}`, { method: 'POST', ...options });
}

/** Where a redirect sends the browser: every answer to a form is one. */
export function wayOf(response: Response): string {
  expect([302, 303]).toContain(response.status);
  return response.headers.get('location') ?? '';
}

/** What a refused form brings back to its page. */
export const broughtBack = (response: Response) =>
  readFlash(`formulario=${cookiesOf(response).formulario}`);
