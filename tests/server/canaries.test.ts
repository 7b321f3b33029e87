import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { type AppProcess, startApp } from '#tests/support/app-process.ts';
import {
  canaryPerson,
  personalCanaries,
  providerVariables,
  secretCanaries,
} from '#tests/support/canaries.ts';
import { createProbe, type Probe } from '#tests/support/canary-probe.ts';
import { type EchoStandIn, startEcho } from '#tests/support/providers/echo.ts';
import { filesUnder, projectRoot } from '#tests/support/source-files.ts';
import { waitFor } from '#tests/support/wait-for.ts';

/**
 * Every provider refuses in every way and repeats our own request with all secrets. Then the output
 * of the process, every reply, the pages and the stored data are searched for them.
 */
let echo: EchoStandIn;
let app: AppProcess;
let probe: Probe;
let variables: Record<string, string>;
const found: { tokens: string[] } = { tokens: [] };
beforeAll(async () => {
  echo = await startEcho();
  variables = providerVariables(echo.url);
  app = await startApp({ variables });
  probe = createProbe(app.url);
  echo.accept(true);
  found.tokens = await lifeOfAnAccount();
  echo.accept(false);
  await everyProviderFails();
});

/** Goes through registration, codes, links and sessions, and returns every secret on the way. */
async function lifeOfAnAccount(): Promise<string[]> {
  const { email, password, name, rut, phone } = canaryPerson;
  const role = 'natural';
  await probe.post('/api/auth/register', { email, password, name, rut, role });
  const code = await mailed(/"subject":"(\w{6}) es tu/);
  await probe.post('/api/auth/verify', { email, code: 'AAAAAA' });
  await probe.post('/api/auth/verify', { email, code });
  await probe.post('/api/auth/login', { email, password: 'canario-otra-clave' });
  await probe.post('/api/auth/login', { email, password });
  await probe.post('/api/auth/complete-profile', { telefono: phone });
  await probe.post('/api/auth/forgot-password', { email });
  const reset = await mailed(/restablecer\?token=([\w.-]+)/);
  await probe.post('/api/auth/reset-password', { token: `${reset}x`, password: 'canario-nueva-1' });
  const csrf = await probe.csrf();
  const documentKey = await probe.upload('/api/documents/upload', { category: 'cedula_identidad' });
  const shared = await probe.post('/api/documents/share', {
    documentKey,
    password: 'canario-enlace',
  });
  const share = String(shared.shareUrl).split('/').at(-1) ?? '';
  await probe.get(`/api/share/${share}`);
  return [code, reset, csrf, share, probe.session()];
}

/** Calls each provider several times, because each refusal is different. */
async function everyProviderFails(): Promise<void> {
  const { email, name, phone, rut } = canaryPerson;
  // The call may take long, because the marketplace takes one call at a time and is being warmed.
  void probe.get('/api/validate-orden-compra?id=1002-182-AG25').catch(() => null);
  for (let n = 0; n < 9; n++) {
    await probe.post('/api/auth/resend', { email: `canario${n}@pajarera.cl` });
    const contact = { primer_nombre: name, correo: email, telefono: phone, rut };
    const csrfToken = await probe.csrf();
    await probe.post('/api/contact', { ...contact, acepta_politicas: true, csrfToken });
    await probe.post('/api/payments/create', { amount: 5000 + n, description: 'Canario' });
    await probe.google();
    await probe.post('/api/webhooks/crm', [], { 'x-webhook-token': 'canario-no-es' });
    await probe.post('/api/webhooks/scheduling', {}, { 'x-cal-signature-256': 'canario' });
  }
  for (const page of [
    '/',
    '/panel',
    '/panel/perfil',
    '/panel/pagos',
    '/login',
    '/docs',
    '/asesor',
  ]) {
    await probe.get(page);
  }
  await probe.get('/api/openapi.json');
  await probe.get('/api/health');
  // Calls to providers may end later than the replies.
  await waitFor(() => reportedOnes().every((secret) => heard().includes(secret)));
}

async function mailed(pattern: RegExp): Promise<string> {
  return waitFor(() => echo.received.map((text) => pattern.exec(text)?.[1]).find(Boolean));
}

const secrets = () => Object.values(secretCanaries());
const heard = () => echo.received.join('\n');
/** A provider needs these secrets in each call. */
const reportedOnes = () =>
  ['RESEND_API_KEY', 'HUBSPOT_ACCESS_TOKEN', 'TRANSBANK_API_KEY', 'MERCADO_PUBLICO_TICKET'].map(
    (name) => variables[name] ?? name,
  );

test('the stand-in providers got and repeated our secrets, so that a leak is possible', () => {
  for (const secret of reportedOnes()) expect(heard()).toContain(secret);
  expect(heard()).toContain(canaryPerson.email);
  expect(probe.replies.length).toBeGreaterThan(70);
  expect(new Set(probe.replies.map(({ status }) => status)).size).toBeGreaterThan(5);
  for (const token of found.tokens) expect(token.length).toBeGreaterThanOrEqual(6);
});

test('the log holds no secret, no token and no personal data', () => {
  const output = app.output();
  expect(output.split('\n').length).toBeGreaterThan(60);
  for (const secret of [
    ...secrets(),
    ...found.tokens,
    ...personalCanaries,
    canaryPerson.password,
  ]) {
    expect(output.toLowerCase().includes(secret.toLowerCase()), `the log holds ${secret}`).toBe(
      false,
    );
  }
});

test('no reply holds a secret of ours, a password or text from a provider', () => {
  const passwords = [
    canaryPerson.password,
    'canario-otra-clave',
    'canario-nueva-1',
    'canario-enlace',
  ];
  for (const { request, text } of probe.replies) {
    for (const secret of [...secrets(), ...passwords, 'tbk-api-key', 'bearer ']) {
      expect(text.toLowerCase().includes(secret), `${request} tells ${secret}`).toBe(false);
    }
  }
});

test('the database holds no plain password, token or code that would open anything', () => {
  const files = readdirSync(app.dataDir).filter((name) => name.startsWith('resguardo.db'));
  const stored = files.map((name) => readFileSync(join(app.dataDir, name), 'latin1')).join('');
  expect(stored).toContain(canaryPerson.email);
  expect(stored).toContain('$argon2id$');
  const [code = '', ...tokens] = found.tokens;
  // The code is short, so it may occur by chance within other values, but not as a word.
  expect(new RegExp(`\\b${code}\\b`).test(stored)).toBe(false);
  for (const secret of [...secrets(), ...tokens, canaryPerson.password, 'canario-enlace']) {
    expect(stored.includes(secret), `the database holds ${secret}`).toBe(false);
  }
});

test('files for browsers name no secret and no variable of the environment', () => {
  const files = filesUnder('.next/static').filter((path) => /\.(js|css|html|map)$/.test(path));
  expect(files.length).toBeGreaterThan(5);
  expect(files.filter((path) => path.endsWith('.map'))).toEqual([]);
  for (const path of files) {
    const text = readFileSync(projectRoot + path, 'utf8');
    for (const name of [...Object.keys(secretCanaries()), '579B532A7440BB0C', 'server-only']) {
      expect(text.includes(name), `${path} holds ${name}`).toBe(false);
    }
  }
});

test('nothing leaks either when store, captcha and database answer with our own request', async () => {
  const { DATABASE_TOKEN = '', S3_SECRET_ACCESS_KEY = '', TURNSTILE_SECRET_KEY = '' } = variables;
  for (const more of [{ STORAGE: 's3', CAPTCHA: 'on' }, { DATABASE_URL: echo.url }]) {
    const other = await startApp({ variables: { ...variables, ...more } });
    const asks = createProbe(other.url);
    for (let n = 0; n < 5; n++) {
      await asks.upload('/api/guarantees/upload-proxy', { type: 'contrato' });
      const login = { email: canaryPerson.email, password: canaryPerson.password };
      await asks.post('/api/auth/login', { ...login, 'cf-turnstile-response': 'canario-captcha' });
      await asks.get('/api/guarantees/files/x');
      await asks.get('/api/health');
    }
    const reportedText = [other.output(), ...asks.replies.map(({ text }) => text)].join('\n');
    await other.close();
    for (const secret of [
      ...secrets(),
      canaryPerson.email,
      canaryPerson.password,
      'canario-captcha',
    ]) {
      expect(reportedText.includes(secret), `${secret} is told`).toBe(false);
    }
  }
  const tracked = echo.received.filter((text) => text.includes('/envelope/'));
  expect(tracked.length).toBeGreaterThan(0);
  for (const secret of [...secrets(), ...personalCanaries, canaryPerson.password]) {
    if (secret === variables.SENTRY_DSN?.slice('http://'.length).split('@')[0]) continue; // its own
    expect(tracked.join().includes(secret), `Sentry is told ${secret}`).toBe(false);
  }
  expect(heard()).toContain(TURNSTILE_SECRET_KEY);
  expect(heard()).toContain(DATABASE_TOKEN);
  expect(heard()).toContain('/cubo/');
  expect(heard()).not.toContain(S3_SECRET_ACCESS_KEY); // it signs, and is never sent
});
