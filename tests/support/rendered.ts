import { parse } from 'node-html-parser';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { textOf } from '#tests/support/page-request.ts';

/** Returns a component as the server draws it, to be searched by selectors. */
export const parseRendered = (page: ReactNode) => parse(renderToStaticMarkup(page));

/** Returns what a person reads of a component, including what only screen readers say. */
export const visibleTextOf = (page: ReactNode) => textOf(renderToStaticMarkup(page)).trim();

/** Returns the URLs of the links whose words begin with `label`. */
export const hrefsOf = (page: ReactNode, label = '') =>
  parseRendered(page)
    .querySelectorAll('a')
    .filter(({ text }) => text.trim().startsWith(label))
    .map((link) => `${link.getAttribute('href')}`);

/** Returns the parameters of a URL of this site. */
export const queryOf = (href: string) =>
  Object.fromEntries(new URL(href, 'http://localhost').searchParams);
