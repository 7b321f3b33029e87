import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Secret, TOTP } from 'otpauth';
import { DAY } from '#lib/platform/process/durations.ts';
import { startCalendar } from '#tests/support/providers/calendar.ts';
import { startClamd } from '#tests/support/providers/clamd.ts';
import { startHubspot } from '#tests/support/providers/hubspot.ts';
import { demoStageMap } from '#tests/support/providers/hubspot-page.ts';
import { startMercadoPublico } from '#tests/support/providers/mercado-publico.ts';
import { startS3 } from '#tests/support/providers/s3.ts';
import { bookingEvent, sendBooking } from '#tests/support/providers/scheduling.ts';
import { startWebpay } from '#tests/support/providers/webpay.ts';
import { privateBody } from '#tests/support/request-bodies.ts';
import { openTenders } from '#tests/support/tender-fixtures.ts';
import { call, request } from '#tools/demo/calls.ts';
import { addIssued } from '#tools/demo/issued.ts';
import { addLeads } from '#tools/demo/leads.ts';
import { mailSecret, pretendResend, reportMails } from '#tools/demo/mails.ts';
import { addPeople } from '#tools/demo/people.ts';
import { askForTenders, lookYesterday, movingTenders } from '#tools/demo/tenders.ts';

/**
 * `npm run demo` serves the built app with simulated providers, on data of its own that starts
 * empty each time. Demos on different ports keep different data. Files go to a simulated S3, mails
 * to the mailbox at /dev/correo, and leads to a simulated HubSpot whose board can move requests.
 * Tenders, payments and the scanner are simulated too. The captcha is off, because its widget needs
 * the Internet.
 */
const root = join(import.meta.dirname, '..');
const port = process.env.PORT ?? '3000';
const dataDir = join(root, '.demo', port);
const url = `http://localhost:${port}`;

if (await fetch(url).catch(() => null)) {
  process.stderr.write(`${url} already answers. Stop it first, or choose another PORT.\n`);
  process.exit(1);
}
rmSync(dataDir, { recursive: true, force: true });
const examplePrices = [
  'seriedad=25000-60000 pesos',
  'cumplimiento=1.5-4 % del monto al año',
  'anticipo=2-5 % del monto al año',
].join();
const schedulingSecret = 'demo-secret-of-cal.com';
const appSecret = 'demo-secret-of-the-hubspot-app';
const s3 = await startS3();
const webhook = { url: `${url}/api/webhooks/crm`, appSecret };
const hubspot = await startHubspot({ webhook });
const calendar = await startCalendar({
  webhook: { url: `${url}/api/webhooks/scheduling`, secret: schedulingSecret },
  home: `${url}/asesor`,
});
const clamd = await startClamd();
const webpay = await startWebpay();
const { tenders, today } = openTenders(30);
const moving = movingTenders();
const marketplace = await startMercadoPublico({
  paceMs: 2000,
  tenders: [...tenders, ...moving.before],
});
const app = () =>
  spawn(process.execPath, ['server.ts'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PORT: port,
      DATA_DIR: dataDir,
      APP_URL: url,
      ABOUT_OWNER: 'Garantías Andes SpA, RUT 76.543.210-3, asesora de garantías desde 2012.',
      ABOUT_ANSWER_HOURS: '4',
      ABOUT_ISSUE_DAYS: '2',
      ABOUT_PHONE: '+56 2 2345 6789',
      ABOUT_WHATSAPP: '+56 9 8765 4321',
      ABOUT_OFF_HOURS: 'WhatsApp lo leemos también los fines de semana, de 10 a 14.',
      ABOUT_REFUND:
        'Si la aseguradora no la emite o no llega a tiempo, te devolvemos todo lo pagado en 5 días hábiles.',
      TRANSFER_ACCOUNT:
        'Garantías Andes SpA; 76.543.210-3; Banco Norte; Cuenta corriente; 0012345678; pagos@resguardo.localhost',
      ABOUT_TAX_DOCUMENT:
        'La factura la envía Garantías Andes SpA por correo, dentro de 5 días hábiles desde el pago.',
      UF_VALUE: `39650.12@${new Date().toISOString().slice(0, 8)}01`,
      UTM: `${new Date().toISOString().slice(0, 7)}:69542`,
      EXAMPLE_PRICES: `${examplePrices}@${new Date().toISOString().slice(0, 8)}01`,
      ...s3.variables,
      ...hubspot.variables,
      HUBSPOT_APP_SECRET: appSecret,
      HUBSPOT_STAGES: demoStageMap,
      SCHEDULING_WEBHOOK_SECRET: schedulingSecret,
      SCHEDULING_ABOUT: '30 minutos, por teléfono o video, sin costo, con Elena Soto o Marco Díaz.',
      RESEND_WEBHOOK_SECRET: mailSecret,
      ...calendar.variables,
      ...clamd.variables,
      ...webpay.variables,
      ...marketplace.variables,
    },
  });
const isUp = async () => {
  while (!(await fetch(`${url}/api/health`).catch(() => null))?.ok) await sleep(50);
};
const codeNow = () => new TOTP({ secret: Secret.fromBase32(advisor.secret) }).generate();
const end = async (code: number | null) => {
  await Promise.all([
    s3.close(),
    hubspot.close(),
    calendar.close(),
    clamd.close(),
    webpay.close(),
    marketplace.close(),
  ]);
  process.exit(code ?? 1);
};

let child = app();
child.on('close', end);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
await isUp();
for (const body of [request, privateBody]) await call(`${url}/api/guarantees/public`, body);
// The first applicant has booked a meeting.
const startTime = new Date(Date.now() + 3 * DAY).toISOString();
const booking = bookingEvent({ createdAt: new Date().toISOString(), startTime });
await sendBooking(`${url}/api/webhooks/scheduling`, booking, schedulingSecret);
const { company, advisor, colleague } = await addPeople({ url, dataDir });
await addLeads({ url, advisor });
await addIssued({ url, company, advisor });
await askForTenders(url, company.email);
// The app announces expiries when it starts, so it is started again now that the vault has
// documents.
child.off('close', end).kill('SIGTERM');
await once(child, 'close');
await lookYesterday(dataDir);
await pretendResend(dataDir);
marketplace.set({ tenders: [...tenders, ...moving.after] });
child = app();
child.on('close', end);
await isUp();
await fetch(`${url}/api/listar-licitaciones?fecha=${today}`);
await reportMails(url);
console.log(`
Resguardo   ${url}
Company     ${company.email}, "${company.password}"   (documents and guarantees in every state)
Advisor     ${advisor.email}, the same password; the inbox is ${url}/admin
            Then a code of 6 numbers, now ${codeNow()}; press Enter here for the one of the
            moment, or give an app this secret: ${advisor.secret}
            ${colleague.email}, for what two advisors do, has the secret
            ${colleague.secret}
Mails       ${url}/dev/correo   (one bounced and one was refused: see ${url}/admin/entregas)
API         ${url}/docs
CRM         ${hubspot.url}   (HubSpot's stand-in: move a deal, and its applicant hears of it
            a minute later)
Tenders     ${url}/licitaciones   (a Mercado Público stand-in; it also has 4809-45-LE26, and
            2678-1-LR25 whose page asks for guarantees; what changed since yesterday of those
            that the company asked for is told within a minute, and mailed soon after)
Payments    ${url}/pagar   (a Webpay stand-in: approve, refuse, abort, let expire)
Calendar    ${url}/asesor   (a Cal.com stand-in: take an hour, and its page confirms it)
Files       an S3 stand-in at ${s3.url}, bucket ${s3.variables.S3_BUCKET}
Scanner     a clamd stand-in: refuses files with the EICAR test string

Ctrl+C ends it; the data goes with the next start.`);
if (process.stdin.isTTY) {
  process.stdin.on('data', () => console.log(`Code of the advisor: ${codeNow()}`)).unref();
}
