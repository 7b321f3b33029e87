import { gzipSync } from 'node:zlib';

export type PageWeight = { scripts: number; styles: number; html: number };

/** Returns the gzipped bytes that a browser loads at once for a page. `cookie` is a session's. */
export async function weighPage(url: string, cookie = ''): Promise<PageWeight> {
  const html = await text(url, cookie);
  const tags = (pattern: RegExp) => html.match(pattern) ?? [];
  const scripts = tags(/<script\b[^>]*\bsrc="[^>]*>/g)
    .filter((tag) => !/\bnomodule\b/i.test(tag))
    .map((tag) => attribute(tag, 'src'));
  const preloads = tags(/<link\b[^>]*>/g)
    .filter((tag) => /as="script"|rel="modulepreload"/.test(tag))
    .map((tag) => attribute(tag, 'href'));
  const styles = tags(/<link\b[^>]*rel="stylesheet"[^>]*>/g).map((tag) => attribute(tag, 'href'));
  return {
    scripts: await weigh(url, [...scripts, ...preloads]),
    styles: await weigh(url, styles),
    html: gzipSync(html).length,
  };
}

async function weigh(base: string, paths: string[]): Promise<number> {
  const urls = new Set(paths.map((path) => new URL(path, base).href));
  const sizes = await Promise.all([...urls].map(async (url) => gzipSync(await text(url)).length));
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function text(url: string, cookie = ''): Promise<string> {
  const headers = { 'accept-encoding': 'identity', cookie };
  const response = await fetch(url, { headers, redirect: 'error' });
  if (!response.ok) throw new Error(`${url} answers ${response.status}`);
  return response.text();
}

function attribute(tag: string, name: string): string {
  return (new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? '').replaceAll('&amp;', '&');
}
