import { test } from 'vitest';
import { DAY, HOUR, MINUTE } from '#lib/platform/process/durations.ts';
import { signIn } from '#tests/support/accounts.ts';
import { makeAdvisor } from '#tests/support/advisors.ts';
import { createStoryBrowser } from '#tests/support/browser-pages.ts';
import { companyForTest } from '#tests/support/company-for-test.ts';
import { sendConditions } from '#tests/support/conditions.ts';
import { markSessionsProved } from '#tests/support/factors.ts';
import { moveRequest, recordIssued, recordOwnIssued, reportEvent } from '#tests/support/issued.ts';
import { guaranteeForm } from '#tests/support/own-guarantees.ts';
import { collectPages } from '#tests/support/page-outlines.ts';
import { refundPayment, requestPayment } from '#tests/support/payment-links.ts';
import { finishPayment, startLinkPayment, startPayment } from '#tests/support/payments.ts';
import { startWebpay } from '#tests/support/providers/webpay.ts';
import { privateBody, publicBody } from '#tests/support/request-bodies.ts';
import { samples } from '#tests/support/sample-files.ts';
import { storedRequests, submitRequest } from '#tests/support/submissions.ts';
import { uploadForm } from '#tests/support/vault.ts';
import { newVisitor, publicAnswers } from '#tests/support/wizard.ts';
import { worldForTest } from '#tests/support/world.ts';

const webpay = await startWebpay();
const world = worldForTest({ ...webpay.variables, RATE_LIMITS: 'off' });
const people = companyForTest(world);
const tick = () => world.advance(MINUTE);
type Cookies = Record<string, string>;

const list = '/panel/garantias';
const band = (validFrom: string, validTo: string, more: object = {}) => ({
  validFrom,
  validTo,
  ...more,
});

test('the pages of a company’s guarantees have the approved outline', async () => {
  const story = collectPages('company-guarantees');
  const olga = createStoryBrowser(story, people.olga.cookies);
  const eva = createStoryBrowser(story, people.eva.cookies);
  const rita = createStoryBrowser(story, people.rita.cookies);
  await olga.see('none', list);
  await eva.see('first', `${list}/nueva`);
  const body = uploadForm({ ...guaranteeForm, amount: 'mucho', validTo: '1/3/20' }, null);
  await eva.press('refused', `${list}/nueva/guardar`, body);
  const file = { bytes: samples.pdf, name: 'Póliza.pdf' };
  const form = uploadForm(
    { ...guaranteeForm, issuerNumber: 'DOC-1', note: 'Está en la caja.' },
    file,
  );
  await eva.press('recorded', `${list}/nueva/guardar`, form);
  const rows: Record<string, object> = {
    'in force': band('2026-11-01', '2027-02-01', {
      type: 'cumplimiento',
      amount: '300',
      currency: 'UF',
    }),
    'ending soon': band('2026-10-01', '2026-12-05', { beneficiaryName: 'Minera Norte S.A.' }),
    'ending today': band('2026-10-02', '2026-11-21', { tenderId: undefined }),
    'from today': band('2026-11-21', '2027-04-01', { claimUntil: '2027-05-01', note: 'Original.' }),
    later: band('2026-12-10', '2027-05-01', { type: 'anticipo', currency: 'USD', amount: '900.5' }),
    expired: band('2026-09-01', '2026-11-10', { instrument: 'boleta' }),
    returned: band('2026-08-01', '2027-06-01', { instrument: 'vale_vista' }),
    claimed: band('2026-07-01', '2027-07-01', { amount: '1000000', glosa: undefined }),
    wrong: band('2026-07-02', '2027-07-02', { issuerName: 'Banco del Sur' }),
  };
  const ids: Record<string, string> = {};
  for (const [name, row] of Object.entries(rows)) {
    tick();
    const by = name === 'later' ? olga : eva;
    const { id } = await recordOwnIssued(by.jar, {
      ...row,
      issuerNumber: `N-${name.toUpperCase()}`,
    });
    ids[name] = String(id);
  }
  for (const name of Object.keys(rows)) await olga.see(name, `${list}/${ids[name]}`);
  const act = async (by: typeof olga, name: string, event: Cookies) => {
    tick();
    await by.press(`${name} ${event.kind}`, `${list}/${ids[name]}/evento`, event);
  };
  await act(eva, 'from today', { kind: 'entregada', on: '21-11-2026', text: 'En la oficina 3' });
  await act(olga, 'returned', { kind: 'devuelta', on: '20-11-2026', text: 'Por correo.' });
  await act(eva, 'claimed', { kind: 'cobrada' });
  await act(eva, 'claimed', {
    kind: 'cobrada',
    cuanto: 'parte',
    amount: '400.000',
    on: '19-11-2026',
  });
  await act(eva, 'claimed', {
    kind: 'cobrada',
    cuanto: 'parte',
    amount: '100.000',
    on: '20-11-2026',
  });
  await act(olga, 'wrong', { kind: 'anulada', text: 'No era nuestra.' });
  await rita.see('claimed in part', `${list}/${ids.claimed}`, 'reader-garantia');
  await olga.see('of one that ends soon', `${list}/${ids['ending soon']}/nuevo-plazo`);
  const term = { issuerName: 'Aseguradora Andes', amount: '1500000,5', currency: 'pesos' };
  const again = `${list}/${ids['ending soon']}/nuevo-plazo`;
  const early = uploadForm({ ...term, validFrom: '06-12-2026', validTo: '05-12-2026' }, null);
  await olga.press('refused', `${again}/guardar`, early);
  tick();
  const later = uploadForm({ ...term, validFrom: '06-12-2026', validTo: '05-06-2027' }, null);
  await olga.press('extended', `${again}/guardar`, later);
  await olga.see('extended by another', `${list}/${ids['ending soon']}`);
  await olga.see('of another', `${list}/${ids['in force']}/nuevo-plazo`);
  await eva.see('to correct', `${list}/nueva?corrige=${ids.later}`);
  const whole = async (step: string) => {
    await olga.see(step, list);
    await rita.see(step, list, 'reader-garantias');
    await olga.see(step, '/panel');
  };
  await whole('all');
  await olga.see('searched', `${list}?q=norte`);
  await olga.see('expired', `${list}?state=vencida`);
  world.advance(14 * DAY);
  for (const { jar } of [olga, rita])
    Object.assign(
      jar,
      await signIn({ email: jar === olga.jar ? 'olga@andes.cl' : 'rita@andes.cl' }),
    );
  for (const by of [olga, rita])
    await by.press('signed in', '/panel/cambiar/actuar', { company: people.olga.id }, 'actuar');
  await whole('two weeks later');
  await olga.see('the last day', `${list}/${ids['ending soon']}`);
  await story.addMails();
  await story.expectApproved();
});

test('the pages of a company’s requests and payments have the approved outline', async () => {
  const story = collectPages('company-requests');
  const olga = createStoryBrowser(story, people.olga.cookies);
  const eva = createStoryBrowser(story, people.eva.cookies);
  const rita = createStoryBrowser(story, people.rita.cookies);
  const { cookies: admin } = await makeAdvisor('jefa@resguardo.cl');
  const send = async (body: object, cookies: Cookies) => {
    tick();
    await submitRequest(body, { cookies });
    return (await storedRequests()).at(-1)?.id ?? 0;
  };
  await send({ ...publicBody, email: 'zoila@vieja.cl' }, people.zoila.cookies);
  await olga.see('none', '/panel/solicitudes');
  await olga.see('none', '/panel/pagos');
  const draft = newVisitor();
  Object.assign(draft.cookies, eva.jar);
  await draft.save('tipo', publicAnswers.tipo ?? {});
  await draft.save('contacto', publicAnswers.contacto ?? {});
  Object.assign(eva.jar, draft.cookies);
  await eva.see('with a draft', '/panel/solicitudes', 'editor-solicitudes');
  await eva.see('with a draft', '/panel', 'editor-panel');
  const holder = { rutEmpresaOferente: '76.123.456-0', nombreEmpresaOferente: 'Andes SpA' };
  const first = await send({ ...publicBody, ...holder, email: 'eva@andes.cl' }, eva.jar);
  const second = await send({ ...privateBody, email: 'olga@andes.cl' }, olga.jar);
  const lead = (id: number) => id; // each request of this world has the number of its lead
  const both = async (step: string) => {
    await olga.see(step, '/panel/solicitudes');
    await olga.see(step, `/panel/solicitudes/${first}`);
    await olga.see(step, '/panel/pagos');
    await olga.see(step, '/panel');
  };
  await both('two requests');
  await olga.see('received', `/panel/solicitudes/${second}`);
  await rita.see('received', `/panel/solicitudes/${first}`, 'reader-solicitud');
  await olga.see('of another company', '/panel/solicitudes/1', 'solicitud-of-another');
  await olga.see('first', `/panel/solicitudes/${first}/borrar`);
  await eva.see('first', `/panel/solicitudes/${first}/borrar`, 'editor-borrar');
  world.advance(HOUR);
  await moveRequest(lead(first), 'en_revision');
  await markSessionsProved();
  await sendConditions(admin, lead(second));
  await requestPayment(admin, { leadId: lead(second), email: 'olga@andes.cl', amount: 30_000 });
  tick();
  const link = await requestPayment(admin, { leadId: lead(first), email: 'eva@andes.cl' });
  await requestPayment(admin, { email: 'zoila@vieja.cl', amount: 99_000, description: 'De Zoila' });
  await both('conditions and money');
  tick();
  const started = await startLinkPayment(eva.jar, link);
  await finishPayment(webpay, started, 'approve');
  tick();
  const refused = await startPayment(olga.jar, { description: 'Comisión de la segunda' });
  await finishPayment(webpay, refused, 'reject');
  tick();
  const givenCookies = await startPayment(eva.jar, {
    amount: 20_000,
    description: 'Comisión de otra',
  });
  await finishPayment(webpay, givenCookies, 'approve');
  tick();
  const zoilas = await startPayment(people.zoila.cookies, { description: 'Comisión vieja' });
  await finishPayment(webpay, zoilas, 'approve');
  await both('paid');
  for (const [step, { buyOrder }] of Object.entries({
    paid: started,
    refused,
    given: givenCookies,
    zoilas,
  }))
    await olga.see(step, `/panel/pagos/${buyOrder}`, 'pago');
  await rita.see('paid', '/panel/pagos', 'reader-pagos');
  await markSessionsProved();
  await refundPayment(admin, givenCookies.buyOrder, 5000);
  await olga.see('given back in part', `/panel/pagos/${givenCookies.buyOrder}`, 'pago');
  tick();
  await moveRequest(lead(first), 'aprobada');
  const { id } = await recordIssued(admin, lead(first));
  await both('issued');
  await olga.see('issued', `${list}/${id}`);
  await eva.see('issued', `${list}/${id}`);
  await rita.see('issued', `${list}/${id}`, 'reader-garantia');
  await reportEvent(admin, id, {
    kind: 'devuelta',
    on: '2026-11-21',
    text: 'La trajo un estafeta.',
  });
  await eva.see('returned', `${list}/${id}`);
  await olga.press('not cancelled', `/panel/solicitudes/${second}/anular`);
  const third = await send({ ...privateBody, email: 'eva@andes.cl' }, eva.jar);
  await olga.see('of Eva', `/panel/solicitudes/${third}`);
  await olga.press('cancelled', `/panel/solicitudes/${third}/anular`);
  await both('one cancelled');
  await olga.see('open', '/panel/solicitudes?q=minera');
  await story.addMails();
  await story.expectApproved();
});
