import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClient } from '@libsql/client';
import { type AppProcess, startApp } from '#tests/support/app-process.ts';
import { startBalancer } from '#tests/support/load-balancer.ts';
import { startHubspot } from '#tests/support/providers/hubspot.ts';
import { startLibsql } from '#tests/support/providers/libsql.ts';
import { startResend } from '#tests/support/providers/resend.ts';
import { startS3 } from '#tests/support/providers/s3.ts';
import { startWebpay } from '#tests/support/providers/webpay.ts';

type Options = { latencyMs: number; count?: number; variables?: Record<string, string> };

/**
 * Several built servers, as docs/scaling.md sets them up: one database server, one bucket, one
 * APP_SECRET, one address before them. They start at once, on an empty database.
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
    startBalancer(),
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
