import { expect, test } from 'vitest';
import StatusPage from '#app/admin/estado/page.tsx';
import { forgetContact } from '#lib/domain/crm/writes/contacts.ts';
import { recordBackup } from '#lib/domain/health/last-backup.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { now } from '#lib/platform/process/clock.ts';
import { HOUR, MINUTE } from '#lib/platform/process/durations.ts';
import { openAdminArea } from '#tests/support/admin-area.ts';
import { dealEvent, sendEvents, sendKnownLeads } from '#tests/support/crm-events.ts';
import { sendRequest } from '#tests/support/leads.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { startClamd } from '#tests/support/providers/clamd.ts';
import { mailEvent } from '#tests/support/providers/resend-events.ts';
import { bookingEvent } from '#tests/support/providers/scheduling.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import {
  postMailEvent,
  sendCrmWebhook,
  sendSchedulingEvent,
  webhookVariables,
} from '#tests/support/webhooks.ts';

const page = async () => textOf(await renderPage(StatusPage, {}));

test('the status page says that everything works, and what was sent and failed', async () => {
  const admin = await openAdminArea();
  browseAs(admin.ana.cookies);
  await sendRequest(publicBody);
  await admin.deliver();
  await recordBackup(getEnv().dataDir, { folder: '/respaldos', missing: 0, madeAt: now() });
  const text = await page();
  expect(text).toContain('Todo funciona');
  expect(text).toContain('Base de datos Lee y escribe');
  expect(text).toContain('No se pudieron enviar 0');
  expect(text).toMatch(/Comprobante a quien pidió 1, el último ahora/);
});

test('the status page names a part that is down and mails that failed, the worst part first', async () => {
  const clamd = await startClamd();
  await clamd.close();
  const admin = await openAdminArea(clamd.variables);
  browseAs(admin.ana.cookies);
  await sendRequest(publicBody);
  await getDb().client.execute("update deliveries set state = 'dead', last_error = 'x'");
  const text = await page();
  expect(text).toContain('Revisa: antivirus y envíos. Además, no hay respaldo');
  expect(text).toContain('No responde: los archivos nuevos esperan su revisión');
  expect(text).toMatch(/No se pudieron enviar [1-9]\d*: ver por qué/);
  expect(text).toMatch(
    /Los archivos que llegan se abren .* Para quien opera el servidor Revisa que clamd esté en marcha/,
  );
  expect(text).toMatch(/Comprobante a quien pidió 1 sin enviar/);
  // A part that is down comes before one that warns, and both before the rest.
  expect(text).toMatch(/Ver qué significa y qué hacer.*Partes Antivirus.*Respaldo.*Base de datos/);
  expect(await renderPage(StatusPage, {})).toContain('href="#partes"');
});

test('the status page says when the last backup was made, and warns if it is missing, late or incomplete', async () => {
  const admin = await openAdminArea();
  browseAs(admin.ana.cookies);
  expect(await page()).toMatch(
    /Funciona, pero no hay respaldo.*Respaldo Ninguno hecho en este equipo.*si este equipo falla se pierden los datos.*Para quien opera.*resguardo-backup\.timer/,
  );
  const { dataDir } = getEnv();
  const backup = { folder: '/var/backups/resguardo/hoy', missing: 0 };
  await recordBackup(dataDir, { ...backup, madeAt: now() - 5 * HOUR });
  expect(await page()).toMatch(/Todo funciona.*Respaldo El último, hace 5 h, en \/var\/backups/);
  await recordBackup(dataDir, { ...backup, madeAt: now() - 27 * HOUR });
  expect(await page()).toContain('Revisa: respaldo');
  await recordBackup(dataDir, { ...backup, madeAt: now(), missing: 2 });
  expect(await page()).toMatch(/Revisa: respaldo.*le faltan 2 archivos/);
});

test('the status page shows how the last calls of each configured service went, and the disk space', async () => {
  const admin = await openAdminArea();
  browseAs(admin.ana.cookies);
  await recordBackup(getEnv().dataDir, { folder: '/respaldos', missing: 0, madeAt: now() });
  const before = await page();
  expect(before).toMatch(/Disco Hay espacio: quedan \d+,\d [MG]B/);
  expect(before).toContain('Correo (Resend) Sin llamados desde que partió el servicio');
  expect(before).not.toContain('HubSpot');
  await sendRequest(publicBody);
  await admin.deliver();
  admin.world.advance(5 * MINUTE);
  expect(await page()).toContain('Responde: el último llamado bien, hace 5 min');
  admin.resend.failNext({ how: 'status', status: 500 }, 9);
  await sendRequest(publicBody);
  await admin.deliver();
  expect(await page()).toMatch(
    /Funciona, pero falla Correo \(Resend\).*Falla desde el 20-11-2026, 12:05; el último llamado bien, hace 5 min/,
  );
});

test('the status page counts payments that wait for Webpay for more than 15 minutes, and links them', async () => {
  const admin = await openAdminArea();
  browseAs(admin.ana.cookies);
  await recordBackup(getEnv().dataDir, { folder: '/respaldos', missing: 0, madeAt: now() });
  expect(await page()).toContain('Pagos sin confirmar Ninguno hace más de 15 minutos');
  await getDb().client.execute(`insert into payments (buy_order, session_id, account_id, amount,
    state, next_check_at, created_at, updated_at)
    values ('RG-1', 's', '', 1, 'pending', 1, ${now() - HOUR}, 0),
      ('RG-2', 's', '', 1, 'pending', 1, ${now()}, 0)`);
  expect(await page()).toMatch(
    /Funciona, pero hay pagos sin confirmar.*Pagos sin confirmar 1 hace más de 15 minutos/,
  );
  expect(await renderPage(StatusPage, {})).toContain('href="/admin/pagos?state=sin-confirmar"');
});

test.each([false, true])(
  'the status page says where mails go without a provider: production %s',
  async (is) => {
    const admin = await openAdminArea({ RESEND_API_KEY: '' });
    browseAs(admin.ana.cookies);
    Object.assign(getEnv(), { isProduction: is });
    if (!is) {
      expect(await page()).toContain('Correo Sin proveedor: los correos se guardan en /dev/correo');
      return;
    }
    const text = await page();
    expect(text).toMatch(/Revisa: .*ajustes y correo/);
    expect(text).toContain('Correo Sin proveedor: ningún correo sale, y todos esperan');
  },
);

test('the status page says when each webhook last came, and since when they are refused', async () => {
  const admin = await openAdminArea(webhookVariables);
  browseAs(admin.ana.cookies);
  expect(await page()).toContain('Avisos de la agenda Ninguno ha llegado');
  expect((await sendSchedulingEvent(bookingEvent())).status).toBe(200);
  admin.world.advance(5 * MINUTE);
  const headers = { 'x-cal-signature-256': 'otra' };
  expect((await sendSchedulingEvent(bookingEvent(), { headers })).status).toBe(401);
  expect(await page()).toMatch(
    /Avisos de la agenda El último llegó hace 5 min; rechazados desde el 20-11-2026, 12:05/,
  );
});

test('a webhook that is accepted again ends the warning about its own source only', async () => {
  const admin = await openAdminArea(webhookVariables);
  browseAs(admin.ana.cookies);
  const wrong = {
    'content-type': 'application/json',
    ...{ 'x-cal-signature-256': 'a', 'x-webhook-token': 'a', 'svix-signature': 'v1,a' },
  };
  const sources = {
    'del CRM': (options = {}) => sendCrmWebhook({ eventId: 'x', kind: 'x' }, options),
    'de la agenda': (options = {}) => sendSchedulingEvent(bookingEvent(), options),
    'del correo': (options = {}) => postMailEvent(mailEvent({ kind: 'delivered' }), options),
  };
  const refused = async () =>
    [...(await page()).matchAll(/Avisos (de la agenda|del CRM|del correo) [^;]{0,40}; rechazados/g)]
      .map(([, source]) => source)
      .sort();
  for (const send of Object.values(sources)) {
    expect((await send({ headers: wrong })).status).toBe(401);
  }
  const left = Object.keys(sources).sort();
  expect(await refused()).toEqual(left);
  for (const [source, send] of Object.entries(sources).reverse()) {
    expect((await send()).status).toBe(200);
    left.splice(left.indexOf(source), 1);
    expect(await refused()).toEqual(left);
  }
});

test('parts that work say since when, and a command can be selected as a whole', async () => {
  const admin = await openAdminArea();
  browseAs(admin.ana.cookies);
  expect(await page()).toContain('Lee y escribe, sin fallas desde el 20-11-2026, 12:00');
  admin.world.advance(HOUR);
  expect(await page()).toContain('Lee y escribe, sin fallas desde el 20-11-2026, 12:00');
  expect(await renderPage(StatusPage, {})).toMatch(/<code class="[^"]*select-all">npm run backup</);
});

test('the status page counts mails that bounced within 24 hours, whenever they were sent', async () => {
  const admin = await openAdminArea();
  browseAs(admin.ana.cookies);
  await getDb().client.execute(`insert into deliveries (partition, kind, payload, idempotency_key,
    state, created_at, settled_at, arrival, arrival_at) values
    ('lead:1/mail', 'lead.state-mail', '{}', 'a', 'sent', ${now() - 72 * HOUR}, 1, 'bounced', ${now() - 23 * HOUR}),
    ('lead:2/mail', 'lead.state-mail', '{}', 'b', 'sent', ${now() - 72 * HOUR}, 1, 'bounced', ${now() - 25 * HOUR})`);
  expect(await page()).toContain('Rebotaron en las últimas 24 horas 1 ');
});

test('the time of the last CRM event is that of an event that came, and not of an erasure', async () => {
  const admin = await openAdminArea(webhookVariables);
  browseAs(admin.ana.cookies);
  await sendKnownLeads();
  await sendEvents(dealEvent('uno'));
  admin.world.advance(30 * MINUTE);
  await forgetContact('51', now());
  expect(await page()).toMatch(/Avisos del CRM El último llegó hace 30 min/);
});
