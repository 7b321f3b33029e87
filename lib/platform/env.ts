import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { singleton } from '#lib/platform/singleton.ts';

/** The whole configuration, read here and nowhere else. Defaults and meanings: `.env.example`. */
export type Env = ReturnType<typeof parseEnv>;

/** Thrown with one line per malformed variable. */
export class EnvError extends Error {
  readonly problems: string[];
  constructor(problems: string[]) {
    super(problems.join('\n'));
    this.name = 'EnvError';
    this.problems = problems;
  }
}

export function getEnv(): Env {
  return singleton('env', () => parseEnv(process.env));
}

/** Parses variables; the only side effect is the local `APP_SECRET`, made once under `DATA_DIR`. */
export function parseEnv(source: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const parsed = variables.safeParse(given);
  if (!parsed.success) {
    throw new EnvError(parsed.error.issues.map((i) => `${i.path.join('.')}: ${i.message}`));
  }
  const v = parsed.data;
  const production = v.APP_ENV === 'production';
  const problems = crossChecks(v, given);
  if (problems.length > 0) throw new EnvError(problems);

  const dataDir = resolve(v.DATA_DIR);
  return {
    production,
    appUrl: v.APP_URL ?? `http://localhost:${v.PORT}`,
    port: v.PORT,
    dataDir,
    appSecret: v.APP_SECRET ?? localSecret(dataDir),
    trustedProxies: v.TRUSTED_PROXIES,
    rateLimits: v.RATE_LIMITS === 'on',
    maxUploadBytes: v.MAX_UPLOAD_MB * 1024 * 1024,
    sessionDays: v.SESSION_DAYS,
    sentryDsn: v.SENTRY_DSN,
    logLevel: v.LOG_LEVEL,
    database: {
      url: v.DATABASE_URL ?? (production ? undefined : `file:${join(dataDir, 'resguardo.db')}`),
      token: v.DATABASE_TOKEN,
    },
    storage: storageOf(v, production, dataDir),
    mail: {
      resendKey: v.RESEND_API_KEY,
      resendBaseUrl: v.RESEND_BASE_URL,
      from:
        v.MAIL_FROM ?? (production ? undefined : 'Resguardo <no-responder@resguardo.localhost>'),
      internalTo: v.MAIL_INTERNAL_TO ?? (production ? undefined : 'asesores@resguardo.localhost'),
    },
    crmToken: v.HUBSPOT_ACCESS_TOKEN,
    captcha: {
      on: v.CAPTCHA === undefined ? production : v.CAPTCHA === 'on',
      siteKey: v.TURNSTILE_SITE_KEY,
      secretKey: v.TURNSTILE_SECRET_KEY,
      verifyUrl: v.TURNSTILE_VERIFY_URL,
    },
    google: googleOf(v),
  };
}

/** Names of critical settings that are missing: the app then runs degraded. */
export function missingSettings(env: Env): string[] {
  const missing: string[] = [];
  if (!env.database.url) missing.push('DATABASE_URL');
  if (!env.storage) missing.push('STORAGE');
  if (env.production && !env.mail.resendKey) missing.push('RESEND_API_KEY');
  if (!env.mail.from) missing.push('MAIL_FROM');
  if (!env.mail.internalTo) missing.push('MAIL_INTERNAL_TO');
  if (env.captcha.on && !env.captcha.siteKey) missing.push('TURNSTILE_SITE_KEY');
  if (env.captcha.on && !env.captcha.secretKey) missing.push('TURNSTILE_SECRET_KEY');
  return missing;
}

const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http(s) URL' });
const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .refine((n) => n >= min && n <= max, `must be between ${min} and ${max}`);
const onOff = z.enum(['on', 'off'], { error: 'must be on or off' });
const mailAddress = z
  .string()
  .regex(/^[^\r\n<>]*<[^\s<>@]+@[^\s<>@]+>$|^[^\s<>@]+@[^\s<>@]+$/, 'must be an e-mail address');

const variables = z.object({
  APP_ENV: z
    .enum(['local', 'production'], { error: 'must be local or production' })
    .default('local'),
  APP_URL: httpUrl.transform((url) => url.replace(/\/+$/, '')).optional(),
  PORT: wholeNumber(0, 65_535).default(3000),
  DATA_DIR: z.string().default('./data'),
  APP_SECRET: z
    .string()
    .refine((s) => Buffer.byteLength(s) >= 32, 'must be at least 32 bytes')
    .optional(),
  DATABASE_URL: z
    .string()
    .regex(/^(file:|libsql:\/\/|https?:\/\/)/, 'must start with file:, libsql:// or https://')
    .optional(),
  DATABASE_TOKEN: z.string().optional(),
  STORAGE: z.enum(['local', 's3'], { error: 'must be local or s3' }).optional(),
  S3_ENDPOINT: httpUrl.optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_BUCKET: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_FORCE_PATH_STYLE: z
    .enum(['true', 'false'], { error: 'must be true or false' })
    .default('false'),
  RESEND_API_KEY: z.string().optional(),
  RESEND_BASE_URL: httpUrl.default('https://api.resend.com'),
  MAIL_FROM: mailAddress.optional(),
  MAIL_INTERNAL_TO: mailAddress.optional(),
  HUBSPOT_ACCESS_TOKEN: z.string().optional(),
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
  SENTRY_DSN: httpUrl.optional(),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  TRUSTED_PROXIES: wholeNumber(0, 10).default(0),
  RATE_LIMITS: onOff.default('on'),
  MAX_UPLOAD_MB: wholeNumber(1, 100).default(10),
  SESSION_DAYS: wholeNumber(1, 30).default(7),
});

type Variables = z.infer<typeof variables>;

function crossChecks(v: Variables, given: Record<string, string | undefined>): string[] {
  const problems: string[] = [];
  const production = v.APP_ENV === 'production';
  if (production && !v.APP_SECRET) problems.push('APP_SECRET: is required in production');
  if (production && !v.APP_URL) problems.push('APP_URL: is required in production');
  if (production && v.RATE_LIMITS === 'off') {
    problems.push('RATE_LIMITS: off is only for APP_ENV=local');
  }
  if (/^(libsql|https):\/\//.test(v.DATABASE_URL ?? '') && !v.DATABASE_TOKEN) {
    problems.push('DATABASE_TOKEN: is required with a libsql:// or https:// DATABASE_URL');
  }
  if (v.GOOGLE_CLIENT_ID && !v.GOOGLE_CLIENT_SECRET) {
    problems.push('GOOGLE_CLIENT_SECRET: is required with GOOGLE_CLIENT_ID');
  }
  if (v.STORAGE === 's3') {
    for (const name of ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']) {
      if (!given[name]) problems.push(`${name}: is required with STORAGE=s3`);
    }
  }
  return problems;
}

function storageOf(v: Variables, production: boolean, dataDir: string) {
  if (v.STORAGE === 's3') {
    return {
      kind: 's3' as const,
      endpoint: v.S3_ENDPOINT ?? '',
      region: v.S3_REGION,
      bucket: v.S3_BUCKET ?? '',
      accessKeyId: v.S3_ACCESS_KEY_ID ?? '',
      secretAccessKey: v.S3_SECRET_ACCESS_KEY ?? '',
      forcePathStyle: v.S3_FORCE_PATH_STYLE === 'true',
    };
  }
  if (production && v.STORAGE === undefined) return undefined;
  return { kind: 'local' as const, directory: join(dataDir, 'files') };
}

function googleOf(v: Variables) {
  if (!v.GOOGLE_CLIENT_ID) return undefined;
  return {
    clientId: v.GOOGLE_CLIENT_ID,
    clientSecret: v.GOOGLE_CLIENT_SECRET ?? '',
    issuer: v.GOOGLE_ISSUER,
    authorizationUrl: v.GOOGLE_AUTHORIZATION_URL,
    tokenUrl: v.GOOGLE_TOKEN_URL,
    jwksUrl: v.GOOGLE_JWKS_URL,
  };
}

/** Local only: made at the first start and kept, so that cookies and links survive a restart. */
function localSecret(dataDir: string): string {
  const path = join(dataDir, 'app-secret');
  if (!existsSync(path)) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    try {
      writeFileSync(path, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  return readFileSync(path, 'utf8').trim();
}
