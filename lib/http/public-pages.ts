import { createHash } from 'node:crypto';
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import { duplexPair } from 'node:stream';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { knows, tagOf } from '#lib/http/ranges.ts';
import { takes } from '#lib/http/send-response.ts';
import { publicPolicy } from '#lib/platform/headers.ts';
import { log } from '#lib/platform/log.ts';

type Serve = (req: IncomingMessage, res: ServerResponse) => void;
type PublicPage = {
  policy: string;
  etag: string;
  bodies: { br: Buffer; gzip: Buffer; identity: Buffer };
};

/** Pages that are the same for all and until the next start: they read no cookie, query or row. */
export const publicPaths = ['/', '/privacidad'];

/** A day late is a text of yesterday: a page brings its styles, so none of a former build is missed. */
const KEPT = 'public, max-age=300, stale-while-revalidate=86400, no-transform';

/**
 * Answers the public pages from memory, so that proxies and browsers can keep them; the rest is for
 * `next`, which makes each of them once, when it is first asked for: they show run-time settings.
 */
export function servePublicPages(next: Serve): Serve {
  const pages = new Map<string, Promise<PublicPage>>();
  const find = (path: string) => {
    const found = pages.get(path) ?? makePage(next, path);
    pages.set(path, found);
    return found;
  };
  return (req, res) => {
    const path = (req.url ?? '/').split('?', 1)[0] ?? '/';
    if (!publicPaths.includes(path) || !/^(GET|HEAD)$/.test(req.method ?? '')) {
      return next(req, res);
    }
    find(path).then(
      (page) => send(req, res, page),
      (err: unknown) => {
        pages.delete(path);
        log().error({ err }, 'a public page cannot be made');
        next(req, res);
      },
    );
  };
}

function send(req: IncomingMessage, res: ServerResponse, { policy, etag, bodies }: PublicPage) {
  res.setHeader('Content-Security-Policy', policy);
  res.setHeader('Cache-Control', KEPT);
  res.setHeader('Vary', 'Accept-Encoding');
  // Weak: the packings of a page share it.
  res.setHeader('ETag', `W/${etag}`);
  if (knows(req.headers['if-none-match'], etag)) {
    res.statusCode = 304;
    return void res.end();
  }
  const packing = takes(req, 'br') ? 'br' : takes(req, 'gzip') ? 'gzip' : 'identity';
  if (packing !== 'identity') res.setHeader('Content-Encoding', packing);
  res.setHeader('Content-Type', 'text/html; charset=utf-8');
  res.setHeader('Content-Length', bodies[packing].length);
  res.end(req.method === 'HEAD' ? undefined : bodies[packing]);
}

/**
 * Next's page with its styles in it and without its scripts, as links and forms are the browser's own.
 * Throws when something is left that the policy would refuse.
 */
async function makePage(next: Serve, path: string): Promise<PublicPage> {
  const html = (await ask(next, path)).replace(
    /<script\b.*?<\/script>|<link\b[^>]*\bas="script"[^>]*>/gs,
    '',
  );
  const [link = '', href = ''] =
    /<link\b[^>]*rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/.exec(html) ?? [];
  const css = await ask(next, href);
  // The pages after it need the file.
  const prefetch = `<link rel="prefetch" as="style" href="${href}"/>`;
  const body = html.replace(link, () => `${prefetch}<style>${css}</style>`);
  if (/<script|rel="stylesheet"|\snonce=|\sstyle="/.test(body) || css.includes('</')) {
    throw new Error(`${path} would break its policy`);
  }
  const hash = createHash('sha256').update(css).digest('base64');
  const [br, gzipped] = await Promise.all([
    promisify(brotliCompress)(body),
    promisify(gzip)(body, { level: 9 }),
  ]);
  return {
    policy: publicPolicy(`'sha256-${hash}'`),
    etag: tagOf(body),
    bodies: { br, gzip: gzipped, identity: Buffer.from(body) },
  };
}

/** The answer of `serve` to a request that brings nothing of a person, over no network. */
function ask(serve: Serve, path: string): Promise<string> {
  const server = createServer(serve);
  const createConnection = () => {
    const [ours, theirs] = duplexPair();
    server.emit('connection', theirs);
    return ours;
  };
  return new Promise((resolve, reject) => {
    get({ path, createConnection, headers: { host: 'localhost' } }, (reply) => {
      if (reply.statusCode === 200) text(reply).then(resolve, reject);
      else reject(new Error(`${path} is answered by ${reply.statusCode}`));
    }).on('error', reject);
  });
}
