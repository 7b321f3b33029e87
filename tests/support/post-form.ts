import { expect } from 'vitest';
import { parseFlash } from '#lib/http/forms/flash.ts';
import { type CallOptions, call, cookiesOf } from '#tests/support/call.ts';
import { formAt } from '#tests/support/forms.ts';
import { unknownFields } from '#tests/support/rendered-forms.ts';

/**
 * Posts a page's form to its URL. Throws when a refusal names a field that is none of its own.
 */
export async function postForm(path: string, options: CallOptions): Promise<Response> {
  const { entry, params } = formAt(path);
  const response = await call(entry.POST, path, { method: 'POST', params, ...options });
  const lost = unknownFields([entry], Object.keys(valuesKeptAfterRefusal(response)?.fields ?? {}));
  if (lost.length > 0) throw new Error(`${path} refuses fields that it does not have: ${lost}`);
  return response;
}

/** Returns the URL of a redirect, the answer to every form. */
export function redirectOf(response: Response): string {
  expect([302, 303]).toContain(response.status);
  return response.headers.get('location') ?? '';
}

/** Returns the values that a refused form shows again on its page. */
export const valuesKeptAfterRefusal = (response: Response) =>
  parseFlash(cookiesOf(response).formulario);
