import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '#tests/support/source-files.ts';

/** Addresses of all page.tsx below app/, dynamic parts in brackets: `/panel/pagos/[orden]`. */
export const pages: readonly string[] = readdirSync(join(projectRoot, 'app'), { recursive: true })
  .map(String)
  .filter((file) => /(^|\/)page\.tsx$/.test(file))
  .map((file) => `/${file}`.replace(/\/\([^)]*\)|\/page\.tsx$/g, '') || '/')
  .sort();

const known = pages.map((page) => ({
  page,
  matches: new RegExp(`^${page.replace(/\[[^\]]+\]/g, '[^/]+')}/?$`),
}));

/** Returns the page of an address, those without dynamic parts first. */
export function pageOf(address: string): string | null {
  const { pathname } = new URL(address, 'http://localhost');
  if (known.some(({ page }) => page === pathname)) return pathname;
  return known.find(({ matches }) => matches.test(pathname))?.page ?? null;
}

export const isStatic = (page: string): boolean => !page.includes('[');

/** Returns the dynamic parts of an address, except the wizard's steps, which are no ids. */
export function idsIn(address: string): string[] {
  const { pathname } = new URL(address, 'http://localhost');
  const parts = pathname.split('/');
  const page = (pageOf(pathname) ?? '').replace('[paso]', '').split('/');
  return parts.filter((_, at) => page[at]?.startsWith('['));
}
