import { expect, test } from 'vitest';
import { GET as activityCsv } from '#app/panel/actividad/csv/route.ts';
import ActivityPage from '#app/panel/actividad/page.tsx';
import CompanyPage from '#app/panel/empresa/page.tsx';
import PaymentPage from '#app/panel/pagos/[orden]/page.tsx';
import PaymentsPage from '#app/panel/pagos/page.tsx';
import { auditCopy } from '#lib/domain/audit/copy.ts';
import { audit } from '#lib/domain/audit/writes.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { makeUser } from '#tests/support/accounts.ts';
import { auditTrailOf } from '#tests/support/auth-calls.ts';
import { api, call } from '#tests/support/call.ts';
import { andesCompany, inviteMember, joinCompany } from '#tests/support/companies.ts';
import { parseCsv } from '#tests/support/csv.ts';
import { recordOwnIssued } from '#tests/support/issued.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { finishPayment, startPayment } from '#tests/support/payments.ts';
import { postForm } from '#tests/support/post-form.ts';
import { startWebpay } from '#tests/support/providers/webpay.ts';
import { samples } from '#tests/support/sample-files.ts';
import { uploadToVault } from '#tests/support/vault.ts';
import { START, worldForTest } from '#tests/support/world.ts';

const webpay = await startWebpay();
worldForTest({ ...webpay.variables, RATE_LIMITS: 'off' });

async function finished(cookies: Record<string, string>) {
  const started = await startPayment(cookies);
  await finishPayment(webpay, started, 'approve');
  return started;
}

const activityName = (action: keyof typeof auditCopy) => auditCopy[action][0];

test('activity names who did what to which object with a link, can be filtered, and is closed to others', async () => {
  const ana = await makeUser({ email: 'ana@andes.cl', ...andesCompany });
  const carla = await joinCompany(ana, 'carla@andes.cl');
  const own = await recordOwnIssued(carla.cookies);
  await postForm(`/panel/garantias/${own.id}/evento`, {
    cookies: carla.cookies,
    form: { kind: 'entregada', day: '' },
  });
  await inviteMember(ana.cookies, 'nueva@andes.cl');
  browseAs(ana.cookies);
  for (const page of [await renderPage(ActivityPage, {}), await renderPage(CompanyPage, {})]) {
    const text = textOf(page);
    expect(text).toContain(`carla registró una garantía: N.º ${own.number} para`);
    expect(text).toContain('Invitaste a una persona: nueva@andes.cl');
    expect(page).toContain(`href="/panel/garantias/${own.id}"`);
  }
  const seen = async (query: Record<string, string>) =>
    textOf(await renderPage(ActivityPage, {}, query));
  expect(await seen({ q: 'carla@' })).not.toContain('Invitaste');
  expect(await seen({ q: 'carla@' })).toContain('carla registró una garantía');
  expect(await seen({ kind: 'personas' })).toContain('Invitaste a una persona');
  expect(await seen({ kind: 'personas' })).not.toContain('registró una garantía');
  expect(await seen({ to: '2020-01-01' })).toContain('Nada coincide.');
  const other = await makeUser({ email: 'eva@otra.cl' });
  browseAs(other.cookies);
  expect(textOf(await renderPage(ActivityPage, {}))).not.toContain('registró una garantía');
});

test('the CSV of the activity has the filters of the page, who acted in each row, and nothing of others', async () => {
  const ana = await makeUser({ email: 'ana@andes.cl', ...andesCompany });
  const carla = await joinCompany(ana, 'carla@andes.cl', 'reader');
  await recordOwnIssued(ana.cookies, { beneficiaryName: 'Mostazal' });
  const other = await makeUser({ email: 'eva@otra.cl' });
  await recordOwnIssued(other.cookies, { issuerNumber: 'Ajena-7' });
  const rowsOf = async (query: string, cookies = ana.cookies) => {
    const response = await call(activityCsv, `/panel/actividad/csv${query}`, { cookies });
    expect(response.headers.get('content-disposition')).toContain('actividad-2026-11-20.csv');
    const text = await response.text();
    return parseCsv(text.replace(/^\uFEFF/, ''));
  };
  const [head, ...rows] = await rowsOf('?kind=garantias');
  expect(head).toEqual(['Fecha', 'Hora', 'Quién', 'Qué pasó', 'Sobre qué', 'Red']);
  expect(rows).toHaveLength(1);
  expect(rows[0]?.[0]).toBe('20-11-2026');
  expect(rows[0]?.[1]).toMatch(/^\d\d:\d\d$/);
  expect(rows[0]?.slice(2, 5)).toEqual([
    ...['ana@andes.cl', 'Registró una garantía', 'N.º\u00A01 para Mostazal'],
  ]);
  const seen = await rowsOf('?kind=garantias', carla.cookies);
  expect(seen[1]?.slice(2, 4)).toEqual(['Ana Muñoz', 'Registró una garantía']);
  const everything = await rowsOf('', carla.cookies);
  expect(everything.slice(1).map((row) => row[2])).not.toContain('');
  expect(await rowsOf('?kind=pagos')).toHaveLength(1);
  expect((await call(activityCsv, '/panel/actividad/csv')).status).toBe(401);
  browseAs(ana.cookies);
  const page = await renderPage(ActivityPage, {}, { kind: 'garantias' });
  expect(page).toMatch(/href="\/panel\/actividad\/csv\?kind=garantias/);
});

test('activity and payments name the colleague who acted, and the amount, document or person concerned', async () => {
  const ana = await makeUser({ email: 'ana@andes.cl', ...andesCompany });
  const carla = await joinCompany(ana, 'carla@andes.cl');
  await inviteMember(ana.cookies, 'nueva@andes.cl');
  await finishPayment(webpay, await startPayment(ana.cookies), 'approve');
  await uploadToVault(ana.cookies, 'certificado_f30', { bytes: samples.pdf, name: 'F30.pdf' });
  await uploadToVault(ana.cookies, 'certificado_f30', {
    bytes: samples.pdf,
    name: 'F30-nuevo.pdf',
  });
  const seen = async (cookies: Record<string, string>, query = {}) => {
    browseAs(cookies);
    return textOf(await renderPage(ActivityPage, {}, query));
  };
  const colleague = await seen(carla.cookies);
  expect(colleague).toContain('Ana Muñoz pagó con Webpay: $ 12.500');
  expect(colleague).toContain('Ana Muñoz reemplazó F30.pdf por F30-nuevo.pdf');
  expect(colleague).toContain('Ana Muñoz invitó a una persona: carla');
  expect(colleague).toContain('Ana Muñoz invitó a una persona: n•••@andes.cl');
  expect(colleague).not.toMatch(/Pagaste|Reemplazaste|Invitaste/);
  expect(await seen(ana.cookies)).toContain('Pagaste con Webpay: $ 12.500');
  const response = await call(activityCsv, '/panel/actividad/csv?kind=pagos', {
    cookies: carla.cookies,
  });
  const [, paid] = parseCsv((await response.text()).replace(/^\uFEFF/, ''));
  expect(paid?.slice(2, 4)).toEqual(['Ana Muñoz', 'Pagó con Webpay']);
  browseAs(carla.cookies);
  expect(textOf(await renderPage(PaymentsPage, {}))).toMatch(
    /\d\d-\d\d-\d{4}[^$]*Ana Muñoz \$ 12\.500/,
  );
  const page = await renderPage(ActivityPage, {});
  const [, anasId] = /<option value="([^"]+)"[^>]*>Ana Muñoz \(ana@andes\.cl\)/.exec(page) ?? [];
  const ofAna = await seen(carla.cookies, { persona: anasId });
  expect(ofAna).toContain('Ana Muñoz pagó con Webpay');
  expect(ofAna).not.toContain('Entraste a la empresa');
  expect(await seen(carla.cookies, { persona: 'nadie' })).toContain('Nada coincide.');
});

test('the page of a payment says that the receipt goes to the payer', async () => {
  const ana = await makeUser({ email: 'ana@andes.cl', ...andesCompany });
  const carla = await joinCompany(ana, 'carla@andes.cl');
  for (const payer of [ana, carla]) {
    const { buyOrder } = await finished(payer.cookies);
    for (const { cookies } of [ana, carla]) {
      browseAs(cookies);
      const text = textOf(await renderPage(PaymentPage, { orden: buyOrder }));
      expect(text).toContain(`El comprobante va a ${payer.email}. `);
    }
  }
});

test('a member’s switching of alert mails and calendar is recorded in the company’s activity only', async () => {
  const ana = await makeUser({ email: 'ana@andes.cl', ...andesCompany });
  const carla = await joinCompany(ana, 'carla@andes.cl');
  const callApi = async (method: string, path: string, json?: object) => {
    const options = { method, cookies: carla.cookies, ...(json && { json }) };
    expect((await api(`/api/documents/${path}`, options)).ok).toBe(true);
  };
  await callApi('PUT', 'alerts/mails', { enabled: false });
  await callApi('PUT', 'alerts/mails', { enabled: true });
  await callApi('POST', 'calendar');
  await callApi('DELETE', 'calendar');
  const acts = ['alert-mails.off', 'alert-mails.on', 'calendar.opened', 'calendar.ended'] as const;
  browseAs(ana.cookies);
  const seen = textOf(await renderPage(ActivityPage, {}));
  for (const act of acts) expect(seen).toContain(`carla ${auditCopy[act][1]}`);
  const own = await auditTrailOf(carla.personId);
  expect(own.filter((name) => acts.some((act) => act === name))).toEqual([]);
});

test.each([
  ['the person', 'the company'],
  ['the company', 'the person'],
])(
  'of two acts in the same millisecond, first on %s and then on %s, the later one is listed first',
  async (...owners) => {
    const ana = await makeUser({ email: 'ana@andes.cl', ...andesCompany });
    const world = { requestId: 'x', ip: '203.0.113.7', now: START };
    const acts = ['calendar.opened', 'calendar.ended'] as const;
    for (const [n, owner] of owners.entries()) {
      const accountId = owner === 'the company' ? ana.id : ana.personId;
      const action = acts[n] ?? 'calendar.opened';
      await getDb().write((tx) => audit(tx, world, { accountId, actor: ana.personId, action }));
    }
    browseAs(ana.cookies);
    const text = textOf(await renderPage(ActivityPage, {}));
    const [opened = 0, ended = 0] = acts.map((action) => text.indexOf(activityName(action)));
    expect(ended).toBeGreaterThan(0);
    expect(opened).toBeGreaterThan(ended);
  },
);

test('the CSV of the activity tells the reader, a colleague, a guest and Resguardo apart', async () => {
  const ana = await makeUser({ email: 'ana@andes.cl', ...andesCompany });
  const carla = await joinCompany(ana, 'carla@andes.cl');
  const origin = { requestId: 'x', ip: '203.0.113.7', now: START };
  const action = 'share.refused';
  for (const actor of [ana.personId, carla.personId, 'guest', 'system']) {
    await getDb().write((tx) => audit(tx, origin, { accountId: ana.id, actor, action }));
  }
  const path = '/panel/actividad/csv?kind=documentos';
  const text = await (await call(activityCsv, path, { cookies: ana.cookies })).text();
  const [, ...rows] = parseCsv(text.replace(/^\uFEFF/, ''));
  expect(rows.map(([, , who]) => who)).toEqual([
    ...['Resguardo', 'Alguien sin cuenta', 'carla', 'ana@andes.cl'],
  ]);
});
