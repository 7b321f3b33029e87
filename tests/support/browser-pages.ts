import type { Metadata } from 'next';
import { parse } from 'node-html-parser';
import type { ReactNode } from 'react';
import { createFinder } from '#lib/http/api/paths.ts';
import { cookiesOf } from '#tests/support/call.ts';
import type { collectPages } from '#tests/support/page-outlines.ts';
import { renderPageResponse } from '#tests/support/page-request.ts';
import { postForm, redirectOf } from '#tests/support/post-form.ts';
import { filesUnder, projectRoot } from '#tests/support/source-files.ts';

const files = filesUnder('app');
const layouts = files.filter((file) => /.\/.+\/layout\.tsx$/.test(file));
const find = createFinder(
  files
    .filter((file) => file.endsWith('/page.tsx'))
    .map((file) => ({ file, path: pathOfPage(file) })),
);

function pathOfPage(file: string): string {
  const path = file.slice('app'.length, -'/page.tsx'.length).replace(/\/\([^)]+\)/g, '');
  return path.replaceAll('[', '{').replaceAll(']', '}') || '/';
}

/** Returns the layouts around a page but the root's, inner first. */
const layoutsOf = (file: string) =>
  layouts.filter((layout) => file.startsWith(layout.slice(0, -'layout.tsx'.length))).reverse();

type Cookies = Record<string, string>;

/**
 * Returns a name for the page at a URL, and its title and markup, or where it leads instead.
 */
export async function visitPage(address: string, cookies: Cookies = {}) {
  const { pathname, search, searchParams, hash } = new URL(address, 'http://localhost');
  const found = find(pathname);
  if (!found) throw new Error(`no page at ${address}`);
  const { entry, params } = found;
  const name = entry.path
    .replace(/\{(\w+)\}/g, (_, key) => (/[A-Z]/.test(params[key] ?? '') ? key : params[key]))
    .slice(1)
    .replaceAll(/[/_]/g, '-');
  const page = await import(/* @vite-ignore */ projectRoot + entry.file);
  const inLayouts = async (props: object) => {
    let children: ReactNode = await page.default(props);
    for (const file of layoutsOf(entry.file)) {
      const layout = await import(/* @vite-ignore */ projectRoot + file);
      children = await layout.default({ ...props, children });
    }
    return children;
  };
  const query = Object.fromEntries(searchParams);
  try {
    const from = { cookies, path: pathname + search };
    const response = await renderPageResponse(inLayouts, { params, query }, from);
    const props = { params: Promise.resolve(params), searchParams: Promise.resolve(query) };
    const { title }: Metadata = (await page.generateMetadata?.(props)) ?? page.metadata ?? {};
    const head = `<header>${title} (${response.status}) ${hash}</header>`;
    return { name, html: head + (await response.text()) };
  } catch (error) {
    const { digest = '' } = error as { digest?: string };
    if (!digest.startsWith('NEXT_')) throw error;
    return { name, html: `<header>${digest}</header>` };
  }
}

/**
 * Finds the form of a page with this URL whose hidden fields do not contradict what is sent.
 */
function drawnForm(html: string, path: string, sent: Cookies | FormData) {
  const forms = parse(html)
    .querySelectorAll('form')
    .map((form) => ({
      action: form.getAttribute('action') ?? '',
      hidden: Object.fromEntries(
        form
          .querySelectorAll('input[type=hidden]')
          .map((input) => [input.getAttribute('name') ?? '', input.getAttribute('value') ?? '']),
      ) as Cookies,
    }));
  const givenCookies = sent instanceof FormData ? {} : sent;
  const fits = (hidden: Cookies) =>
    Object.entries(givenCookies).every(([name, value]) => (hidden[name] ?? value) === value);
  return forms.find(({ action, hidden }) => action.split('?')[0] === path && fits(hidden));
}

/** Makes a browser that keeps its cookies and adds the pages that it sees to a story. */
export function createStoryBrowser(
  story: ReturnType<typeof collectPages>,
  givenCookies: Cookies = {},
) {
  const jar = { ...givenCookies };
  let shown = '';
  const keep = (response: Response) => {
    for (const [name, value] of Object.entries(cookiesOf(response))) {
      if (value) jar[name] = decodeURIComponent(value);
      else delete jar[name];
    }
  };
  /** Adds the page at a URL, as one step of the page `as`. */
  async function see(step: string, address: string, as?: string): Promise<string> {
    const { name, html } = await visitPage(address, jar);
    shown = html;
    story.add(as ?? (name || 'home'), step, html);
    return html;
  }
  return {
    jar,
    keep,
    see,
    /**
     * Posts a form with the hidden fields that it has on the page seen last, and adds the page that
     * follows. Returns where it leads.
     */
    async press(step: string, path: string, form: Cookies | FormData = {}, as?: string) {
      const { action = path, hidden = {} } = drawnForm(shown, path, form) ?? {};
      const sent = form instanceof FormData ? { body: form } : { form: { ...hidden, ...form } };
      const response = await postForm(action, { ...sent, cookies: jar });
      keep(response);
      const way = redirectOf(response);
      await see(step, way, as);
      delete jar.formulario;
      return way;
    },
  };
}
