import { readFileSync } from 'node:fs';
import { INTEGRATION_CODE } from '#lib/platform/config/env-variables.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { projectRoot } from '#tests/support/source-files.ts';

/** Returns the variables in `.env.example` that are secrets by name. New ones are found too. */
export function secretNames(): string[] {
  const text = readFileSync(`${projectRoot}.env.example`, 'utf8');
  const names = [...text.matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)].map((match) => match[1] ?? '');
  const secret = /SECRET|TOKEN|_KEY(_ID)?$|TICKET|PASSWORD|DSN/;
  const open = /SITE_KEY|TOKEN_URL/;
  return names.filter((name) => secret.test(name) && !open.test(name));
}

/** Returns a recognisable value for each of them. */
export function secretCanaries(): Record<string, string> {
  return Object.fromEntries(
    secretNames().map((name) => [name, planted(name, `canary_${name.toLowerCase()}_7f3a9c`)]),
  );
}

/** Makes keys of stored files 32 bytes, as base64. */
function planted(name: string, text: string): string {
  if (name === 'RESEND_WEBHOOK_SECRET') return `whsec_${Buffer.from(text).toString('base64')}`;
  const isKey = name === 'FILES_KEY' || name === 'BACKUP_KEY';
  return isKey ? Buffer.from(text.padEnd(32, 'x')).toString('base64') : text;
}

/** Returns configuration that sends everything to one URL, with the secrets planted. */
export function providerVariables(url: string): Record<string, string> {
  const secrets = secretCanaries();
  const { host } = new URL(url);
  return {
    ...secrets,
    APP_SECRET: (secrets.APP_SECRET ?? '').padEnd(40, 'x'),
    RESEND_BASE_URL: url,
    HUBSPOT_BASE_URL: url,
    MERCADO_PUBLICO_BASE_URL: `${url}/publico`,
    MERCADO_PUBLICO_FICHA_URL: `${url}/ficha`,
    TRANSBANK_BASE_URL: url,
    TRANSBANK_COMMERCE_CODE: INTEGRATION_CODE,
    TURNSTILE_SITE_KEY: 'site-key',
    TURNSTILE_VERIFY_URL: `${url}/siteverify`,
    GOOGLE_CLIENT_ID: 'client-id',
    GOOGLE_ISSUER: url,
    GOOGLE_AUTHORIZATION_URL: `${url}/authorize`,
    GOOGLE_TOKEN_URL: `${url}/token`,
    GOOGLE_JWKS_URL: `${url}/certs`,
    S3_ENDPOINT: url,
    S3_BUCKET: 'cubo',
    S3_FORCE_PATH_STYLE: 'true',
    SENTRY_DSN: `http://${secrets.SENTRY_DSN}@${host}/1`,
    CAPTCHA: 'off',
    LOG_LEVEL: 'debug',
  };
}

/** Texts that people type. None of them belongs in a log. */
export const canaryPerson = {
  email: 'canario@pajarera.cl',
  password: 'jilguero-clave-amarilla',
  name: 'Canario Plumas',
  rut: '9.123.456-4',
  phone: '+56 9 8765 4321',
};
export const personalCanaries = [
  'canario',
  'pajarera',
  'Plumas',
  '9.123.456',
  '9123456',
  '87654321',
  '8765 4321',
];

/** A submission from this URL. None of it belongs in a log. */
export const canaryIp = '203.0.113.77';
export const canaryBody = {
  ...publicBody,
  nombreSolicitante: 'Canario Nombre',
  email: 'canario@pajarera.cl',
  telefonoSolicitante: canaryPerson.phone,
  nombreEmpresaOferente: 'Canarios Ltda',
  institucion: 'Institución Canaria',
  contratoUrl: 'https://canario.cl/contrato?token=canary-link',
};
export const canaryTraces = [
  /canari[oa]/i,
  /canary/i,
  /pajarera/,
  /8765.?4321/,
  /76\.?123\.?456/,
  /203\.0\.113/,
  /Providencia/,
  /4809-45/,
];
