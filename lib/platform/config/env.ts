import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { checkFolder } from '#lib/platform/config/data-folders.ts';
import {
  crossChecks,
  INTEGRATION_CODE,
  INTEGRATION_KEY,
  secretVariable,
  type Variables,
  variables,
} from '#lib/platform/config/env-variables.ts';
import { singleton } from '#lib/platform/process/singleton.ts';

/** The settings. `.env.example` explains the variables. */
export type Env = ReturnType<typeof parseEnv>;

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

/**
 * Parses the variables. Throws `EnvError` with the problems. The only side effect: without
 * `APP_SECRET` a secret is created once under `DATA_DIR`.
 */
export function parseEnv(source: Record<string, string | undefined>) {
  const filledVariables = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== ''),
  );
  const unfilledNames = Object.keys(variables.shape).filter((name) =>
    filledVariables[name]?.endsWith('…'),
  );
  if (unfilledNames.length > 0) {
    throw new EnvError(unfilledNames.map((name) => `${name}: replace the value of the example`));
  }
  const parsed = variables.safeParse(filledVariables);
  if (!parsed.success) {
    throw new EnvError(parsed.error.issues.map((i) => `${i.path.join('.')}: ${i.message}`));
  }
  const v = parsed.data;
  const isProduction = v.APP_ENV === 'production';
  const problems = crossChecks(v, filledVariables);
  if (problems.length > 0) throw new EnvError(problems);

  const dataDir = resolve(v.DATA_DIR);
  return {
    isProduction,
    appUrl: v.APP_URL ?? `http://localhost:${v.PORT}`,
    host: v.HOST,
    port: v.PORT,
    dataDir,
    appSecret: v.APP_SECRET ?? localSecret(dataDir),
    previousAppSecrets: v.APP_SECRET_PREVIOUS,
    filesKey: v.FILES_KEY,
    previousFilesKeys: v.FILES_KEY_PREVIOUS,
    backupKey: v.BACKUP_KEY,
    trustedProxies: v.TRUSTED_PROXIES,
    hasRateLimits: v.RATE_LIMITS === 'on',
    maxUploadMb: v.MAX_UPLOAD_MB,
    maxUploadBytes: v.MAX_UPLOAD_MB * 1024 * 1024,
    pendingQuotaBytes: v.PENDING_QUOTA_MB * 1024 * 1024,
    sessionDays: v.SESSION_DAYS,
    refundSecondAdminClp: v.REFUND_SECOND_ADMIN_CLP,
    uf: v.UF_VALUE ?? null,
    utm: v.UTM,
    sentryDsn: v.SENTRY_DSN,
    metricsToken: v.METRICS_TOKEN,
    logLevel: v.LOG_LEVEL,
    database: {
      url: v.DATABASE_URL ?? (isProduction ? undefined : `file:${join(dataDir, 'resguardo.db')}`),
      token: v.DATABASE_TOKEN,
    },
    storage: storageOf(v, isProduction, dataDir),
    mail: {
      resendKey: v.RESEND_API_KEY,
      resendBaseUrl: v.RESEND_BASE_URL,
      webhookSecret: v.RESEND_WEBHOOK_SECRET,
      from:
        v.MAIL_FROM ?? (isProduction ? undefined : 'Resguardo <no-responder@resguardo.localhost>'),
      internalTo: v.MAIL_INTERNAL_TO ?? (isProduction ? undefined : 'asesores@resguardo.localhost'),
    },
    hubspot: {
      token: v.HUBSPOT_ACCESS_TOKEN,
      baseUrl: v.HUBSPOT_BASE_URL,
      pipeline: v.HUBSPOT_PIPELINE,
      stage: v.HUBSPOT_STAGE,
      stages: v.HUBSPOT_STAGES ?? {},
      appSecret: v.HUBSPOT_APP_SECRET,
      portalId: v.HUBSPOT_PORTAL_ID,
    },
    crmWebhookToken: v.CRM_WEBHOOK_TOKEN,
    security: { contact: v.SECURITY_CONTACT, policy: v.SECURITY_POLICY },
    company: {
      owner: v.ABOUT_OWNER,
      answerHours: v.ABOUT_ANSWER_HOURS,
      issueDays: v.ABOUT_ISSUE_DAYS,
      taxDocument: v.ABOUT_TAX_DOCUMENT,
      refund: v.ABOUT_REFUND,
      phone: v.ABOUT_PHONE,
      whatsapp: v.ABOUT_WHATSAPP,
      offHours: v.ABOUT_OFF_HOURS,
    },
    examplePrices: v.EXAMPLE_PRICES ?? null,
    transferAccount: v.TRANSFER_ACCOUNT ?? null,
    scheduling: {
      url: v.SCHEDULING_URL,
      about: v.SCHEDULING_ABOUT,
      apiUrl: v.SCHEDULING_API_URL,
      webhookSecret: v.SCHEDULING_WEBHOOK_SECRET,
    },
    mercadoPublico: {
      ticket: v.MERCADO_PUBLICO_TICKET,
      baseUrl: v.MERCADO_PUBLICO_BASE_URL,
      fichaUrl: v.MERCADO_PUBLICO_FICHA_URL,
    },
    transbank: transbankOf(v),
    scanner: scannerOf(v),
    vault: { quotaBytes: v.VAULT_QUOTA_MB * 1024 * 1024, maxFiles: v.VAULT_MAX_FILES },
    captcha: {
      isEnabled: v.CAPTCHA === undefined ? isProduction : v.CAPTCHA === 'on',
      siteKey: v.TURNSTILE_SITE_KEY,
      secretKey: v.TURNSTILE_SECRET_KEY,
      verifyUrl: v.TURNSTILE_VERIFY_URL,
    },
    google: googleOf(v),
  };
}

/** Returns the names of missing settings without which the app runs degraded. */
export function missingSettings(env: Env): string[] {
  const missingNames: string[] = [];
  if (!env.database.url) missingNames.push('DATABASE_URL');
  if (!env.storage) missingNames.push('STORAGE');
  if (env.isProduction && !env.mail.resendKey) missingNames.push('RESEND_API_KEY');
  if (!env.mail.from) missingNames.push('MAIL_FROM');
  if (!env.mail.internalTo) missingNames.push('MAIL_INTERNAL_TO');
  if (env.captcha.isEnabled && !env.captcha.siteKey) missingNames.push('TURNSTILE_SITE_KEY');
  if (env.captcha.isEnabled && !env.captcha.secretKey) missingNames.push('TURNSTILE_SECRET_KEY');
  return missingNames;
}

function storageOf(v: Variables, isProduction: boolean, dataDir: string) {
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
  if (isProduction && v.STORAGE === undefined) return undefined;
  return { kind: 'local' as const, directory: join(dataDir, 'files') };
}

/**
 * Defaults to Transbank's public test shop. Returns undefined in production without a commerce
 * code.
 */
function transbankOf(v: Variables) {
  if (v.APP_ENV === 'production' && !v.TRANSBANK_COMMERCE_CODE) return undefined;
  return {
    commerceCode: v.TRANSBANK_COMMERCE_CODE ?? INTEGRATION_CODE,
    apiKey: v.TRANSBANK_API_KEY ?? INTEGRATION_KEY,
    baseUrl:
      v.TRANSBANK_BASE_URL ??
      (v.TRANSBANK_COMMERCE_CODE && v.TRANSBANK_COMMERCE_CODE !== INTEGRATION_CODE
        ? 'https://webpay3g.transbank.cl'
        : 'https://webpay3gint.transbank.cl'),
  };
}

function scannerOf(v: Variables) {
  if (v.CLAMAV_SOCKET) return { path: v.CLAMAV_SOCKET };
  if (v.CLAMAV_HOST) return { host: v.CLAMAV_HOST, port: v.CLAMAV_PORT };
  return undefined;
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

/**
 * Returns the secret of a server without `APP_SECRET`. It is kept in a file, so that sessions and
 * links survive a restart.
 */
function localSecret(dataDir: string): string {
  const path = join(dataDir, 'app-secret');
  if (!existsSync(path)) {
    const problem = checkFolder(dataDir);
    if (problem !== null) throw new EnvError([`DATA_DIR: ${problem.text}`]);
    try {
      const newSecret = randomBytes(48).toString('base64url');
      writeFileSync(path, newSecret, { mode: 0o600, flag: 'wx', flush: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  const secret = readSecret(path);
  if (secretVariable.safeParse(secret).success) return secret;
  throw new EnvError([
    `APP_SECRET: ${path} is empty or cut short: bring it back from a backup, or remove it, which ends all sessions and links`,
  ]);
}

function readSecret(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new EnvError([`APP_SECRET: ${path} cannot be read: ${code}`]);
  }
}
