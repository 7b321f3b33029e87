import { beforeEach, vi } from 'vitest';
import { setCallTimes } from '#lib/platform/mercado-publico/timing.ts';
import { singleton } from '#lib/platform/process/singleton.ts';
import { api } from '#tests/support/call.ts';
import { programEnv } from '#tests/support/program-env.ts';
import {
  type MarketplaceTrouble,
  type MercadoPublicoStandIn,
  startMercadoPublico,
} from '#tests/support/providers/mercado-publico.ts';
import { worldForTest } from '#tests/support/world.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests read replies of every shape
export type MarketplaceReply = { status: number; body: any; headers: Headers };

/** Times without pauses between calls. The time limit of an answer stays the product's. */
export const marketplaceWithoutPauses = { gapMs: 0, backOffMs: [10, 20, 40] } as const;

/**
 * Time limits for a provider without an answer. A real answer may take longer on a busy machine.
 */
export const shortMarketplaceTimeouts = {
  attemptTimeoutMs: 100,
  queryTimeoutMs: 600,
  maxWaitWithCacheMs: 100,
  wizardPageWaitMs: 100,
} as const;

/** Makes a world with its own Mercado Público for each test, without pauses between calls. */
export function marketplaceForTest(options: Parameters<typeof startMercadoPublico>[0] = {}) {
  const world = worldForTest();
  const api = {} as MercadoPublicoStandIn; // each test fills it first
  const { reopen } = world;
  world.reopen = async (variables) => {
    await reopen(variables);
    setCallTimes(marketplaceWithoutPauses);
  };
  beforeEach(async () => {
    Object.assign(api, await startMercadoPublico({ now: () => world.now(), ...options }));
    await world.reopen({ ...api.variables, RATE_LIMITS: 'off' });
  });
  /** Returns the environment of a program of ours in the same world. */
  const programIn = () => ({
    NODE_ENV: 'test' as const,
    ...programEnv(),
    ...api.variables,
    DATA_DIR: world.dataDir,
    APP_SECRET: 'x'.repeat(40),
    LOG_LEVEL: 'silent',
  });
  return { api, world, programIn };
}

/** Waits until no request is under way any more, even behind an old answer. */
export async function waitForMarketplaceCalls(): Promise<void> {
  const inFlight = singleton('marketplace-in-flight', () => new Map<string, unknown>());
  await vi.waitUntil(() => inFlight.size === 0, { timeout: 300_000, interval: 2 });
}

/** Troubles that end in 502 after one try or more. */
export const permanentFaults: MarketplaceTrouble[] = [
  'html',
  'truncated',
  'cut',
  'huge',
  'redirect',
  'server-error',
];

/** Returns the API's reply to a URL. */
export async function getMarketplaceReply(path: string): Promise<MarketplaceReply> {
  const response = await api(path);
  return { status: response.status, body: await response.json(), headers: response.headers };
}

export const checkTender = (id: string) =>
  getMarketplaceReply(`/api/validate-licitacion?id=${encodeURIComponent(id)}`);

export const listDay = (day: string, more = '') =>
  getMarketplaceReply(`/api/listar-licitaciones?fecha=${day}${more}`);
