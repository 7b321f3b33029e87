import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import next from 'next';
import { openDirectRoutes } from '#lib/http/direct-routes.ts';
import { refuseOddRequest } from '#lib/http/odd-requests.ts';
import { drainAfterReply, lendBody } from '#lib/http/raw-body.ts';
import { ADDRESS_HEADER, clientAddress, requestIdOf } from '#lib/http/request.ts';
import { openDatabase } from '#lib/platform/db/client.ts';
import { migrateDatabase } from '#lib/platform/db/migrate.ts';
import { type Env, EnvError, getEnv, missingSettings } from '#lib/platform/env.ts';
import { apiPolicy, pagePolicy, securityHeaders } from '#lib/platform/headers.ts';
import { randomNonce } from '#lib/platform/ids.ts';
import { stopAll } from '#lib/platform/lifecycle.ts';
import { log } from '#lib/platform/log.ts';
import { enterRequest } from '#lib/platform/requests-under-way.ts';

/**
 * Next's request handler behind what Next does not do: the true client address, request ids,
 * security headers, timeouts, migrations before serving, and a graceful stop within 10 s.
 */
const forwardedHeaders = [
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-port',
  'forwarded',
];
const dev = process.argv.includes('--dev');
const env = readEnvOrExit();
const missing = missingSettings(env);
if (missing.length > 0) log().warn({ missing }, 'degraded: critical settings are missing');
await migrate();

const app = next({ dev, hostname: 'localhost', port: env.port });
await app.prepare();
const handle = app.getRequestHandler();
const direct = dev || env.apiRoutes === 'next' ? null : openDirectRoutes(import.meta.dirname);
// Next listens for upgrades that it never answers: without this such a socket stays open for ever.
const server = createServer({ shouldUpgradeCallback: () => dev }, (req, res) => {
  res.once('close', enterRequest());
  prepare(req, res);
  lendBody(req, res);
  drainAfterReply(req, res);
  if (refuseOddRequest(req, res) || direct?.(req, res)) return;
  handle(req, res).catch((err: unknown) => {
    log().error({ err }, 'unhandled');
    if (!res.headersSent) res.statusCode = 500;
    res.end();
  });
});
server.headersTimeout = 15_000;
server.requestTimeout = 300_000;
server.keepAliveTimeout = 65_000;
if (dev) server.on('upgrade', app.getUpgradeHandler());
server.on('error', (error) => {
  console.error(`Resguardo cannot listen on port ${env.port}: ${error.message}`);
  process.exit(1);
});
server.listen(env.port, () => {
  const address = server.address();
  const port = address && typeof address === 'object' ? address.port : env.port;
  log().info({ port, dev }, 'listening');
  console.log(`Resguardo: http://localhost:${port}`);
});

let stopping = false;
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop());

function prepare(req: IncomingMessage, res: ServerResponse): void {
  const path = (req.url ?? '/').split('?', 1)[0] ?? '/';
  const forwarded = req.headers['x-forwarded-for'];
  const requestId = requestIdOf(String(req.headers['x-request-id'] ?? ''));
  for (const name of forwardedHeaders) delete req.headers[name];
  req.headers['x-request-id'] = requestId;
  req.headers[ADDRESS_HEADER] = clientAddress(
    req.socket.remoteAddress ?? 'unknown',
    Array.isArray(forwarded) ? forwarded.join(',') : forwarded,
    env.trustedProxies,
  );
  const nonce = randomNonce();
  const policy = path.startsWith('/api/') ? apiPolicy : pagePolicy(nonce, dev, path);
  req.headers['content-security-policy'] = policy;
  req.headers['x-nonce'] = nonce;
  setDefaults(res, { 'x-request-id': requestId, ...securityHeaders(policy) });
}

/** Next appends to headers that exist already, so the defaults go in only when they are sent. */
function setDefaults(res: ServerResponse, defaults: Record<string, string>): void {
  const writeHead = res.writeHead.bind(res) as (...args: unknown[]) => ServerResponse;
  res.writeHead = (...args: unknown[]) => {
    for (const [name, value] of Object.entries(defaults)) {
      if (!res.hasHeader(name)) res.setHeader(name, value);
    }
    if (stopping) res.setHeader('Connection', 'close');
    return writeHead(...args);
  };
}

async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  setTimeout(() => process.exit(1), 10_000).unref();
  setTimeout(() => server.closeAllConnections(), 7_000).unref();
  const idle = setInterval(() => server.closeIdleConnections(), 100);
  await new Promise((resolve) => server.close(resolve));
  clearInterval(idle);
  await stopAll();
  log().info('stopped');
  process.exit(0);
}

/** A database out of reach does not stop the start: the app runs degraded and tries again. */
async function migrate(): Promise<void> {
  if (!env.database.url) return;
  const db = openDatabase(env.database.url, env.database.token);
  try {
    const applied = await migrateDatabase(db.client, import.meta.dirname);
    if (applied > 0) log().info({ applied }, 'migrated');
  } catch (err) {
    log().error({ err }, 'degraded: the database cannot be migrated; trying again in 10 s');
    setTimeout(() => void migrate(), 10_000).unref();
  } finally {
    await db.close();
  }
}

function readEnvOrExit(): Env {
  try {
    return getEnv();
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    console.error(`Resguardo cannot start with this configuration:\n${error.message}`);
    process.exit(1);
  }
}
