import { cookiesOf } from '#tests/support/call.ts';
import { browseAs } from '#tests/support/page-request.ts';
import { postForm } from '#tests/support/post-form.ts';

export type Cookies = Record<string, string>;
export type Page = (query: Cookies) => Promise<string>;

/** Sends a form of a record with a document, or with the one that the previous page kept. */
export async function sendRecord(
  path: string,
  page: Page,
  cookies: Cookies,
  fields: Cookies,
  file?: Buffer,
): Promise<{ place: string; html: string }> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  if (file) body.set('file', new File([new Uint8Array(file)], 'poliza.pdf'));
  const response = await postForm(path, { body, cookies });
  const place = response.headers.get('location') ?? '';
  const { formulario = '' } = cookiesOf(response);
  browseAs({ ...cookies, formulario });
  const query = Object.fromEntries(new URL(place, 'http://x').searchParams);
  const refused = place.includes('error=');
  const html = refused ? await page(query) : '';
  // A machine under load may be late: the same form, sent again, is read.
  if (html.includes('Seguimos leyendo')) return sendRecord(path, page, cookies, fields, file);
  return { place, html };
}

/** Returns the value of a hidden field. */
export const hiddenValue = (html: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';
