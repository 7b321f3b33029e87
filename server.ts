// Custom server around Next (nextjs.org/docs/app/guides/custom-server). `next start` and `proxy.ts`
// cannot do this work: they see no socket, so no client's address and no time limit of a
// connection, and they own neither the start (locks, migrations, timers) nor the stop of the
// process. `--all-next` leaves every answer to Next.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { isIPv6, Server } from 'node:net';
import { resolve } from 'node:path';
import next from 'next';
import { startBackground } from '#lib/background/start.ts';
import { answerRoute, createRouteFinder } from '#lib/http/direct/route-files.ts';
import { settleOrigin } from '#lib/http/server/client-ip.ts';
import { drawErrorPages, type ErrorPages, PageResponse } from '#lib/http/server/error-pages.ts';
import { pathOfTarget, refuseMalformedRequest } from '#lib/http/server/odd-requests.ts';
import { pagePolicy } from '#lib/http/server/page-policy.ts';
import { kindOfPath } from '#lib/http/server/path-kinds.ts';
import { serveScriptlessPages } from '#lib/http/server/scriptless-pages.ts';
import { checkFolders } from '#lib/platform/config/data-folders.ts';
import { EnvError, missingSettings } from '#lib/platform/config/env.ts';
import { configurationErrorText, loadSettings } from '#lib/platform/config/load-settings.ts';
import { filePathOf, getDb } from '#lib/platform/db/client.ts';
import { claimServing } from '#lib/platform/db/file/serving-lock.ts';
import { prepareDatabase } from '#lib/platform/db/prepare.ts';
import { DatabaseRefused } from '#lib/platform/db/refused.ts';
import { findTracker, setTracker } from '#lib/platform/error-tracking/tracker.ts';
import { findMetrics, setMetrics } from '#lib/platform/metrics/metrics.ts';
import { collectGarbageWhenIdle } from '#lib/platform/process/collect-when-idle.ts';
import { consoleToLog } from '#lib/platform/process/console-lines.ts';
import { onStop, stopAll } from '#lib/platform/process/lifecycle.ts';
import { log } from '#lib/platform/process/log.ts';
import { closeConnections, trackRequest } from '#lib/platform/process/requests-under-way.ts';
import { randomNonce, requestIdOf } from '#lib/platform/security/ids.ts';
import { makeFilesPrivate } from '#lib/platform/security/private-files.ts';
import { prepareFileKeys } from '#lib/platform/storage/encryption/file-keys.ts';
import { apiPolicy, defaultHeaders, securityHeaders } from '#lib/platform/web/headers.ts';
import { isLoopback, shortIp } from '#lib/platform/web/ip-addresses.ts';
import { drainAfterReply } from '#lib/platform/web/request-body.ts';
import packageJson from '#package.json' with { type: 'json' };

const dev = process.argv.includes('--dev');
const env = loadSettings();
const missing = missingSettings(env);
if (missing.length > 0) log().warn({ missing }, 'degraded: critical settings are missing');
if (!env.isProduction && !isLoopback(env.host)) {
  log().warn('APP_ENV=local beyond this machine: no captcha, and payments are a test');
}
if (env.sentryDsn) {
  const { createSentry } = await import('#lib/platform/error-tracking/sentry.ts');
  const environment = env.isProduction ? 'production' : 'local';
  setTracker(createSentry({ dsn: env.sentryDsn, release: packageJson.version, environment }));
  onStop(async () => findTracker()?.flush(2000));
}
/** Until the server listens, an uncaught error ends the process, because nothing would serve. */
let isUp = false;
for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, (err: unknown) => {
    log().error({ err }, event);
    if (isUp) return;
    const reason = err instanceof Error ? err.message : String(err);
    process.stderr.write(`Resguardo cannot start: ${reason}\n`);
    process.exit(1);
  });
}
if (env.metricsToken) {
  setMetrics((await import('#lib/platform/metrics/prometheus.ts')).createMetrics());
}
claimFolders();
await makeFilesPrivate(env);
await claimData();
await prepareDatabase(env, import.meta.dirname).catch(refuseToStart);
if (env.database.url) await prepareFileKeys().catch(refuseToStart);
// The database is opened outside of Next's bundles: drizzle is slow when two copies of it are
// loaded.
if (env.database.url) getDb();

if (!dev) consoleToLog();
let errorPages: ErrorPages = {};
// Makes Node read next.config.ts. Next would otherwise load its compiler, which takes 40 MB.
// `--experimental-next-config-strip-types` sets the same variable.
process.env.__NEXT_NODE_NATIVE_TS_LOADER_ENABLED = 'true';
// `quiet`, because Next would log error messages, which may quote user input. `onRequestError` in
// instrumentation.ts logs errors without them.
const app = next({ dev, quiet: !dev, hostname: 'localhost', port: env.port });
await app.prepare();
startBackground();
collectGarbageWhenIdle();
const handle = app.getRequestHandler();
// Next serves everything with `--all-next` and in development, because it reloads changed code.
const isAllNext = dev || process.argv.includes('--all-next');
if (!isAllNext) errorPages = await drawErrorPages(answerByNext);
const answerPage = isAllNext ? answerByNext : serveScriptlessPages(answerByNext);
const findRoute = createRouteFinder(import.meta.dirname);
// Next leaves upgrade requests unanswered, so Node refuses them. Slow requests are looked for every
// second, where Node's default is 30 s.
const limits = { connectionsCheckingInterval: 1_000 };
const options = { ...limits, ServerResponse: PageResponse, shouldUpgradeCallback: () => dev };
const server = createServer(options, (req, res) => {
  settleRequest(req);
  const [path = '/'] = (req.url ?? '/').split('?', 1);
  const route = findRoute(path);
  const nonce = randomNonce();
  const endings = [trackRequest(nonce, res), ...(findMetrics() ? [measured(path, res)] : [])];
  // One listener for all, because Node warns of more than ten on a response.
  res.once('close', () => {
    for (const end of endings) end();
  });
  prepare(req, res, { path, nonce, isRoute: route !== null });
  drainAfterReply(req, res);
  if (refuseMalformedRequest(req, res)) return;
  if (route && !isAllNext) answerRoute(route, req, res);
  else answerPage(req, res);
});
server.headersTimeout = 15_000;
server.requestTimeout = 300_000;
server.keepAliveTimeout = 65_000;
if (dev) server.on('upgrade', app.getUpgradeHandler());
server.on('error', (error) => {
  process.stderr.write(
    `Resguardo cannot listen on ${env.host}, port ${env.port}: ${error.message}\n`,
  );
  process.exit(1);
});
server.listen(env.port, env.host, () => {
  isUp = true;
  const address = server.address();
  const port = address && typeof address === 'object' ? address.port : env.port;
  log().info({ host: env.host, port, dev }, 'listening');
  const isHere = isLoopback(env.host) || /^(0\.0\.0\.0|::)$/.test(env.host);
  const name = isIPv6(env.host) ? `[${env.host}]` : env.host;
  console.log(`Resguardo: http://${isHere ? 'localhost' : name}:${port}`);
});

const LAST_CALL_MS = 500;
const IGNORED = 'X-Forwarded-For was ignored: its sender is not in TRUSTED_PROXIES';
let warned = false;
let stopping = false;
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop());

function answerByNext(req: IncomingMessage, res: ServerResponse): void {
  handle(req, res).catch((err: unknown) => {
    log().error({ err, requestId: req.headers['x-request-id'] }, 'unhandled');
    if (!res.headersSent) res.statusCode = 500;
    res.end();
  });
}

/** Sets the request id and the client's IP, and reduces an absolute URL to its path. */
function settleRequest(req: IncomingMessage): void {
  req.headers['x-request-id'] = requestIdOf(String(req.headers['x-request-id'] ?? ''));
  if (!settleOrigin(req, env.trustedProxies) && !warned) {
    warned = true;
    log().warn({ network: shortIp(req.socket.remoteAddress ?? '') }, IGNORED);
  }
  req.url = pathOfTarget(req.url ?? '');
}

type Requested = { path: string; nonce: string; isRoute: boolean };

/** Sets headers before the handler runs. Next keeps those that it does not set itself. */
function prepare(req: IncomingMessage, res: PageResponse, { path, nonce, isRoute }: Requested) {
  const isApi = path.startsWith('/api/');
  const policy = isApi ? apiPolicy : pagePolicy(nonce, path, { isDev: dev });
  req.headers['content-security-policy'] = policy;
  req.headers['x-nonce'] = nonce;
  req.headers['x-path'] = req.url;
  setHeaders(res, { 'x-request-id': String(req.headers['x-request-id']), ...securityHeaders() });
  // Routes may choose these headers themselves, and `withDefaultHeaders` adds them to their
  // replies.
  if (!isRoute) setHeaders(res, defaultHeaders(policy));
  // Next sets `Cache-Control` of static files only if it is not set yet.
  if (kindOfPath(path) === 'static') res.removeHeader('Cache-Control');
  if (stopping) res.setHeader('Connection', 'close');
  if (!isApi) res.errorPages = errorPages;
}

function setHeaders(res: ServerResponse, headers: Record<string, string>): void {
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
}

/** Measures a request. Returns the function that records it, by kind of path, when it has ended. */
function measured(path: string, res: ServerResponse): () => void {
  const started = performance.now();
  const kind = kindOfPath(path);
  return () => {
    const status = res.writableFinished ? res.statusCode : 0;
    findMetrics()?.countRequest(kind, status, (performance.now() - started) / 1000);
  };
}

async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  closeConnections();
  setTimeout(() => process.exit(1), 10_000).unref();
  setTimeout(() => server.closeAllConnections(), 7_000).unref();
  // `close()` of an HTTP server ends idle connections at once, even if a request is just arriving.
  // Here requests within LAST_CALL_MS are still answered, with `Connection: close`.
  setTimeout(() => setInterval(() => server.closeIdleConnections(), 100), LAST_CALL_MS);
  await new Promise((resolve) => Server.prototype.close.call(server, resolve));
  await stopAll();
  log().info('stopped');
  process.exit(0);
}

function claimFolders(): void {
  const problems = checkFolders(env.dataDir, filePathOf(env.database.url));
  const refusals = problems.filter(({ isFull }) => !isFull);
  if (refusals.length > 0) refuseToStart(new EnvError(refusals.map(({ text }) => text)));
  // A full disk does not prevent the start, because stored data can still be read.
  for (const { text } of problems) log().error(`${text}. Reading goes on, nothing new is kept`);
}

/**
 * Ends this process if another one serves the same database or folder. Two processes would both
 * send mails and delete files, and a restore could replace data under a running server.
 */
async function claimData(): Promise<void> {
  const path = filePathOf(env.database.url);
  const databases = path === null ? [] : [resolve(path)];
  if (env.storage?.kind === 'local') databases.push(env.storage.directory);
  for (const database of databases) {
    const refusal = await claimServing(database).catch((err: unknown) => {
      // A lock file of another user does not prevent the start. The health check reports the
      // problem.
      log().warn({ err, path: database }, 'no lock against a second process');
      return null;
    });
    if (refusal === null) continue;
    console.error(`Resguardo cannot start: ${refusal}`);
    process.exit(1);
  }
}

function refuseToStart(error: unknown): never {
  if (error instanceof EnvError) console.error(configurationErrorText(error));
  else if (error instanceof DatabaseRefused) console.error(error.message);
  else throw error;
  process.exit(1);
}
