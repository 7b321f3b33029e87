import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brand, mark } from '#lib/platform/config/brand.ts';
import { singleton } from '#lib/platform/process/singleton.ts';
import { wholeResponse } from '#lib/platform/web/content.ts';
import { type Html, html } from '#lib/platform/web/html.ts';

type Page = {
  title: string;
  content: Html;
  status?: number;
  /** A form's own address must reach us as its origin; else nothing of it leaves the page. */
  hasForm?: boolean;
  /** What runs on it, and may ask this origin. */
  script?: string;
  /** Says nothing that we stand for: it goes without our mark. */
  unmarked?: boolean;
};

/** Has no scripts, is never kept or indexed, and tells no other site where it was. */
export async function sharePage(request: Request, page: Page): Promise<Response> {
  // server.ts sets it on every request, over a client's own.
  const nonce = (request.headers.get('x-nonce') ?? '').replace(/[^\w+/=-]/g, '');
  const body = plainDocument(page, { nonce, style: await styles() });
  return wholeResponse(request.method === 'HEAD' ? '' : body, {
    status: page.status ?? 200,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy(nonce, page.script !== undefined),
      'Cache-Control': 'private, no-store',
      'Referrer-Policy': page.hasForm ? 'same-origin' : 'no-referrer',
      'X-Robots-Tag': 'noindex, nofollow, noarchive',
      Vary: 'Accept',
    },
  });
}

function policy(nonce: string, runs: boolean): string {
  return [
    "default-src 'none'",
    ...(runs ? [`script-src 'nonce-${nonce}'`, "connect-src 'self'"] : []),
    `style-src 'nonce-${nonce}'`,
    "img-src 'self'",
    "font-src 'self'",
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The site's tokens, buttons and fields as they are, and what only these pages need. */
export function styles(): Promise<string> {
  const files = ['fonts', 'tokens', 'buttons', 'primitives', 'print'].map(
    (name) => `app/${name}.css`,
  );
  return singleton('share-styles', async () => {
    const texts = await Promise.all(
      ['lib/http/share/share.css', 'lib/http/share/share-viewer.css', ...files].map((path) =>
        readFile(join(/* turbopackIgnore: true */ process.cwd(), path), 'utf8'),
      ),
    );
    return texts
      .join('\n')
      .replace('@theme static', ':root')
      .replace(/--[a-z]+-\*: initial;|\/\*.*?\*\//gs, '')
      .replace(/\s+/g, ' ');
  });
}

export function plainDocument(
  { title, content, script, unmarked }: Omit<Page, 'status' | 'hasForm'>,
  { nonce, style }: { nonce: string; style: string },
): string {
  return html`<!doctype html>
<html lang="es-CL">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow, noarchive">
<title>${title} · ${brand.name}</title>
<link rel="icon" href="/icon.svg">
<link rel="preload" as="font" type="font/woff2" href="${brand.font}" crossorigin>
<style nonce="${nonce}">${{ markup: style }}</style>
</head>
<body>
${!unmarked && header}
<main class="wide">${content}</main>
<footer class="bar"><div class="wide"><p>${brand.name}. ${brand.tagline}.</p><a href="/privacidad" rel="noreferrer">Privacidad</a></div></footer>
${script !== undefined && html`<script nonce="${nonce}">${{ markup: script }}</script>`}
</body>
</html>
`.markup;
}

const logo = html`<svg viewBox="${mark.viewBox}" fill="none" aria-hidden="true"><path class="mark" d="${mark.shield}"/><path class="mark-line" d="${mark.perforation}" stroke-width="1.8" stroke-linecap="round"/><path class="mark-tick" d="${mark.tick}" stroke-width="2.8" stroke-linecap="round" stroke-linejoin="round"/></svg>`;

const header = html`<header class="bar"><div class="wide"><a class="home" href="/" rel="noreferrer">${logo} ${brand.name}</a></div></header>`;
