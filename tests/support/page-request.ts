import type { ServerResponse } from 'node:http';
import type { Metadata } from 'next';
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime.js';
import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { prerender } from 'react-dom/static';
import { CLIENT_IP_HEADER } from '#lib/http/server/client-ip.ts';
import { trackRequest } from '#lib/platform/process/requests-under-way.ts';
import { randomNonce } from '#lib/platform/security/ids.ts';

/**
 * Headers of the request for a page. Only pages can read them from Next, so `setup.ts` replaces
 * `next/headers` by this module: once for all files, because they share their modules.
 */
const requested: Record<string, string> = {
  cookie: '',
  'sec-fetch-site': 'same-origin',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
};
let jar: Record<string, string> = {};
export const headers = async () => new Headers(requested);
export const cookies = async () => ({
  get: (name: string) => (jar[name] ? { value: jar[name] } : undefined),
  has: (name: string) => name in jar,
});

/** Stands in for `after` of `next/server`, which works only in pages too. */
export const after = (run: () => unknown) => void run();

/**
 * Sets the cookies. `site` is the browser's report about the origin of the URL, `path` what it
 * requested.
 */
export function browseAs(
  jarCookies: Record<string, string>,
  site = 'same-origin',
  path = '/panel',
): void {
  requested['sec-fetch-site'] = site;
  requested['x-path'] = path;
  jar = { ...jarCookies };
  requested.cookie = Object.entries(jarCookies)
    .map((pair) => pair.join('='))
    .join('; ');
}

const router = {} as never;

/** Returns a page as it is sent, with the status that it chose. `ip` is the client's. */
export async function renderPageResponse<P extends object>(
  page: Page<P>,
  { params, query = {} }: { params: P; query?: Query },
  options: { cookies?: Query; ip?: string; path?: string } = {},
): Promise<Response> {
  const { cookies: givenCookies = {}, ip = '203.0.113.7', path } = options;
  browseAs(givenCookies, 'same-origin', path);
  const nonce = randomNonce();
  Object.assign(requested, { 'x-nonce': nonce, [CLIENT_IP_HEADER]: ip });
  const sending = { statusCode: 200, headersSent: false } as ServerResponse;
  const end = trackRequest(nonce, sending);
  try {
    const html = await renderPage(page, params, query);
    return new Response(html, {
      status: sending.statusCode,
      headers: { 'content-type': 'text/html' },
    });
  } finally {
    end();
    Object.assign(requested, { 'x-nonce': '', [CLIENT_IP_HEADER]: '' });
  }
}

type Query = Record<string, string>;
type Page<P> = (props: { params: Promise<P>; searchParams: Promise<Query> }) => Promise<ReactNode>;

/**
 * Returns the markup of a page, without the layout. Throws where its forms do not fit their routes.
 */
export async function renderPage<P extends object>(page: Page<P>, params: P, query: Query = {}) {
  const props = { params: Promise.resolve(params), searchParams: Promise.resolve(query) };
  const whole = createElement(AppRouterContext.Provider, { value: router }, await page(props));
  const { prelude } = await prerender(whole, { onError: () => {} });
  // React separates adjacent texts by comments, for its script.
  const html = (await new Response(prelude).text()).replace(/<!--.*?-->/g, '');
  const rendered = html.replaceAll('&amp;', '&');
  // The import is late, because the routes of the forms import this module by another name.
  const { checkRenderedForms } = await import('#tests/support/rendered-forms.ts');
  checkRenderedForms(rendered);
  return rendered;
}

type Titled<P> = {
  default: Page<P>;
  generateMetadata: (props: Parameters<Page<P>>[0]) => Promise<Metadata>;
};

/** Returns the answer for a page: its title and markup, its status, or the next URL. */
export async function pageAnswer<P extends object>(page: Titled<P>, params: P, query: Query = {}) {
  const props = { params: Promise.resolve(params), searchParams: Promise.resolve(query) };
  try {
    const { title, robots, referrer } = await page.generateMetadata(props);
    const head = renderToStaticMarkup(createElement('title', {}, String(title)));
    const response = { statusCode: 200, headersSent: false } as ServerResponse;
    const end = trackRequest('', response);
    const body = await renderPage(page.default, params, query);
    const { statusCode: status } = response;
    end();
    const about = `${JSON.stringify(robots)} ${referrer}`;
    return new Response(`<head>${head}</head>${body}`, { status, headers: { about } });
  } catch (error) {
    const { digest = '' } = error as { digest?: string };
    if (!digest.startsWith('NEXT_REDIRECT;')) throw error;
    const [, , location = '', status] = digest.split(';');
    return new Response(null, { status: Number(status), headers: { location } });
  }
}

const figure = /<span class="whitespace-nowrap">([^<]*)<\/span>/g;
/** Returns a page's text without its markup: a space between elements, none inside a figure. */
export const textOf = (html: string) =>
  html
    .replace(figure, '$1')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');
