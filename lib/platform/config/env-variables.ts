import { isIP } from 'node:net';
import { z } from 'zod';
import { examplePrices } from '#lib/platform/config/example-prices.ts';
import { transferAccount } from '#lib/platform/config/transfer-account.ts';
import { ufValue, utmValues } from '#lib/platform/config/unit-values.ts';
import { requestStates } from '#lib/platform/db/schema/request-states.ts';
import {
  isLoopback,
  isLoopbackUrl,
  type Proxies,
  parseIpRanges,
  plainIp,
} from '#lib/platform/web/ip-addresses.ts';

const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http(s) URL' });
const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .refine((n) => n >= min && n <= max, `must be between ${min} and ${max}`);
const key = z
  .string()
  .regex(/^[A-Za-z0-9+/]{43}=$/, 'must be 32 bytes as base64: openssl rand -base64 32')
  .transform((text) => Buffer.from(text, 'base64'));
export const secretVariable = z
  .string()
  .refine((s) => Buffer.byteLength(s) >= 32, 'must be at least 32 bytes');
/** Accepts values separated by commas. Without the variable the list is empty. */
const listVariable = <T extends z.ZodType<unknown, string>>(item: T) =>
  z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((part) => part.trim() || []))
    .pipe(z.array(item));
const onOff = z.enum(['on', 'off'], { error: 'must be on or off' });
const emailSetting = z
  .string()
  .regex(/^[^\r\n<>]*<[^\s<>@]+@[^\s<>@]+>$|^[^\s<>@]+@[^\s<>@]+$/, 'must be an e-mail address');

/** Parses `stageid=en_revision,other=aprobada` into a map from CRM stages to request states. */
const stageMap = z.string().transform((text, context) => {
  const pairs = text.split(',').map((pair) => pair.split('=').map((part) => part.trim()));
  const stages: Record<string, (typeof requestStates)[number]> = {};
  for (const [stage, name] of pairs) {
    const state = requestStates.find((requestState) => requestState === name);
    if (stage && state) stages[stage] = state;
    else context.addIssue(`must be stage=state pairs; states: ${requestStates.join(', ')}`);
  }
  return stages;
});

const proxies = z.string().transform((text, context): Proxies => {
  if (/^(\d|10)$/.test(text)) return Number(text);
  const ranges = parseIpRanges(text);
  if (!ranges)
    context.addIssue(
      'must be a number up to 10, or addresses and ranges (/8 or narrower, IPv6 /16, no more than 64 such) with commas',
    );
  return ranges ?? 0;
});

const phone = z
  .string()
  .regex(/^\+\d[\d ]{7,18}\d$/, 'must be a number with its country, as +56 2 2345 6789');

const signingSecretPattern =
  /^whsec_(?:[A-Za-z\d+/]{4}){5,}(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/;

/** Declares the type and default of each environment variable. `.env.example` explains them. */
export const variables = z.object({
  APP_ENV: z
    .enum(['local', 'production'], { error: 'must be local or production' })
    .default('local'),
  APP_URL: httpUrl.transform((url) => new URL(url).href.replace(/\/+$/, '')).optional(),
  HOST: z
    .string()
    .refine((text) => isIP(text) > 0, 'must be an address of this machine, or 0.0.0.0 for all')
    .default('127.0.0.1'),
  PORT: wholeNumber(0, 65_535).default(3000),
  DATA_DIR: z.string().default('./data'),
  APP_SECRET: secretVariable.optional(),
  APP_SECRET_PREVIOUS: listVariable(secretVariable),
  DATABASE_URL: z
    .string()
    .regex(
      /^(file:([^%]|%[\da-f]{2})+$|libsql:\/\/|https?:\/\/)/i,
      'must start with file:, libsql:// or https://',
    )
    .optional(),
  DATABASE_TOKEN: z.string().optional(),
  STORAGE: z.enum(['local', 's3'], { error: 'must be local or s3' }).optional(),
  FILES_KEY: key.optional(),
  FILES_KEY_PREVIOUS: listVariable(key),
  BACKUP_KEY: key.optional(),
  // The S3 SDK would put a path of the endpoint before bucket and key, so a path is refused.
  S3_ENDPOINT: httpUrl
    .refine((url) => new URL(url).pathname === '/', 'must have no path')
    .optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_BUCKET: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_FORCE_PATH_STYLE: z
    .enum(['true', 'false'], { error: 'must be true or false' })
    .default('false'),
  RESEND_API_KEY: z.string().optional(),
  RESEND_WEBHOOK_SECRET: z
    .string()
    .regex(signingSecretPattern, 'must be whsec_ and base64')
    .optional(),
  RESEND_BASE_URL: httpUrl.default('https://api.resend.com'),
  MAIL_FROM: emailSetting.optional(),
  MAIL_INTERNAL_TO: emailSetting.optional(),
  HUBSPOT_ACCESS_TOKEN: z.string().optional(),
  HUBSPOT_BASE_URL: httpUrl.default('https://api.hubapi.com'),
  HUBSPOT_PIPELINE: z.string().default('default'),
  HUBSPOT_STAGE: z.string().default('appointmentscheduled'),
  HUBSPOT_STAGES: stageMap.optional(),
  HUBSPOT_APP_SECRET: z.string().optional(),
  HUBSPOT_PORTAL_ID: z
    .string()
    .regex(/^\d{1,15}$/, 'must be a number')
    .optional(),
  CRM_WEBHOOK_TOKEN: z.string().min(16, 'must be at least 16 characters').optional(),
  SECURITY_CONTACT: z
    .string()
    .regex(/^(https:\/\/\S+|[^\s<>@]+@[^\s<>@]+)$/, 'must be an e-mail address or an https address')
    .optional(),
  SECURITY_POLICY: z.url({ protocol: /^https$/, error: 'must be an https address' }).optional(),
  ABOUT_OWNER: z.string().max(300, 'must be at most 300 characters').optional(),
  ABOUT_ANSWER_HOURS: wholeNumber(1, 240).optional(),
  ABOUT_ISSUE_DAYS: wholeNumber(1, 60).optional(),
  ABOUT_PHONE: phone.optional(),
  ABOUT_WHATSAPP: phone.optional(),
  ABOUT_OFF_HOURS: z.string().max(200, 'must be at most 200 characters').optional(),
  EXAMPLE_PRICES: examplePrices.optional(),
  ABOUT_TAX_DOCUMENT: z.string().max(200, 'must be at most 200 characters').optional(),
  ABOUT_REFUND: z.string().max(300, 'must be at most 300 characters').optional(),
  TRANSFER_ACCOUNT: transferAccount.optional(),
  SCHEDULING_WEBHOOK_SECRET: z.string().min(16, 'must be at least 16 characters').optional(),
  SCHEDULING_URL: httpUrl.optional(),
  SCHEDULING_ABOUT: z.string().max(200, 'must be at most 200 characters').optional(),
  SCHEDULING_API_URL: httpUrl.transform((url) => url.replace(/\/+$/, '')).optional(),
  MERCADO_PUBLICO_TICKET: z.string().optional(),
  MERCADO_PUBLICO_BASE_URL: httpUrl
    .transform((url) => url.replace(/\/+$/, ''))
    .default('https://api.mercadopublico.cl/servicios/v1/publico'),
  MERCADO_PUBLICO_FICHA_URL: httpUrl.optional(),
  TRANSBANK_COMMERCE_CODE: z.string().optional(),
  TRANSBANK_API_KEY: z.string().optional(),
  TRANSBANK_BASE_URL: httpUrl.transform((url) => url.replace(/\/+$/, '')).optional(),
  CLAMAV_SOCKET: z.string().optional(),
  CLAMAV_HOST: z.string().optional(),
  CLAMAV_PORT: wholeNumber(1, 65_535).default(3310),
  CAPTCHA: onOff.optional(),
  TURNSTILE_SITE_KEY: z.string().optional(),
  TURNSTILE_SECRET_KEY: z.string().optional(),
  TURNSTILE_VERIFY_URL: httpUrl.default(
    'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  ),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  GOOGLE_ISSUER: httpUrl.default('https://accounts.google.com'),
  GOOGLE_AUTHORIZATION_URL: httpUrl.default('https://accounts.google.com/o/oauth2/v2/auth'),
  GOOGLE_TOKEN_URL: httpUrl.default('https://oauth2.googleapis.com/token'),
  GOOGLE_JWKS_URL: httpUrl.default('https://www.googleapis.com/oauth2/v3/certs'),
  SENTRY_DSN: z
    .string()
    .regex(
      /^https?:\/\/\w+@[\w.-]+(:\d+)?(\/[\w/-]+)?\/\d+$/,
      'must be https://<key>@<host>/<project number>',
    )
    .optional(),
  METRICS_TOKEN: z.string().min(16, 'must be at least 16 characters').optional(),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  TRUSTED_PROXIES: proxies.default(0),
  RATE_LIMITS: onOff.default('on'),
  MAX_UPLOAD_MB: wholeNumber(1, 100).default(10),
  SESSION_DAYS: wholeNumber(1, 30).default(7),
  REFUND_SECOND_ADMIN_CLP: z
    .literal('off')
    .transform(() => Number.POSITIVE_INFINITY)
    .or(wholeNumber(0, 1_000_000_000))
    .default(1_000_000),
  UF_VALUE: ufValue.optional(),
  UTM: utmValues,
  PENDING_QUOTA_MB: wholeNumber(1, 1_000_000).default(5000),
  VAULT_QUOTA_MB: wholeNumber(1, 1_000_000).default(500),
  VAULT_MAX_FILES: wholeNumber(1, 1_000_000).default(1000),
});

export type Variables = z.infer<typeof variables>;

/** Published by the SDK of Transbank: credentials of its public test shop (Webpay Plus). */
export const INTEGRATION_CODE = '597055555532';
export const INTEGRATION_KEY = '579B532A7440BB0C9079DED94D31EA1615BACEB56610332264630D42D0A36B1C';

/** Cloudflare's public test keys accept or refuse every token, so they protect no site. */
const CAPTCHA_TEST_KEY = /^[1-3]x0+[A-F]{2}$/;

/** Returns one line for each problem that shows only when several variables are compared. */
export function crossChecks(v: Variables, variables: Record<string, string | undefined>): string[] {
  const problems: string[] = [];
  const isProduction = v.APP_ENV === 'production';
  if (isProduction && !v.APP_SECRET) problems.push('APP_SECRET: is required in production');
  if (isProduction && !v.APP_URL) problems.push('APP_URL: is required in production');
  const isLocalUrl = isLoopbackUrl(v.APP_URL ?? 'http://localhost');
  const isHttps = v.APP_URL?.startsWith('https:');
  if (isProduction && !isHttps && !isLocalUrl)
    problems.push('APP_URL: must be https in production');
  if (!isProduction && (isHttps || !isLocalUrl)) {
    problems.push(
      'APP_ENV: must be production, as APP_URL is for others; local is for http://localhost',
    );
  }
  if (!isProduction && !v.APP_URL && !isLoopback(plainIp(v.HOST) ?? '')) {
    problems.push(
      'APP_ENV: must be production, as HOST is for others; local needs APP_URL=http://localhost:<PORT> with it',
    );
  }
  if (isProduction && v.RATE_LIMITS === 'off') {
    problems.push('RATE_LIMITS: off is only for APP_ENV=local');
  }
  if (/^(libsql|https):\/\//.test(v.DATABASE_URL ?? '') && !v.DATABASE_TOKEN) {
    problems.push('DATABASE_TOKEN: is required with a libsql:// or https:// DATABASE_URL');
  }
  if (v.GOOGLE_CLIENT_ID && !v.GOOGLE_CLIENT_SECRET) {
    problems.push('GOOGLE_CLIENT_SECRET: is required with GOOGLE_CLIENT_ID');
  }
  if (Boolean(v.TRANSBANK_COMMERCE_CODE) !== Boolean(v.TRANSBANK_API_KEY)) {
    problems.push('TRANSBANK_API_KEY: goes together with TRANSBANK_COMMERCE_CODE');
  }
  if (
    isProduction &&
    (v.TRANSBANK_COMMERCE_CODE === INTEGRATION_CODE || v.TRANSBANK_API_KEY === INTEGRATION_KEY)
  ) {
    problems.push('TRANSBANK_COMMERCE_CODE: the integration shop is only for APP_ENV=local');
  }
  for (const name of ['TURNSTILE_SITE_KEY', 'TURNSTILE_SECRET_KEY'] as const) {
    if (!isProduction || !CAPTCHA_TEST_KEY.test(v[name] ?? '')) continue;
    problems.push(`${name}: test keys of Cloudflare are only for APP_ENV=local`);
  }
  if (v.STORAGE === 's3') {
    for (const name of ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']) {
      if (!variables[name]) problems.push(`${name}: is required with STORAGE=s3`);
    }
  }
  return problems;
}
