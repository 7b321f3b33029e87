import { describe, expect, test } from 'vitest';
import { stateOfMailbox } from '#lib/domain/links/reads.ts';
import { openLink } from '#lib/domain/links/writes.ts';
import { isVisit } from '#lib/http/api/visit.ts';
import { makeAccount } from '#tests/support/accounts.ts';
import { publicBody } from '#tests/support/bodies.ts';
import { contactBody, sendContact } from '#tests/support/contact.ts';
import { appWorker, deliver } from '#tests/support/deliver.ts';
import { sendRequest } from '#tests/support/leads.ts';
import { linksOf, shownToken } from '#tests/support/links.ts';
import { startResend } from '#tests/support/providers/resend.ts';
import { submit } from '#tests/support/submissions.ts';
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
  await deliver();
  const mail = resend.received.filter(({ to }) => [to].flat()[0] === address).at(-1);
  if (!mail) throw new Error('no mail');
  return { ...mail, all: `${mail.subject} ${mail.html} ${mail.text}` };
}

const tokenIn = (text: string | undefined, place: string) =>
  new RegExp(`/${place}/([\\w.-]+)`).exec(text ?? '')?.[1] ?? '';

const opened = (token: string, visit = true) =>
  openLink('receipt', token, { visit, now: world.now() });

describe('the acknowledgement to an unproved address', () => {
  test('is number, fixed words and our link, whatever was typed', async () => {
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
    const link = await opened(tokenIn(mail.text, 'comprobante'));
    expect(link?.subject).toBe(String(submissionId));
  });

  test('is whole, with its PDF, after a person opened the mailed link', async () => {
    await submit(baited);
    await opened(tokenIn((await lastMail()).text, 'comprobante'));
    world.advance(1000);
    await submit({ ...publicBody, email: victim });
    const mail = await lastMail();
    expect(mail.all).toMatch(/Hola,? Ana/);
    expect(mail.attachments).toHaveLength(1);
  });

  test('is fixed words also for a proved address, where what was typed leads elsewhere', async () => {
    await makeAccount({ email: victim });
    world.advance(1000);
    await submit(baited);
    const mail = await lastMail();
    expect(mail.all).not.toContain('mal.example');
    expect(mail.attachments ?? []).toEqual([]);
  });

  test('is not sent to a mailbox that got ten within the hour; the request is there all the same', async () => {
    for (let n = 0; n < 12; n += 1) {
      world.advance(1000);
      await submit({ ...publicBody, email: victim, nombreSolicitante: `Ana ${n}` });
    }
    await deliver();
    const mails = () => resend.received.filter(({ to }) => [to].flat()[0] === victim).length;
    expect(mails()).toBe(10);
    world.advance(3_600_000);
    await submit({ ...publicBody, email: victim });
    await deliver();
    expect(mails()).toBe(11);
  });

  test('is whole for the address of a verified account', async () => {
    await makeAccount({ email: victim });
    world.advance(1000);
    await submit({ ...publicBody, email: 'Victima@Constructora.CL' });
    expect((await lastMail('Victima@Constructora.CL')).attachments).toHaveLength(1);
  });

  test.each(['/api/contact', '/api/contact-advisor', '/api/contact-expert'] as const)(
    'of %s has no name and leads nowhere else',
    async (path) => {
      const typed = { ...contactBody, correo: victim, primer_nombre: 'Premio' };
      await sendContact(typed, { path });
      const mail = await lastMail();
      expect(mail.all).not.toMatch(/Premio|cal\.com/);
      const token = tokenIn(mail.text, 'recibido');
      await openLink('lead-receipt', token, { visit: true, now: world.now() });
      world.advance(1000);
      await sendContact({ ...typed, mensaje: 'Otra vez.' }, { path });
      expect((await lastMail()).text).toContain('Hola, Premio.');
    },
  );
});

describe('an address', () => {
  test('is not proved by what the sender is shown, nor by a program that fetches', async () => {
    const { submissionId } = await sendRequest(baited);
    const shown = await shownToken('receipt', submissionId);
    expect((await opened(shown))?.subject).toBe(String(submissionId));
    const mailed = tokenIn((await lastMail()).text, 'comprobante');
    expect(mailed).not.toBe(shown);
    await opened(mailed, false);
    world.advance(1000);
    expect((await stateOfMailbox(victim, world.now())).isProven).toBe(false);
    await opened(mailed);
    expect((await stateOfMailbox(victim.toUpperCase(), world.now())).isProven).toBe(true);
    expect((await stateOfMailbox(`x${victim}`, world.now())).isProven).toBe(false);
  });

  test('stands in no link', async () => {
    const { submissionId } = await sendRequest(baited);
    expect(JSON.stringify(await linksOf(submissionId))).not.toContain('constructora');
  });

  test('that is proved while a mail is tried again changes nothing of that mail', async () => {
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

  test('is visited by browsers that a person sends there', () => {
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
