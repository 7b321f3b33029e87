import { beforeAll, expect, test } from 'vitest';
import { closeDb } from '#lib/platform/db/client.ts';
import { setClock } from '#lib/platform/process/clock.ts';
import { makeAdvisor } from '#tests/support/advisors.ts';
import { type AppProcess, startApp } from '#tests/support/app-process.ts';
import { api } from '#tests/support/call.ts';
import { contactBody, sendContact } from '#tests/support/contact.ts';
import { createPayment } from '#tests/support/payments.ts';
import { startWebpay, type WebpayStandIn } from '#tests/support/providers/webpay.ts';
import { privateBody, publicBody } from '#tests/support/request-bodies.ts';
import { samples } from '#tests/support/sample-files.ts';
import { submitRequest } from '#tests/support/submissions.ts';
import { type Cookies, makeCompany, uploadToVault } from '#tests/support/vault.ts';
import { createWorld, type World } from '#tests/support/world.ts';

/** Markup in every text that is stored and shown to other people, or to its owner again. */
const TAG = '<img src=x onerror=alert(1)>';
const EVIL = `=1+1"'>${TAG}</script>`;
let webpay: WebpayStandIn;
let world: World;
let app: AppProcess;
let owner: Cookies;
let advisor: Cookies;
let share: string;
let buyOrder: string;
beforeAll(async () => {
  webpay = await startWebpay();
  const variables = { ...webpay.variables, RATE_LIMITS: 'off', APP_SECRET: 'x'.repeat(40) };
  world = createWorld(variables);
  setClock(() => Date.now());
  owner = await makeCompany('duena', { razonSocial: EVIL });
  advisor = (await makeAdvisor()).cookies;
  const ask = async (path: string, json: object, cookies: Cookies) =>
    (await api(path, { json, cookies })).json();
  const file = { bytes: samples.pdf, name: `${TAG}.pdf` };
  const document = await uploadToVault(owner, 'otros', file, { customTitle: EVIL });
  const documentKey = document.fileId;
  share = (
    await ask('/api/documents/share', { documentKey, label: EVIL.replaceAll('/', '') }, owner)
  ).shareUrl;
  await ask('/api/auth/complete-profile', { direccion: EVIL, region: EVIL, comuna: EVIL }, owner);
  const started = await (await createPayment(owner, { amount: 5000, description: EVIL })).json();
  buyOrder = started.data.buyOrder;
  const email = 'duena@andes.cl';
  for (const body of [publicBody, privateBody]) {
    const garantias = body.garantias.map((item) => ({ ...item, glosaGarantia: EVIL }));
    const texts = { nombreSolicitante: EVIL, institucion: EVIL, razonSocial: EVIL };
    const more = { razonSocialMandante: EVIL, nombreContactoMandante: EVIL };
    const sent = await submitRequest({ ...body, ...texts, ...more, garantias, email });
    expect(sent.status).toBe(200);
  }
  await sendContact({
    ...contactBody,
    primer_nombre: EVIL,
    apellido: EVIL,
    mensaje: EVIL,
    correo: email,
  });
  await ask('/api/admin/leads/1/notes', { text: EVIL }, advisor);
  await closeDb();
  app = await startApp({ dataDir: world.dataDir, variables });
});

async function see(path: string, cookies: Cookies): Promise<string> {
  const cookie = Object.entries(cookies).map((pair) => pair.join('='));
  const headers = { cookie: cookie.join('; '), accept: 'text/html' };
  const response = await fetch(`${app.url}${path}`, { headers });
  expect(response.status, path).toBe(200);
  return response.text();
}

test('markup in stored texts is shown as text on every page', async () => {
  const own = [
    '/panel',
    '/panel/documentos',
    '/panel/documentos/otros',
    '/panel/documentos/compartir',
    '/panel/documentos/enlaces',
    '/panel/documentos/avisos',
    '/panel/solicitudes',
    '/panel/solicitudes/1',
    '/panel/solicitudes/2',
    '/panel/pagos',
    `/panel/pagos/${buyOrder}`,
    `/pagar/ir/${buyOrder}`,
    '/panel/perfil',
    '/panel/actividad',
    new URL(share).pathname,
  ];
  const team = [
    '/admin',
    '/admin?q=onerror',
    '/admin/leads/1',
    '/admin/leads/2',
    '/admin/leads/3',
    '/admin/pagos',
    '/admin/personas?q=duena%40andes.cl',
    `/admin/pagos/${buyOrder}`,
    '/admin/entregas',
  ];
  let shown = 0;
  for (const [paths, cookies] of [
    [own, owner],
    [team, advisor],
  ] as const) {
    for (const path of paths) {
      const text = await see(path, cookies);
      expect(text, path).not.toContain(TAG);
      expect(text, path).not.toMatch(/<img[^>]*onerror|"'>|javascript:/i);
      if (text.includes('&lt;img src=x onerror')) shown += 1;
    }
  }
  expect(shown).toBeGreaterThan(9);
});

test('no stored text begins a formula in the CSV export or a line in the calendar', async () => {
  const csv = await see('/api/admin/leads.csv', advisor);
  expect(csv).toContain('onerror');
  expect(csv).not.toMatch(/(^|[,;"\n\r])[=+\-@\t]1\+1/m);
  const calendar = await see('/api/documents/calendar.ics', owner);
  for (const line of calendar.split('\r\n')) expect(line).toMatch(/^($|[A-Z][A-Z-]*[:;]| )/);
});
