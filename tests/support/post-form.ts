import { POST } from '#app/f/[[...rest]]/route.ts';
import { type CallOptions, call } from '#tests/support/call.ts';

/** Posts a page's form; `path` as `lib/http/forms.ts` has it. */
export function postForm(path: string, options: CallOptions): Promise<Response> {
  return call(POST, `/f${path}`, { method: 'POST', ...options });
}
