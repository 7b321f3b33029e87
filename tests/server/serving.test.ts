import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { keptPaths } from '#lib/http/server/scriptless-pages.ts';
import { type AppProcess, startApp } from '#tests/support/app-process.ts';

describe('the app on its embedded default', () => {
  let app: AppProcess;
  beforeAll(async () => {
    app = await startApp({ variables: { RATE_LIMITS: 'on' } });
  });

  test('reports that it is healthy', async () => {
    const response = await fetch(`${app.url}/api/health`);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ status: 'healthy', checks: { database: true } });
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  test.each(['/contacto', '/gestiona-tu-garantia', '/login', '/experto'])(
    'sends %s with security headers and a new nonce for each view',
    async (path) => {
      const [first, second] = await Promise.all([page(app, path), page(app, path)]);
      expect(first.nonce).toMatch(/^[A-Za-z0-9+/]{22}==$/);
      expect(first.nonce).not.toBe(second.nonce);
      const scripts = first.html.match(/<script\b[^>]*>/g) ?? [];
      expect(scripts.length).toBeGreaterThan(0);
      expect(scripts.filter((tag) => !tag.includes(`nonce="${first.nonce}"`))).toEqual([]);
      expect(first.html).not.toMatch(/\sstyle="/);
      expect(first.policy).not.toContain('unsafe');
      expect(first.policy).toContain("frame-ancestors 'none'");
      expect(Object.fromEntries(first.headers)).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'cross-origin-opener-policy': 'same-origin',
      });
      expect(first.headers.has('x-powered-by')).toBe(false);
    },
  );

  test.each(keptPaths)(
    'sends %s cacheable by proxies, without script or nonce and with one inline style',
    async (path) => {
      const { html, headers, policy } = await page(app, path);
      expect(html).not.toMatch(/<script|rel="stylesheet"|nonce|request-id|\sstyle="/);
      const [, style = ''] = /<style>(.*)<\/style>/s.exec(html) ?? [];
      const hash = createHash('sha256').update(style).digest('base64');
      expect(policy).toContain(`; script-src 'none'; `);
      expect(policy).toContain(`; style-src 'sha256-${hash}'; `);
      expect(policy).not.toMatch(/unsafe/);
      expect(headers.get('cache-control')).toMatch(/^public, max-age=300, stale-while-revalidate=/);
      expect(headers.getSetCookie()).toEqual([]);
      const cookie = 'service_session=x; formulario=x; borrador=x';
      const other = await fetch(`${app.url}${path}?error=x`, { headers: { cookie } });
      expect(await other.text()).toBe(html);
      const known = { 'if-none-match': headers.get('etag') ?? '' };
      expect((await fetch(app.url + path, { headers: known })).status).toBe(304);
    },
  );

  test('shows a browser’s draft on a home page that nobody may cache', async () => {
    const saved = await fetch(`${app.url}/gestiona-tu-garantia/tipo/guardar`, {
      ...{ method: 'POST', redirect: 'manual', headers: { origin: app.url } },
      body: new URLSearchParams({ sistemaLicitacion: 'chilecompra' }),
    });
    const cookie = saved.headers.getSetCookie().map((one) => one.split(';')[0]);
    const own = await fetch(app.url, { headers: { cookie: cookie.join('; ') } });
    expect(own.headers.get('cache-control')).toBe('private, no-store');
    expect(await own.text()).toContain('Sigue con tu borrador: Licitación sin número');
    const shared = await page(app, '/');
    expect(shared.html).not.toContain('Sigue con');
    expect(shared.headers.get('vary')).toContain('Cookie');
  });

  test('returns a well-formed request id, and makes a new one otherwise', async () => {
    const idFor = async (path: string, id: string) =>
      (await fetch(app.url + path, { headers: { 'x-request-id': id } })).headers.get(
        'x-request-id',
      );
    for (const path of ['/', '/api/health', '/api/nada']) {
      expect(await idFor(path, 'pedido-12345678')).toBe('pedido-12345678');
      expect(await idFor(path, 'corto')).toMatch(/^[A-Za-z0-9_-]{16,64}$/);
      expect(await idFor(path, 'con espacios y ;')).toMatch(/^[A-Za-z0-9_-]{16,64}$/);
    }
  });

  test('ignores forged address headers when it counts requests', async () => {
    const statuses = await submitFrom(app, 21, (n) => ({
      'x-forwarded-for': `10.0.0.${n}`,
      forwarded: `for=10.0.1.${n}`,
      'x-resguardo-address': `10.0.2.${n}`,
    }));
    expect(statuses).toEqual([...Array(20).fill(400), 429]);
  });
});

describe('the app behind one proxy', () => {
  let app: AppProcess;
  beforeAll(async () => {
    app = await startApp({ variables: { RATE_LIMITS: 'on', TRUSTED_PROXIES: '1' } });
  });

  test('counts by the address that the proxy saw, ignoring addresses that the client added', async () => {
    const forged = await submitFrom(app, 21, (n) => ({
      'x-forwarded-for': `10.0.0.${n}, 203.0.113.7`,
    }));
    expect(forged).toEqual([...Array(20).fill(400), 429]);
    const other = await submitFrom(app, 1, () => ({ 'x-forwarded-for': '203.0.113.8' }));
    expect(other).toEqual([400]);
  });
});

describe.each([
  ['10.0.0.0/8, 192.0.2.7', false],
  ['10.0.0.0/8, 127.0.0.1', true],
])('the app with TRUSTED_PROXIES=%s', (TRUSTED_PROXIES, believes) => {
  let app: AppProcess;
  beforeAll(async () => {
    app = await startApp({ variables: { RATE_LIMITS: 'on', TRUSTED_PROXIES } });
  });

  test(`${believes ? 'believes' : 'does not believe'} the X-Forwarded-For of a proxy on this machine`, async () => {
    const statuses = await submitFrom(app, 21, (n) => ({
      'x-forwarded-for': `6.6.6.6, 203.0.113.${n}:4711, 10.0.0.9`,
    }));
    expect(statuses).toEqual([...Array(20).fill(400), believes ? 400 : 429]);
    const warnings = app.output().match(/X-Forwarded-For was ignored/g) ?? [];
    expect(warnings).toHaveLength(believes ? 0 : 1);
  });
});

async function page(app: AppProcess, path: string) {
  const response = await fetch(app.url + path);
  const policy = response.headers.get('content-security-policy') ?? '';
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
  return { html: await response.text(), headers: response.headers, policy, nonce };
}

/** Sends empty requests one after the other, each with headers of its own. */
async function submitFrom(
  app: AppProcess,
  times: number,
  headersOf: (n: number) => Record<string, string>,
): Promise<number[]> {
  const statuses: number[] = [];
  for (let n = 1; n <= times; n++) {
    const headers = { 'content-type': 'application/json', ...headersOf(n) };
    const url = `${app.url}/api/guarantees/public`;
    statuses.push((await fetch(url, { method: 'POST', headers, body: '{}' })).status);
  }
  return statuses;
}
