import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkFolders } from '#lib/platform/config/data-folders.ts';
import { EnvError, parseEnv } from '#lib/platform/config/env.ts';

/** Returns the lines with which a start is refused. */
function refusal(variables: Record<string, string>): string[] {
  try {
    parseEnv({ APP_SECRET: 'x'.repeat(40), ...variables });
    return [];
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    return error.problems;
  }
}

describe('the check of APP_URL', () => {
  const local = [
    'APP_ENV: must be production, as APP_URL is for others; local is for http://localhost',
  ];
  const production = ['APP_URL: must be https in production'];

  test.each([
    ['http://localhost:3000', [], []],
    ['http://resguardo.localhost', [], []],
    ['http://127.0.0.1:4000', [], []],
    ['http://[::1]:3000', [], []],
    ['https://resguardo.cl', local, []],
    ['https://localhost:3000', local, []],
    ['HTTPS://localhost:3000', local, []],
    ['HTTPS://Resguardo.CL', local, []],
    ['http://resguardo.cl', local, production],
    ['http://192.168.1.5:3000', local, production],
    ['http://0.0.0.0:3000', local, production],
    ['http://localhost.malo.cl', local, production],
    ['http://localhost@malo.cl', local, production],
    ['http://127.0.0.1.malo.cl', local, production],
  ])('accepts or refuses %s, locally and in production', (APP_URL, whenLocal, whenProduction) => {
    expect(refusal({ APP_URL })).toEqual(whenLocal);
    expect(refusal({ APP_URL, APP_ENV: 'local' })).toEqual(whenLocal);
    expect(refusal({ APP_URL, APP_ENV: 'production' })).toEqual(whenProduction);
  });

  test('requires it in production only', () => {
    expect(refusal({})).toEqual([]);
    expect(refusal({ APP_ENV: 'production' })).toEqual(['APP_URL: is required in production']);
  });
});

test('HOST must be an IP, and is this machine only by default', () => {
  expect(parseEnv({ APP_SECRET: 'x'.repeat(40) }).host).toBe('127.0.0.1');
  for (const HOST of ['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1']) {
    expect(refusal({ HOST })).toEqual([]);
  }
  const production = { APP_ENV: 'production', APP_URL: 'https://resguardo.cl' };
  for (const HOST of ['0.0.0.0', '::', '10.0.0.5', '192.0.2.2']) {
    expect(refusal({ HOST, ...production })).toEqual([]);
    expect(refusal({ HOST, APP_URL: 'http://localhost:3000' })).toEqual([]);
    expect(refusal({ HOST })).toEqual([
      'APP_ENV: must be production, as HOST is for others; local needs APP_URL=http://localhost:<PORT> with it',
    ]);
  }
  for (const HOST of ['localhost', 'x86_64-linux-gnu', '1.2.3', '*']) {
    expect(refusal({ HOST })).toEqual([
      'HOST: must be an address of this machine, or 0.0.0.0 for all',
    ]);
  }
});

test('TRUSTED_PROXIES must be a number of hops or a list of IPs and ranges', () => {
  for (const TRUSTED_PROXIES of ['0', '10', '10.0.0.7', '10.0.0.0/8, ::1,2001:db8::/32']) {
    expect(refusal({ TRUSTED_PROXIES })).toEqual([]);
  }
  for (const TRUSTED_PROXIES of [
    '11',
    '-1',
    '1.5',
    'all',
    '0.0.0.0/1,128.0.0.0/1',
    '10.0.0.0/8;::1',
  ]) {
    expect(refusal({ TRUSTED_PROXIES })).toEqual([
      'TRUSTED_PROXIES: must be a number up to 10, or addresses and ranges (/8 or narrower, IPv6 /16, no more than 64 such) with commas',
    ]);
  }
});

test('Cloudflare’s test keys are refused in production', () => {
  const production = { APP_ENV: 'production', APP_URL: 'https://resguardo.cl' };
  const [site, secret] = ['TURNSTILE_SITE_KEY', 'TURNSTILE_SECRET_KEY'];
  const pairs = [
    ['1x00000000000000000000AA', '1x0000000000000000000000000000000AA', site, secret],
    ['3x00000000000000000000FF', '2x0000000000000000000000000000000AA', site, secret],
    ['2x00000000000000000000BB', '0x4AAAAAAA_real_secret', site],
    ['0x4AAAAAAA_real_site', '3x0000000000000000000000000000000AA', secret],
  ];
  for (const [TURNSTILE_SITE_KEY = '', TURNSTILE_SECRET_KEY = '', ...held] of pairs) {
    const keys = { TURNSTILE_SITE_KEY, TURNSTILE_SECRET_KEY };
    expect(refusal(keys)).toEqual([]);
    const refused = refusal({ ...production, ...keys });
    const text = 'test keys of Cloudflare are only for APP_ENV=local';
    expect(refused).toEqual(held.map((name) => `${name}: ${text}`));
  }
  const real = { TURNSTILE_SITE_KEY: '0x4AAAAAAA_a', TURNSTILE_SECRET_KEY: '0x4AAAAAAA_b' };
  expect(refusal({ ...production, ...real })).toEqual([]);
});

describe('the setting UF_VALUE', () => {
  test('has the pesos of one UF and their day', () => {
    const { uf } = parseEnv({ APP_SECRET: 'x'.repeat(40), UF_VALUE: '39485.65@2026-11-01' });
    expect(uf).toEqual({ pesos: 39_485.65, day: '2026-11-01' });
    expect(parseEnv({ APP_SECRET: 'x'.repeat(40) }).uf).toBeNull();
  });

  test.each([
    '39485.65',
    '39.485,65@2026-11-01',
    '39485@2026-02-30',
    '39@2026-11-01',
    '@2026-11-01',
  ])('with the value %s stops the start', (UF_VALUE) =>
    expect(refusal({ UF_VALUE })[0]).toMatch(/^UF_VALUE: must be/),
  );
});

describe('the setting UTM', () => {
  test('has the pesos of one UTM by month, and may be missing', () => {
    const UTM = '2026-11:69542, 2026-12:69900';
    expect(parseEnv({ APP_SECRET: 'x'.repeat(40), UTM }).utm).toEqual([
      { month: '2026-11', pesos: 69_542 },
      { month: '2026-12', pesos: 69_900 },
    ]);
    expect(parseEnv({ APP_SECRET: 'x'.repeat(40) }).utm).toEqual([]);
  });

  test.each([
    '69542',
    '2026-13:69542',
    '2026-11:69.542',
    '2026-11:0',
    '2026-11:69542,2026-11:70000',
  ])('with the value %s stops the start', (UTM) =>
    expect(refusal({ UTM })[0]).toMatch(/^UTM: must/),
  );
});

test('a value that was copied from the example stops the start', () => {
  expect(refusal({ RESEND_API_KEY: 're_…', MAIL_FROM: 'Andes <a@andes.cl>' })).toEqual([
    'RESEND_API_KEY: replace the value of the example',
  ]);
});

test('a folder that cannot be written is reported once, by the first setting that names it', () => {
  const files = ['data', 'base'].map((name) => join(mkdtempSync(join(tmpdir(), 'folder-')), name));
  const [data = '', base = ''] = files;
  for (const file of files) writeFileSync(file, '');
  const notices = (path: string | null) =>
    checkFolders(data, path).map(({ text, isFull }) => [text.split(':', 1)[0], isFull]);
  expect(notices(null)).toEqual([['DATA_DIR', false]]);
  expect(notices(join(data, 'resguardo.db'))).toEqual([['DATA_DIR', false]]);
  expect(notices(join(base, 'resguardo.db'))).toEqual([
    ['DATA_DIR', false],
    ['DATABASE_URL', false],
  ]);
});
