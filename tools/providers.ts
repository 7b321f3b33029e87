import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startCalendar } from '#tests/support/providers/calendar.ts';
import { startClamd } from '#tests/support/providers/clamd.ts';
import { startGoogle } from '#tests/support/providers/google.ts';
import { startHubspot } from '#tests/support/providers/hubspot.ts';
import { demoStageMap } from '#tests/support/providers/hubspot-page.ts';
import { startMercadoPublico } from '#tests/support/providers/mercado-publico.ts';
import { startResend } from '#tests/support/providers/resend.ts';
import { startS3 } from '#tests/support/providers/s3.ts';
import { type SentryEvent, startSentry } from '#tests/support/providers/sentry.ts';
import { startWebpay } from '#tests/support/providers/webpay.ts';
import { openTenders } from '#tests/support/tender-fixtures.ts';

/**
 * `npm run providers [-- s3 mail … --port 4800 --app http://localhost:3000]` starts simulated
 * providers on fixed ports, to be configured like the real ones. It prints the lines for `.env` and
 * writes them to `.providers/env` (`--folder`). Only S3 keeps its content.
 */
type Started = {
  /** Tells a person where to look. */
  about: string;
  variables: Record<string, string>;
  close: () => Promise<void>;
};

const root = join(import.meta.dirname, '..');
const appSecret = 'stand-in-secret-of-the-app';
const mailSecret = `whsec_${Buffer.from('stand-in-secret-of-mail').toString('base64')}`;
const calendarSecret = 'stand-in-secret-of-the-calendar';
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    port: { type: 'string', default: '4800' },
    app: { type: 'string', default: 'http://localhost:3000' },
    folder: { type: 'string', default: join(root, '.providers') },
  },
});
const { folder } = values;

const providers: Record<string, (port: number, app: string) => Promise<Started>> = {
  s3: async (port) => {
    const s3 = await startS3({ port, directory: join(folder, 's3') });
    return { ...s3, about: `S3: a private bucket; its files are kept in ${join(folder, 's3')}` };
  },
  mail: async (port, app) => {
    const webhook = { url: `${app}/api/webhooks/mail`, secret: mailSecret };
    const resend = await startResend({ port, webhook });
    const variables = {
      ...resend.variables,
      MAIL_FROM: 'no-responder@resguardo.localhost',
      MAIL_INTERNAL_TO: 'asesores@resguardo.localhost',
    };
    return {
      ...resend,
      variables,
      about: `Resend: read the mails, and let them bounce, at ${resend.url}`,
    };
  },
  crm: async (port, app) => {
    const webhook = { url: `${app}/api/webhooks/crm`, appSecret };
    const hubspot = await startHubspot({ port, webhook });
    const variables = {
      ...hubspot.variables,
      HUBSPOT_STAGES: demoStageMap,
      HUBSPOT_APP_SECRET: appSecret,
    };
    return { ...hubspot, variables, about: `HubSpot: see and move deals at ${hubspot.url}` };
  },
  payments: async (port) => {
    const webpay = await startWebpay({ port });
    return { ...webpay, about: 'Webpay Plus: its page approves, refuses, aborts' };
  },
  tenders: async (port) => {
    const { tenders } = openTenders(30);
    const marketplace = await startMercadoPublico({ port, paceMs: 2000, tenders });
    return { ...marketplace, about: 'Mercado Público, with 30 open tenders' };
  },
  scanner: async (port) => {
    const clamd = await startClamd({ port });
    return { ...clamd, about: 'clamd: refuses files with the EICAR test string' };
  },
  google: async (port) => {
    const google = await startGoogle({ port });
    return { ...google, about: 'Google: signs everybody in as the same person' };
  },
  errors: async (port) => {
    const onEvent = ({ message, exception, tags }: SentryEvent) =>
      console.log('Sentry:', message ?? exception?.values.at(-1)?.value, tags);
    const sentry = await startSentry({ port, onEvent });
    return { ...sentry, about: 'Sentry: events are told here' };
  },
  calendar: async (port, app) => {
    const webhook = { url: `${app}/api/webhooks/scheduling`, secret: calendarSecret };
    const calendar = await startCalendar({ port, webhook });
    const variables = { ...calendar.variables, SCHEDULING_WEBHOOK_SECRET: calendarSecret };
    return { ...calendar, variables, about: 'Cal.com: free hours for /asesor, and their bookings' };
  },
};

const names = Object.keys(providers);
const wanted = positionals.length > 0 ? positionals : names;
const unknown = wanted.filter((name) => !(name in providers));
if (unknown.length > 0 || !/^\d+$/.test(values.port)) {
  console.error(`Usage: npm run providers -- [${names.join('] [')}] [--port 4800] [--app <url>]`);
  process.exit(2);
}

mkdirSync(folder, { recursive: true });
const started: Started[] = [];
const lines: string[] = [];
for (const [name, start] of Object.entries(providers)) {
  if (!wanted.includes(name)) continue;
  const port = Number(values.port) && Number(values.port) + names.indexOf(name);
  const provider = await start(port, values.app);
  started.push(provider);
  lines.push(`# ${provider.about}`);
  for (const [variable, value] of Object.entries(provider.variables)) {
    lines.push(`${variable}=${value}`);
  }
}
writeFileSync(join(folder, 'env'), `${lines.join('\n')}\n`);
console.log(`${lines.join('\n')}

These lines are in ${join(folder, 'env')} as well: put them into .env, then start Resguardo.
Ctrl+C ends the stand-ins.`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, async () => {
    await Promise.all(started.map(({ close }) => close()));
    process.exit(0);
  });
}
