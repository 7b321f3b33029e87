import { describe, expect, test } from 'vitest';
import ReceiptPage from '#app/comprobante/[token]/page.tsx';
import { findLink } from '#lib/domain/links/reads.ts';
import type { LinkKind } from '#lib/domain/links/rules.ts';
import { recordOpening } from '#lib/domain/links/writes.ts';
import { isVisit } from '#lib/http/api/navigation.ts';
import { makeAccount, makeUser } from '#tests/support/accounts.ts';
import { contactBody, sendContact } from '#tests/support/contact.ts';
import { appWorker, deliverDue } from '#tests/support/delivery-worker.ts';
import { sendRequest } from '#tests/support/leads.ts';
import { linksOf, shownLinkToken } from '#tests/support/mailed-links.ts';
import { renderPage } from '#tests/support/page-request.ts';
import { startResend } from '#tests/support/providers/resend.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { storedRequests, submitRequest } from '#tests/support/submissions.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { reachReview } from '#tests/support/wizard.ts';
import { forEachTest, worldForTest } from '#tests/support/world.ts';

const resend = forEachTest(() => startResend());
const world = worldForTest(() => ({
  ...resend.variables,
  MAIL_INTERNAL_TO: 'asesores@resguardo.cl',
  SCHEDULING_URL: 'https://cal.com/resguardo/asesoria',
}));

const victim = 'victima@constructora.cl';
const bait = 'GANASTE-mal.example';
const baited = {
  ...publicBody,
  email: victim,
  nombreSolicitante: `Premio ${bait}`,
  institucion: bait,
  garantias: [{ ...publicBody.garantias[0], glosaGarantia: `Entra a http://${bait}` }],
};

/** Returns the last mail to this address, once everything has left. */
async function lastMail(address = victim) {
  await deliverDue();
  const mail = resend.received.filter(({ to }) => [to].flat()[0] === address).at(-1);
  if (!mail) throw new Error('no mail');
  return { ...mail, all: `${mail.subject} ${mail.html} ${mail.text}` };
}

const tokenIn = (text: string | undefined, place: string) =>
  new RegExp(`/${place}/([\\w.-]+)`).exec(text ?? '')?.[1] ?? '';

async function open(kind: LinkKind, token: string) {
  const link = await findLink(kind, token);
  if (link) await recordOpening(link, world.now());
  return link;
}

describe('the acknowledgement to an address with which its sender is not signed in', () => {
  test('has the number, fixed words and our link, and nothing that was typed', async () => {
    const { submissionId } = await sendRequest(baited);
    const mail = await lastMail();
    expect(mail.all).not.toContain('mal.example');
    expect(mail.all).not.toContain('Premio');
    expect(mail.attachments ?? []).toEqual([]);
    expect(mail.subject).toBe(`Recibimos tu solicitud N.º ${submissionId}`);
    const links = [...mail.all.matchAll(/https?:\/\/[^\s"<]+/g)].map(([url]) => url);
    expect(links.filter((url) => !url.startsWith('http://localhost:3000/'))).toEqual(
      links.filter((url) => url.startsWith('http://www.w3.org/')),
    );
    const link = await open('receipt', tokenIn(mail.text, 'comprobante'));
    expect(link?.subject).toBe(String(submissionId));
  });

  test.each([
    'Transfiera hoy $ 500.000 a la CuentaRUT 12.345.678-5 de BancoEstado',
    'Su cuenta fue bloqueada, llame al 98765432-1, al 60-01-2345 o al 9_8765_4321',
    'Entre a malo punto cl',
  ])(
    'repeats only type and amount of the guarantee, even if an account has the address, beside %j',
    async (glosa) => {
      await makeAccount({ email: victim });
      const eva = await makeUser({ email: 'eva@otra.cl' });
      world.advance(1000);
      const [own] = publicBody.garantias;
      const json = { ...baited, garantias: [{ ...own, glosaGarantia: glosa }] };
      for (const cookies of [{}, eva.cookies]) {
        const { data } = await (await submitRequest(json, { cookies })).json();
        const mail = await lastMail();
        expect(mail.all).not.toMatch(/Transfiera|cuenta|CuentaRUT|punto cl|Premio|mal\.example/);
        expect(mail.attachments ?? []).toEqual([]);
        expect(mail.text).toContain('Seriedad de la oferta');
        expect(mail.text).toContain('$ 1.500.000,50');
        await open('receipt', tokenIn(mail.text, 'comprobante'));
        expect(mail.subject).toBe(`Recibimos tu solicitud N.º ${data.submissionId}`);
        world.advance(1000);
      }
    },
  );

  test.each([
    ['victima@constructora.cl', () => victim],
    ['victima+n@constructora.cl', (n: number) => victim.replace('@', `+${n}@`)],
    ['vi.ctima+n@gmail.com', (n: number) => `vi${'.'.repeat(n % 2)}ctima+${n}@gmail.com`],
  ])(
    'is limited to ten an hour for the mailbox of %s, while every request is stored',
    async (_, spelled) => {
      for (let n = 0; n < 12; n += 1) {
        world.advance(1000);
        await submitRequest({ ...publicBody, email: spelled(n), nombreSolicitante: `Ana ${n}` });
      }
      await deliverDue();
      const mails = () =>
        resend.received.filter(({ to }) => /^vi\.?ctima/.test([to].flat()[0] ?? '')).length;
      expect(mails()).toBe(10);
      expect((await storedRequests()).length).toBe(12);
      world.advance(3_600_000);
      await submitRequest({ ...publicBody, email: spelled(13) });
      await deliverDue();
      expect(mails()).toBe(11);
    },
  );

  test('has everything and the PDF when its sender is signed in with that address', async () => {
    const { cookies } = await makeUser({ email: victim });
    await submitRequest({ ...publicBody, email: 'Victima@Constructora.CL' }, { cookies });
    const mail = await lastMail('Victima@Constructora.CL');
    expect(mail.attachments).toHaveLength(1);
    expect(mail.text).toContain('Hola, Ana.');
    expect(mail.text).toContain(publicBody.garantias[0]?.glosaGarantia);
  });

  test.each([true, false])(
    'from the wizard has the PDF only if its sender is signed in: %s',
    async (signedIn) => {
      const { cookies } = await makeUser();
      const who = await reachReview();
      if (signedIn) Object.assign(who.cookies, cookies);
      expect(await who.send()).toContain('/comprobante/');
      const mail = await lastMail('ana@constructora.cl');
      expect(mail.attachments ?? []).toHaveLength(signedIn ? 1 : 0);
    },
  );

  test.each(['/api/contact', '/api/contact-advisor', '/api/contact-expert'] as const)(
    'of %s has no name and links nowhere else except to our booking page',
    async (path) => {
      const typed = { ...contactBody, correo: victim, primer_nombre: 'Premio' };
      const barred = path === '/api/contact-advisor' ? /Premio/ : /Premio|cal\.com/;
      await sendContact(typed, { path });
      const mail = await lastMail();
      expect(mail.all).not.toMatch(barred);
      const token = tokenIn(mail.text, 'recibido');
      await open('lead-receipt', token);
      const { cookies } = await makeUser({ email: victim });
      await sendContact({ ...typed, mensaje: 'Otra vez.' }, { path });
      expect((await lastMail()).all).not.toMatch(barred);
      await sendContact({ ...typed, mensaje: 'Y otra.' }, { path, cookies });
      expect((await lastMail()).text).toContain('Hola, Premio.');
    },
  );
});

describe('an e-mail address', () => {
  test('has opened a link when the mailed one is visited, not the one that its sender was shown', async () => {
    const { submissionId } = await sendRequest(baited);
    const shown = await shownLinkToken('receipt', submissionId);
    await renderPage(ReceiptPage, { token: shown });
    const mailed = tokenIn((await lastMail()).text, 'comprobante');
    expect(mailed).not.toBe(shown);
    const visits = async () =>
      (await linksOf(submissionId)).flatMap(({ openedAt }) => openedAt ?? []);
    expect(await visits()).toEqual([]);
    await renderPage(ReceiptPage, { token: mailed });
    expect(await waitFor(async () => (await visits())[0])).toBe(world.now());
    expect(await visits()).toHaveLength(1);
  });

  test('is not stored with a link', async () => {
    const { submissionId } = await sendRequest(baited);
    expect(JSON.stringify(await linksOf(submissionId))).not.toContain('constructora');
  });

  test('that gets an account while its mail is tried again does not change that mail', async () => {
    const { submissionId } = await sendRequest(baited);
    resend.failNext({ how: 'status', status: 500 }, 1);
    const worker = appWorker();
    resend.failNext({ how: 'status', status: 500 }, 2);
    await worker.drain();
    world.advance(1000);
    await makeAccount({ email: victim });
    world.advance(60_000);
    await worker.drain();
    const mail = resend.received.find(({ subject }) => subject.endsWith(`N.º ${submissionId}`));
    expect(mail?.attachments ?? []).toEqual([]);
  });

  test('is visited only by browsers that a person sends there, not by previews or frames', () => {
    const there = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
    const isVisitWith = (more: Record<string, string>) =>
      isVisit(new Headers({ ...there, ...more }));
    expect(isVisitWith({ 'sec-fetch-user': '?1' })).toBe(true);
    expect(isVisit(new Headers())).toBe(false);
    expect(isVisit(new Headers({ 'sec-fetch-mode': 'navigate' }))).toBe(false);
    const refused: Record<string, string>[] = [
      { 'sec-fetch-mode': 'no-cors' },
      ...['iframe', 'embed', 'object', 'empty'].map((dest) => ({ 'sec-fetch-dest': dest })),
      { 'sec-purpose': 'prefetch;prerender' },
      { purpose: 'prefetch' },
      { 'x-purpose': 'preview' },
      { 'x-moz': 'prefetch' },
    ];
    for (const no of refused) {
      expect(isVisitWith(no), JSON.stringify(no)).toBe(false);
    }
  });
});
