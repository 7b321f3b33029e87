import { beforeEach, describe, expect, test } from 'vitest';
import { getDb } from '#lib/platform/db/client.ts';
import { DAY } from '#lib/platform/process/durations.ts';
import { adminAreaForTest, primaryButton } from '#tests/support/admin-area.ts';
import { makeAdvisor } from '#tests/support/advisors.ts';
import { acceptConditions, sendConditions } from '#tests/support/conditions.ts';
import { insertLead, leadOf, sendRequest } from '#tests/support/leads.ts';
import { shownLinkToken } from '#tests/support/mailed-links.ts';
import { payAsGuest, requestPayment } from '#tests/support/payment-links.ts';
import { finishPayment, startLinkPayment } from '#tests/support/payments.ts';
import { postForm } from '#tests/support/post-form.ts';
import { startWebpay } from '#tests/support/providers/webpay.ts';
import { privateBody, publicBody } from '#tests/support/request-bodies.ts';
import { addRequestFiles, textFile } from '#tests/support/request-files.ts';

const webpay = await startWebpay();
const admin = adminAreaForTest(webpay.variables);
const { world, ana, inbox, lead, rows, pass: wait } = admin;
let id: number;
let token: string;
beforeEach(async () => {
  const sent = await sendRequest(publicBody);
  id = sent.id;
  token = await shownLinkToken('receipt', sent.submissionId);
});

const email = publicBody.email.toLowerCase();
const cells = async () => (await rows({ sort: 'newest' }))[0] ?? [];
/** Returns the one tag of the row, a second later. */
const tag = async () => {
  world.advance(1000);
  return (await cells()).at(-1);
};

describe('the tag of a row in the inbox', () => {
  test('stays “Aceptó” when the payment ended, and returns to “Por atender” when newer conditions ended', async () => {
    await sendConditions(ana.cookies, id, { validUntil: '2026-11-21' });
    await acceptConditions(token, 1);
    await wait(40 * DAY);
    expect(await tag()).toBe('Aceptó');
    expect(primaryButton(await lead(id))).toEqual(['Aprobar']);
    await sendConditions(ana.cookies, id, { price: 50_000, validUntil: '2027-01-02' });
    expect(await tag()).toBe('Condiciones enviadas');
    await wait(10 * DAY);
    expect(await tag()).toBe('Por atender');
  });

  test('returns to “Pagada” when a second requested payment does not come', async () => {
    await payAsGuest(webpay, await requestPayment(ana.cookies, { leadId: id }));
    const second = await requestPayment(ana.cookies, { leadId: id, open: 'keep' });
    expect(await tag()).toBe('Por pagar');
    await finishPayment(webpay, await startLinkPayment({}, second), 'reject');
    await wait(40 * DAY);
    expect(await tag()).toBe('Pagada');
  });

  test('is “Envió documentos” until the team replies, then “Condiciones enviadas” again', async () => {
    await sendConditions(ana.cookies, id);
    await addRequestFiles(token, { contrato: [textFile('bases.pdf')] });
    expect(await tag()).toBe('Envió documentos');
    const form = { asunto: 'Gracias', respuesta: 'Las revisamos.', clave: 'una' };
    await admin.post(`leads/${id}/responder`, form);
    expect(await tag()).toBe('Condiciones enviadas');
  });
});

test('a private request shows when its guarantee must be in force, more urgently as the day comes nearer', async () => {
  await sendRequest(privateBody);
  expect((await cells())[6]).toBe('rige en 11 días');
  const tones = [];
  for (const days of [7, 1, 2]) {
    await wait(days * DAY);
    const page = await inbox();
    tones.push(/<span class="([^"]*)">rige (?:en )?([^<]*)/.exec(page)?.slice(1));
  }
  expect(tones).toEqual([
    ['text-ink-soft', '4 días'],
    ['font-semibold text-warning', '3 días'],
    ['font-semibold text-danger', 'mañana'],
  ]);
});

describe('requesting another payment for a request', () => {
  const requested = { monto: '50.000', detalle: 'Prima', correo: email };
  const ask = (form: Record<string, string>) =>
    admin.post('pagos/pedir', { ...requested, lead: `${id}`, ...form });
  const requests = async () =>
    (
      await getDb().client.execute({
        sql: 'select amount from payment_requests where expires_at > ? order by amount',
        args: [world.now()],
      })
    ).rows.map(({ amount }) => amount);
  const page = () => lead(id);

  test('is refused while one is unpaid, until the advisor chooses to replace or keep it', async () => {
    await requestPayment(ana.cookies, { email, leadId: id });
    world.advance(1000);
    expect(await page()).toMatch(/Ya hay uno de \$ 45\.000.*Reemplazarlo/s);
    const refused = await ask({});
    expect(refused.headers.get('location')).toContain('error=validation_failed');
    expect(await requests()).toEqual([45_000]);
    await ask({ open: 'replace' });
    expect(await requests()).toEqual([50_000]);
    await ask({ open: 'keep', monto: '60.000' });
    expect(await requests()).toEqual([50_000, 60_000]);
  });

  test('needs no choice when the first has expired or belongs to another lead', async () => {
    await requestPayment(ana.cookies, { email, leadId: await insertLead() });
    expect(await page()).not.toContain('Ya hay uno');
    await requestPayment(ana.cookies, { email, leadId: id });
    await wait(31 * DAY);
    expect(await page()).not.toContain('Ya hay uno');
    await ask({});
    expect(await requests()).toEqual([50_000]);
  });

  test('is refused after one was paid, until the advisor confirms it', async () => {
    await payAsGuest(webpay, await requestPayment(ana.cookies, { email, leadId: id }));
    world.advance(1000);
    const shown = await page();
    expect(shown).toMatch(/Ya pagó \$ 45\.000 el 20-11-2026\..*Pedir otro pago/s);
    expect(shown).not.toContain('Reemplazarlo');
    for (const open of ['', 'replace']) {
      expect((await ask({ open })).headers.get('location')).toContain('error=validation_failed');
    }
    expect(await requests()).toEqual([45_000]);
    await ask({ open: 'keep' });
    expect(await requests()).toEqual([45_000, 50_000]);
    expect(await page()).toMatch(/Ya hay uno de \$ 50\.000\. Ya pagó .*Reemplazarlo/s);
  });

  test('without a lead is refused for the same mail and amount while that is unpaid or was paid lately', async () => {
    const again = (form: Record<string, string> = {}) =>
      admin.post('pagos/pedir', { ...requested, monto: '$ 45.000', ...form });
    const link = await requestPayment(ana.cookies, { email });
    world.advance(120_000);
    const refused = await again();
    expect(refused.headers.get('location')).toContain('/admin/pagos?error=validation_failed');
    await again({ correo: 'otro@vwk.cl' });
    await again({ monto: '44.999' });
    expect(await requests()).toEqual([44_999, 45_000, 45_000]);
    await payAsGuest(webpay, link);
    expect((await again()).headers.get('location')).toContain('error=validation_failed');
    await wait(31 * DAY);
    await again();
    expect(await requests()).toEqual([45_000]);
  });

  test('cannot replace one that is being paid', async () => {
    await startLinkPayment({}, await requestPayment(ana.cookies, { email, leadId: id }));
    world.advance(1000);
    expect((await ask({ open: 'replace' })).headers.get('location')).toContain('error=conflict');
    expect(await requests()).toEqual([45_000]);
  });
});

test('a reply template asks for a telephone only when none is known, and names the known one', async () => {
  const letter = () => lead(id, { plantilla: 'llamada' });
  expect(await letter()).toContain('¿A qué hora te llamo al +56 9 1234 5678?');
  await getDb().client.execute('update leads set phone = null');
  expect(await letter()).toContain('¿A qué hora te llamo, y a qué número?');
});

test('a reply template names the missing documents, and that of an extension needs a guarantee', async () => {
  const page = await lead(id, { plantilla: 'faltan-documentos' });
  expect(page).toContain('nos faltan estos documentos:\n\n- Bases o contrato\n\n');
  expect(page).not.toContain('plantilla=prorroga');
  await addRequestFiles(token, { contrato: [textFile('bases.pdf')] });
  const none = await lead(id, { plantilla: 'faltan-documentos' });
  expect(none).toContain('- [documentos]');
});

test('the fields of conditions are marked to keep what is being typed', async () => {
  const page = await lead(id);
  const stored = [...page.matchAll(/<(?:input|textarea)[^>]*data-keep-typed[^>]*>/g)];
  const names = stored.map(([field]) => / name="(\w+)"/.exec(field)?.[1]);
  expect(names).toEqual(expect.arrayContaining(['price', 'issuer', 'terms', 'validUntil']));
});

test('the inbox ordered by closing names the view and the order', async () => {
  const page = await inbox({ sort: 'closing' });
  expect(page).toContain('Cierran en 7 días');
  expect(page).toContain('Lo que cierra o rige primero');
});

test('the history and the inbox show the name of the advisor who has the lead', async () => {
  const luis = await makeAdvisor('luis@resguardo.cl');
  const named = "update accounts set name = 'Luis Soto' where email = 'luis@resguardo.cl'";
  await getDb().client.execute(named);
  await postForm(`/admin/leads/${id}/nota`, { form: { text: 'Llamé.' }, cookies: luis.cookies });
  const page = await lead(id);
  expect(page).toContain('Asignada a Luis Soto</p>');
  expect(page).toMatch(/ · Luis Soto<\/p>.{0,100}Llamé\./s);
  expect((await cells())[9]).toBe('Luis Soto');
  expect(page).toMatch(/<option value="[^"]+" selected="">Luis Soto</);
  expect(await inbox()).toMatch(/>A (?:<!-- -->)?Luis Soto</);
  expect((await leadOf(id)).assignedTo).toBe(luis.id);
});
