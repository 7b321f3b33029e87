import { describe, expect, test } from 'vitest';
import { GET as changePassword } from '#app/.well-known/change-password/route.ts';
import { GET as securityTxt } from '#app/.well-known/security.txt/route.ts';
import { pagePolicy, scriptlessPolicy } from '#lib/http/server/page-policy.ts';
import { securityHeaders } from '#lib/platform/web/headers.ts';
import { api, call } from '#tests/support/call.ts';
import { captureLog } from '#tests/support/captured-log.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest();

describe('security.txt', () => {
  const ask = () => call(securityTxt, '/.well-known/security.txt');

  test('is 404 while no contact is configured', async () => {
    expect((await ask()).status).toBe(404);
  });

  test('names the contact, an expiry in half a year and the policy', async () => {
    await world.reopen({
      SECURITY_CONTACT: 'seguridad@resguardo.cl',
      SECURITY_POLICY: 'https://resguardo.cl/divulgacion',
    });
    const response = await ask();
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await response.text()).toBe(
      [
        'Contact: mailto:seguridad@resguardo.cl',
        'Expires: 2027-05-19T00:00:00Z',
        'Preferred-Languages: es, en',
        'Canonical: http://localhost:3000/.well-known/security.txt',
        'Policy: https://resguardo.cl/divulgacion',
        '',
      ].join('\n'),
    );
    await world.reopen({ SECURITY_CONTACT: 'https://resguardo.cl/informar' });
    expect(await (await ask()).text()).toMatch(/^Contact: https:\/\/resguardo.cl\/informar\n/);
  });
});

test('the address for password managers redirects to the password section of the profile', async () => {
  const response = await call(changePassword, '/.well-known/change-password');
  expect([response.status, response.headers.get('location')]).toEqual([
    303,
    '/panel/perfil#contrasena',
  ]);
});

describe('reports of the content security policy', () => {
  const send = (body: unknown, type = 'application/csp-report', address = '203.0.113.9') =>
    api('/api/csp-reports', {
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: { 'content-type': type, 'sec-fetch-site': 'cross-site' },
      ip: address,
    });
  const old = (more: object = {}) => ({
    'csp-report': {
      'document-uri': 'http://localhost:3000/comprobante/un-token-secreto?correo=ana@x.cl',
      'violated-directive': 'script-src-elem',
      'blocked-uri': 'https://ads.test/rastro.js?de=ana',
      ...more,
    },
  });
  const modern = {
    type: 'csp-violation',
    body: {
      documentURL: 'http://localhost:3000/panel?x=1',
      effectiveDirective: 'img-src',
      blockedURL: 'chrome-extension://abcdef/x.png',
    },
  };

  test('are logged in short, once an hour for each kind, without paths, queries or personal data', async () => {
    const log = captureLog();
    expect((await send(old())).status).toBe(204);
    await send(old({ 'blocked-uri': 'https://ads.test/otro.js' }));
    await send([modern, { type: 'deprecation', body: {} }], 'application/reports+json');
    const warnings = log.lines().filter(({ msg }) => /content security policy/.test(String(msg)));
    expect(warnings).toMatchObject([
      { directive: 'script-src-elem', page: 'comprobante', blocked: 'ads.test' },
      { directive: 'img-src', page: 'panel', blocked: 'chrome-extension:' },
    ]);
    expect(JSON.stringify(log.lines())).not.toMatch(/secreto|ana@|de=ana|abcdef/);
    world.advance(3_600_000);
    await send(old());
    expect(log.lines().filter(({ msg }) => /content security/.test(String(msg)))).toHaveLength(3);
    // The clock was ahead and is set back.
    world.advance(-7_200_000);
    await send(old());
    expect(log.lines().filter(({ msg }) => /content security/.test(String(msg)))).toHaveLength(4);
  });

  test('are logged for fifty kinds at most, however many kinds are made up', async () => {
    const log = captureLog();
    for (let n = 0; n < 100; n += 20) {
      const many = Array.from({ length: 20 }, (_, k) => ({
        ...modern,
        body: { ...modern.body, blockedURL: `https://h${n + k}.test/` },
      }));
      await send(many, 'application/reports+json', `198.51.100.${n}`);
    }
    const warnings = log.lines().filter(({ msg }) => /content security policy/.test(String(msg)));
    expect(warnings).toHaveLength(51);
    expect(warnings.at(-1)).toMatchObject({ directive: 'more' });
  });

  test.each([
    ['{', 'application/csp-report', 400],
    ['{}', 'application/json', 415],
    [`"${'a'.repeat(17_000)}"`, 'application/csp-report', 413],
    ['[1, null, {"csp-report": {"blocked-uri": 7}}]', 'application/reports+json', 204],
  ])(
    'that are malformed or too long are answered by status: %.20s as %s is %i',
    async (body, type, status) => {
      expect((await send(body, type)).status).toBe(status);
    },
  );

  test('are limited to thirty from one address', async () => {
    for (let n = 0; n < 30; n++) await send(old());
    expect((await send(old())).status).toBe(429);
  });

  test('are requested by the policies of our pages, whose headers also isolate the origin', () => {
    for (const policy of [pagePolicy('n', '/'), scriptlessPolicy('h')]) {
      expect(policy).toContain('report-uri /api/csp-reports; report-to csp');
    }
    expect(securityHeaders()).toMatchObject({
      'Reporting-Endpoints': 'csp="/api/csp-reports"',
      'Origin-Agent-Cluster': '?1',
    });
  });
});
