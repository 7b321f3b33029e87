// Stands beside Next, because every page of its App Router loads 135 kB of scripts and no setting
// of Next changes that. These public pages need none, and show in 0.8 s instead of 1.8 s on slow
// 4G. `server.ts --all-next` serves them as Next draws them (docs/decisions/http-and-server.md).
import { createHash } from 'node:crypto';
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import { duplexPair } from 'node:stream';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { acceptsEncoding } from '#lib/http/direct/send-response.ts';
import { etagOf, matchesEtag } from '#lib/http/files/ranges.ts';
import { scriptlessPolicy } from '#lib/http/server/page-policy.ts';
import { cookieNames } from '#lib/platform/operations/cookie-names.ts';
import { log } from '#lib/platform/process/log.ts';

export type RequestListener = (req: IncomingMessage, res: ServerResponse) => void;
type PublicPage = {
  policy: string;
  etag: string;
  bodies: { br: Buffer; gzip: Buffer; identity: Buffer };
};
type RenderOptions = { status?: number; headers?: Record<string, string> };
type Style = { css: string; policy: string };

/**
 * Pages kept in memory. They read neither query nor database, so all visitors without a draft get
 * the same.
 */
export const keptPaths = ['/', '/privacidad'];

/** Pages rendered for each request. They need no scripts, because their forms only search. */
export const freshPaths = ['/licitaciones'];

/**
 * A copy may be up to a day old. It stays readable after a new build, because its styles are
 * inlined.
 */
const CACHE_CONTROL = 'public, max-age=300, stale-while-revalidate=86400, no-transform';

/**
 * Serves `keptPaths` from memory and renders `freshPaths`, both without scripts. A kept page is
 * rendered at its first request and not by the build, because it shows settings of the server.
 */
export function serveScriptlessPages(next: RequestListener): RequestListener {
  const pages = new Map<string, Promise<PublicPage>>();
  const getPage = (path: string) => {
    const page = pages.get(path) ?? makePage(next, path);
    pages.set(path, page);
    return page;
  };
  const styles = new Map<string, Promise<Style>>();
  return (req, res) => {
    const path = (req.url ?? '/').split('?', 1)[0] ?? '/';
    const cookie = req.headers.cookie ?? '';
    // The home page names the draft of a browser that has one, and the search for tenders the draft
    // in its query (`borrador`). All draft cookies have names that begin with this one.
    const hasDraft =
      path === '/'
        ? cookie.split('; ').some((pair) => pair.startsWith(cookieNames.oldDraft))
        : freshPaths.includes(path) && /[?&]borrador=/.test(req.url ?? '');
    const isFresh = hasDraft || freshPaths.includes(path);
    if (!(isFresh || keptPaths.includes(path)) || !/^(GET|HEAD)$/.test(req.method ?? '')) {
      return next(req, res);
    }
    const sending = isFresh
      ? renderWithoutScripts(
          next,
          req.url ?? path,
          styles,
          hasDraft ? { headers: { cookie } } : {},
        ).then((page) => {
          if (hasDraft) res.setHeader('Cache-Control', 'private, no-store');
          return sendFresh(req, res, page);
        })
      : getPage(path).then((page) => sendKept(req, res, page));
    sending.catch((err: unknown) => {
      pages.delete(path);
      styles.clear();
      log().error({ err }, 'a public page cannot be made');
      next(req, res);
    });
  };
}

function sendKept(req: IncomingMessage, res: ServerResponse, { policy, etag, bodies }: PublicPage) {
  res.setHeader('Content-Security-Policy', policy);
  res.setHeader('Cache-Control', CACHE_CONTROL);
  res.setHeader('Vary', 'Accept-Encoding, Cookie');
  // The tag is weak, because all encodings of a page share it.
  res.setHeader('ETag', `W/${etag}`);
  if (matchesEtag(req.headers['if-none-match'], etag)) {
    res.statusCode = 304;
    return void res.end();
  }
  const encoding = encodingFor(req);
  endReply(req, res, encoding, bodies[encoding]);
}

/** Sends a page that was rendered for this request. */
async function sendFresh(
  req: IncomingMessage,
  res: ServerResponse,
  { policy, body }: { policy: string; body: string },
) {
  const encoding = encodingFor(req);
  const encodedBody =
    encoding === 'identity' ? Buffer.from(body) : await compressors[encoding](body);
  res.setHeader('Content-Security-Policy', policy);
  res.setHeader('Vary', 'Accept-Encoding');
  endReply(req, res, encoding, encodedBody);
}

type Compression = keyof PublicPage['bodies'];

const compressors = {
  br: (body: string) =>
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: promisify<string, Buffer>(gzip),
};

function encodingFor(req: IncomingMessage): Compression {
  return acceptsEncoding(req, 'br') ? 'br' : acceptsEncoding(req, 'gzip') ? 'gzip' : 'identity';
}

function endReply(req: IncomingMessage, res: ServerResponse, encoding: Compression, body: Buffer) {
  if (encoding !== 'identity') res.setHeader('Content-Encoding', encoding);
  res.setHeader('Content-Type', 'text/html; charset=utf-8');
  res.setHeader('Content-Length', body.length);
  res.end(req.method === 'HEAD' ? undefined : body);
}

/** Renders a page. Throws when it contains something that its policy would block. */
async function makePage(next: RequestListener, path: string): Promise<PublicPage> {
  const { body, policy } = await renderWithoutScripts(next, path, new Map());
  const [, css = ''] = /<style>(.*)<\/style>/s.exec(body) ?? [];
  if (/<script|rel="stylesheet"|\snonce=|\sstyle="/.test(body) || css.includes('</')) {
    throw new Error(`${path} would break its policy`);
  }
  const [br, gzipped] = await Promise.all([
    promisify(brotliCompress)(body),
    promisify(gzip)(body, { level: 9 }),
  ]);
  return { policy, etag: etagOf(body), bodies: { br, gzip: gzipped, identity: Buffer.from(body) } };
}

/** Returns Next's page without scripts and with inlined styles. Links and forms still work. */
export async function renderWithoutScripts(
  next: RequestListener,
  url: string,
  styles: Map<string, Promise<Style>>,
  options: RenderOptions = {},
) {
  const html = (await renderPage(next, url, options)).replace(
    /<script\b.*?<\/script>|<link\b[^>]*\bas="script"[^>]*>/gs,
    '',
  );
  const [link = '', href = ''] =
    /<link\b[^>]*rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/.exec(html) ?? [];
  const style = styles.get(href) ?? loadStyle(next, href);
  styles.set(href, style);
  const { css, policy } = await style;
  // The style sheet is prefetched for other pages, which load it as a file.
  const prefetch = `<link rel="prefetch" as="style" href="${href}"/>`;
  return { body: html.replace(link, () => `${prefetch}<style>${css}</style>`), policy };
}

async function loadStyle(next: RequestListener, href: string): Promise<Style> {
  const css = await renderPage(next, href);
  const hash = createHash('sha256').update(css).digest('base64');
  return { css, policy: scriptlessPolicy(`'sha256-${hash}'`) };
}

/** Requests a page from `serve` over an in-memory connection, without cookies. */
function renderPage(
  serve: RequestListener,
  path: string,
  { status = 200, headers = {} }: RenderOptions = {},
): Promise<string> {
  const server = createServer(serve);
  const createConnection = () => {
    const [serverEnd, clientEnd] = duplexPair();
    server.emit('connection', clientEnd);
    return serverEnd;
  };
  return new Promise((resolve, reject) => {
    get({ path, createConnection, headers: { host: 'localhost', ...headers } }, (reply) => {
      if (reply.statusCode === status) text(reply).then(resolve, reject);
      else reject(new Error(`${path} is answered by ${reply.statusCode}`));
    }).on('error', reject);
  });
}
