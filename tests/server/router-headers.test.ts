import { beforeAll, expect, test } from 'vitest';
import { type AppProcess, sharedApp } from '#tests/support/app-process.ts';

let app: AppProcess;
/** Position in its log where this file begins. */
let begun: number;
beforeAll(async () => {
  app = await sharedApp();
  begun = app.output().length;
});

const pages = ['/', '/login', '/register', '/contacto', '/gestiona-tu-garantia', '/licitaciones'];
const paths = [...pages, '/panel', '/admin', '/nada', '/comprobante/x', '/v/AAAAA', '/pagar/x'];
const leaf = ['__PAGE__', {}];
const tree = (...rest: unknown[]) => encodeURIComponent(JSON.stringify(rest));
const trees = [
  'x',
  '%',
  '%5B%22%22%5D',
  '[]',
  '{"a":1}',
  'null',
  tree('', { children: leaf }, null, null, true),
  tree('', { children: ['nada', { children: leaf }] }, null, 'refetch'),
  tree(['id', 'x', 'd', null], { children: leaf }),
  tree('', { children: leaf }, ['/x', ''], 'inside-shared-layout'),
  tree('', JSON.parse('{"__proto__":["",{}],"constructor":["",{}]}')),
  tree('', { children: leaf }, null, null, 4_294_967_295),
  '%5B'.repeat(2000),
  'x'.repeat(12_000),
];
const values = [
  '1',
  '0',
  '2',
  'x',
  '',
  '/_tree',
  '/_full',
  '../..',
  '/x%zz',
  '/(',
  '{',
  '%7B',
  'é',
];
const names = [
  'rsc',
  'next-action',
  'next-url',
  'next-router-prefetch',
  'next-router-segment-prefetch',
  'next-hmr-refresh',
  'next-resume',
  'next-router-stale-time',
  'next-instant-navigation-testing',
  'x-nextjs-data',
  'x-nextjs-request-id',
  'x-nextjs-html-request-id',
  'x-nextjs-rewritten-path',
  'x-next-resume-state-length',
  'x-next-cache-tags',
  'x-middleware-prefetch',
  'x-middleware-invoke',
  'x-middleware-rewrite',
  'x-middleware-override-headers',
  'x-invoke-path',
  'x-invoke-error',
  'x-invoke-query',
  'x-invoke-output',
  'x-invoke-status',
  'x-matched-path',
  'x-now-route-matches',
  'x-prerender-revalidate',
  'x-action-forwarded',
];

/** Follows a GET to the address that has the sum of these headers, where Next reads them. */
async function statusOf(path: string, headers: Record<string, string>, method = 'GET') {
  const body = method === 'POST' ? 'a=b' : null;
  let url = new URL(path, app.url);
  for (let steps = 0; steps < 5; steps += 1) {
    const response = await fetch(url, { method, headers, body, redirect: 'manual' });
    await response.arrayBuffer();
    const next = new URL(response.headers.get('location') ?? url, url);
    if (next.href === url.href) return response.status;
    url = next;
  }
  return 508;
}

/** Returns chance in the same order in each run. */
function chance(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

test.each(['GET', 'HEAD', 'POST'])(
  'no router state tree in a %s makes a page fail',
  async (method) => {
    for (const path of ['/login', '/nada', '/comprobante/x', '/panel']) {
      for (const state of trees) {
        for (const prefetch of ['1', 'x']) {
          const headers = {
            rsc: '1',
            'next-router-state-tree': state,
            'next-router-prefetch': prefetch,
          };
          expect(await statusOf(path, headers, method), `${path} ${state}`).toBeLessThan(500);
        }
      }
    }
  },
);

test('no mixture of internal headers of Next makes a page fail', async () => {
  const pick = chance(41);
  for (let n = 0; n < 400; n += 1) {
    const headers: Record<string, string> = { rsc: '1' };
    for (let more = pick(5); more >= 0; more -= 1) {
      headers[names[pick(names.length)] ?? ''] = values[pick(values.length)] ?? '';
    }
    if (pick(2) === 0) headers['next-router-state-tree'] = trees[pick(trees.length)] ?? '';
    const path = `${paths[pick(paths.length)]}${['', '?_rsc', '?_rsc=x', '?_rsc=%00'][pick(4)]}`;
    expect(await statusOf(path, headers), `${path} ${JSON.stringify(headers)}`).toBeLessThan(500);
  }
  expect(app.output().slice(begun)).not.toMatch(/page failed|unhandled/);
});

test('a request with two router state trees gets the data of the whole page', async () => {
  const twice = new Headers({ rsc: '1' });
  for (const state of ['x', 'y']) twice.append('next-router-state-tree', state);
  const response = await fetch(`${app.url}/login`, { headers: twice });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/x-component');
  expect(await response.text()).toContain('Ingresa');
});

test('the router in our own pages gets the data that it asks for', async () => {
  const state = tree('', { children: ['(cuenta)', { children: ['login', { children: leaf }] }] });
  const sent: Record<string, string>[] = [
    { rsc: '1' },
    { rsc: '1', 'next-router-state-tree': state, 'next-url': '/login' },
  ];
  for (const headers of sent) {
    const response = await fetch(`${app.url}/login`, { headers });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/x-component');
  }
});
