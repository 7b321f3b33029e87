import { call } from '#tests/support/call.ts';
import type { MarketplaceTrouble } from '#tests/support/providers/mercado-publico.ts';
import { routeOf } from '#tests/support/routes.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests read replies of every shape
export type Reply = { status: number; body: any; headers: Headers };

/** Pauses a test can wait for; the product's are in lib/platform/mercado-publico/timing.ts. */
export const quick = {
  gapMs: 0,
  tryMs: 300,
  waitMs: 600,
  patienceMs: 150,
  backOffMs: [10, 20, 40],
} as const;

/** What ends in 502 after a try or more. */
export const lastingTroubles: MarketplaceTrouble[] = [
  'html',
  'truncated',
  'cut',
  'huge',
  'redirect',
  'server-error',
];

/** GET of an address under /api as its route answers it. */
export async function ask(address: string, params: Record<string, string> = {}): Promise<Reply> {
  const path = address.split('?', 1)[0] ?? '';
  const declared = params.id ? path.replace(encodeURIComponent(params.id), '{id}') : path;
  const { GET } = await routeOf(declared);
  const response = await call(GET, address, { params });
  return { status: response.status, body: await response.json(), headers: response.headers };
}

export const checkTender = (id: string) =>
  ask(`/api/validate-licitacion?id=${encodeURIComponent(id)}`);

export const listDay = (day: string, more = '') =>
  ask(`/api/listar-licitaciones?fecha=${day}${more}`);
