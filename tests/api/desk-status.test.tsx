import { expect, test } from 'vitest';
import StatusPage from '#app/admin/estado/page.tsx';
import { noteBackup } from '#lib/domain/health/last-backup.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { now } from '#lib/platform/process/clock.ts';
import { HOUR, MINUTE } from '#lib/platform/process/durations.ts';
import { publicBody } from '#tests/support/bodies.ts';
import { openDesk } from '#tests/support/desk.ts';
import { sendRequest } from '#tests/support/leads.ts';
import { askAs, show, textOf } from '#tests/support/page-request.ts';
import { startClamd } from '#tests/support/providers/clamd.ts';

const page = async () => textOf(await show(StatusPage, {}));

test('the page of the state says at once that all works, and what was sent and waits', async () => {
  const desk = await openDesk();
  askAs(desk.ana.cookies);
  await sendRequest(publicBody);
  await desk.deliver();
  await noteBackup(getEnv().dataDir, { folder: '/respaldos', missing: 0, madeAt: now() });
  const text = await page();
  expect(text).toContain('Todo funciona');
  expect(text).toContain('Base de datos Lee y escribe');
  expect(text).toContain('Fallaron para siempre 0');
  expect(text).toMatch(/Comprobante a quien pidió 1, el último ahora/);
});

test('it names the part that is down, and mails that failed', async () => {
  const clamd = await startClamd();
  await clamd.close();
  const desk = await openDesk(clamd.variables);
  askAs(desk.ana.cookies);
  await sendRequest(publicBody);
  await getDb().client.execute("update deliveries set state = 'dead', last_error = 'x'");
  const text = await page();
  expect(text).toContain('Revisa: antivirus y envíos');
  expect(text).toContain('No responde: los archivos nuevos esperan su revisión');
  expect(text).toMatch(/Fallaron para siempre [1-9]\d*: ver por qué y reintentar/);
  expect(text).toContain('Revisa que clamd esté en marcha');
});

test('it says when the last backup was made, and warns of a late or incomplete one', async () => {
  const desk = await openDesk();
  askAs(desk.ana.cookies);
  expect(await page()).toMatch(
    /Funciona, pero no hay respaldo.*Respaldo Ninguno hecho aquí con npm run backup.*resguardo-backup\.timer/,
  );
  const { dataDir } = getEnv();
  const backup = { folder: '/var/backups/resguardo/hoy', missing: 0 };
  await noteBackup(dataDir, { ...backup, madeAt: now() - 5 * HOUR });
  expect(await page()).toMatch(/Todo funciona.*Respaldo El último, hace 5 h, en \/var\/backups/);
  await noteBackup(dataDir, { ...backup, madeAt: now() - 27 * HOUR });
  expect(await page()).toContain('Revisa: respaldo');
  await noteBackup(dataDir, { ...backup, madeAt: now(), missing: 2 });
  expect(await page()).toMatch(/Revisa: respaldo.*le faltan 2 archivos/);
});

test('it shows each configured service with how its last calls went, and the room of the disk', async () => {
  const desk = await openDesk();
  askAs(desk.ana.cookies);
  await noteBackup(getEnv().dataDir, { folder: '/respaldos', missing: 0, madeAt: now() });
  const before = await page();
  expect(before).toMatch(/Disco Hay espacio: quedan \d+,\d [MG]B/);
  expect(before).toContain('Correo (Resend) Sin llamados desde que partió el servicio');
  expect(before).not.toContain('HubSpot');
  await sendRequest(publicBody);
  await desk.deliver();
  desk.world.advance(5 * MINUTE);
  expect(await page()).toContain('Responde: el último llamado bien, hace 5 min');
  desk.resend.failNext({ how: 'status', status: 500 }, 9);
  await sendRequest(publicBody);
  await desk.deliver();
  expect(await page()).toMatch(
    /Funciona, pero falla Correo \(Resend\).*Falla desde el 20-11-2026, 12:05; el último llamado bien, hace 5 min/,
  );
});
