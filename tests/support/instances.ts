import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, createClient } from '@libsql/client';
import { type AppProcess, startApp } from '#tests/support/app-process.ts';
import { startLoadBalancer } from '#tests/support/load-balancer.ts';
import { startHubspot } from '#tests/support/providers/hubspot.ts';
import { type DatabaseFailure, startLibsql } from '#tests/support/providers/libsql.ts';
import { startResend } from '#tests/support/providers/resend.ts';
import { startS3 } from '#tests/support/providers/s3.ts';
import { startWebpay } from '#tests/support/providers/webpay.ts';

type Options = { latencyMs: number; count?: number; variables?: Record<string, string> };

/**
 * Starts several built servers, as docs/scaling.md sets them up: one database server, one bucket,
 * one APP_SECRET, one URL before them. They start at once, on an empty database.
 */
export async function startInstances({ latencyMs, count = 2, variables = {} }: Options) {
  const directory = mkdtempSync(join(tmpdir(), 'resguardo-instances-'));
  const path = join(directory, 'data.db');
  const [database, bucket, resend, hubspot, webpay, balancer] = await Promise.all([
    startLibsql({ path, latencyMs }),
    startS3(),
    startResend(),
    startHubspot(),
    startWebpay(),
    startLoadBalancer(),
  ]);
  const shared = {
    APP_URL: balancer.url,
    APP_SECRET: 'one secret for all of the instances',
    TRUSTED_PROXIES: '1',
    RATE_LIMITS: 'on',
    LOG_LEVEL: 'info',
    RESEND_API_KEY: resend.key,
    RESEND_BASE_URL: resend.url,
    ...database.variables,
    ...bucket.variables,
    ...hubspot.variables,
    ...webpay.variables,
    ...variables,
  };
  const apps: AppProcess[] = await Promise.all(
    Array.from({ length: count }, () => startApp({ variables: shared, until: 'healthy' })),
  );
  balancer.sendTo(...apps.map(({ url }) => url));
  const rows: Client = createClient({ url: `file:${path}`, timeout: 10_000 });
  const close = async () => {
    await Promise.all(apps.map((app) => app.close()));
    rows.close();
    await Promise.all(
      [database, bucket, resend, hubspot, webpay, balancer].map((each) => each.close()),
    );
    rmSync(directory, { recursive: true, force: true });
  };
  return {
    apps,
    url: balancer.url,
    balancer,
    database,
    bucket,
    resend,
    hubspot,
    webpay,
    rows,
    close,
  };
}

export type Instances = Awaited<ReturnType<typeof startInstances>>;

export type InstanceRequest = {
  client?: string;
  cookie?: string;
  headers?: Record<string, string>;
};

export const requestHeaders = ({ client = '198.51.100.1', cookie, headers }: InstanceRequest) => ({
  'x-client': client,
  'x-forwarded-for': client,
  ...(cookie && { cookie }),
  ...headers,
});

export const getFrom = (url: string, requested: InstanceRequest = {}) =>
  fetch(url, { headers: requestHeaders(requested) });

export const postTo = (url: string, json: unknown, requested: InstanceRequest = {}) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...requestHeaders(requested) },
    body: JSON.stringify(json),
  });

export const cookieOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');

type Trouble = { of: string; failure: DatabaseFailure };

/** Troubles include a commit that was done and not answered, and one that never arrived. */
export const instanceFaults: Trouble[] = [
  { of: 'COMMIT', failure: { how: 'lost' } },
  { of: 'COMMIT', failure: { how: 'lost' } },
  { of: 'COMMIT', failure: { how: 'cut' } },
  { of: 'insert', failure: { how: 'cut' } },
  { of: 'execute', failure: { how: 'status', status: 503 } },
  { of: 'execute', failure: { how: 'late', ms: 300 } },
];

/** Repeats a request like a careful client: the same key until any instance answers. */
export async function retryRequest(
  { url }: { url: string },
  body: object,
  key: string,
  client: string,
): Promise<number> {
  for (;;) {
    const requestOptions = { client, headers: { 'idempotency-key': key } };
    const reply = await postTo(`${url}/api/guarantees/public`, body, requestOptions).catch(
      () => null,
    );
    const json = await reply?.json().catch(() => null);
    if (reply?.status === 200) return json.data.submissionId;
    if (reply && reply.status < 500) throw new Error(`${reply.status} ${JSON.stringify(json)}`);
    await sleep(50);
  }
}

/** Kills first one, then the other, without a shutdown. The other takes over its work. */
export async function killInTurns(
  all: Instances,
  requests: number,
  done: () => number,
): Promise<void> {
  for (const [index, app] of all.apps.entries()) {
    while (done() < ((index + 1) * requests) / 3) await sleep(20);
    await app.kill9();
    await sleep(3000);
    await app.restart();
  }
}
