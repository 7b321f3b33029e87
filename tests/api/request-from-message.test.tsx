import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import ReceivedPage from '#app/(sitio)/recibido/[token]/page.tsx';
import ReceiptPage from '#app/comprobante/[token]/page.tsx';
import { getDb } from '#lib/platform/db/client.ts';
import { uploads } from '#lib/platform/db/schema/uploads.ts';
import { MINUTE } from '#lib/platform/process/durations.ts';
import { adminAreaForTest } from '#tests/support/admin-area.ts';
import { contactBody, sendContact, storedLeads } from '#tests/support/contact.ts';
import { sendRequest } from '#tests/support/leads.ts';
import { shownLinkToken } from '#tests/support/mailed-links.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { postForm } from '#tests/support/post-form.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { textFile } from '#tests/support/request-files.ts';
import { sendRequestedDocuments } from '#tests/support/requested-documents.ts';
import {
  followWizard,
  newVisitor,
  publicAnswers,
  type Visitor,
  withoutDraft,
} from '#tests/support/wizard.ts';
import { stepPage } from '#tests/support/wizard-pages.ts';

const { ana, lead, world } = adminAreaForTest();
const mensaje = 'Me piden una garantía en la 4809-45-LE26 y no sé cuál.';

async function requested(more: object = {}) {
  browseAs({});
  await sendContact({ ...contactBody, mensaje, ...more }, { path: '/api/contact-advisor' });
  const id = (await storedLeads()).at(-1)?.id ?? 0;
  return { id, path: `/recibido/${await shownLinkToken('lead-receipt', id)}` as const };
}

const begin = async (path: string, who = newVisitor()) => {
  const next = who.see(await postForm(`${path}/garantia`, { form: {}, cookies: who.cookies }));
  return { who, next: withoutDraft(next.href) };
};

/** Answers the rest of the wizard and sends it. Returns the number of the request. */
async function finish(who: Visitor): Promise<number> {
  await followWizard(who, publicAnswers, 'institucion');
  await who.attach('contrato', {});
  await who.send();
  return (await storedLeads()).at(-1)?.id ?? 0;
}

test('a request begun from a message has its contact, RUT, type, tender and files, and keeps one draft', async () => {
  const { id, path } = await requested();
  const html = await renderPage(ReceivedPage, { token: path.slice(10) });
  expect(html).toContain(`action="${path}/garantia"`);
  await sendRequestedDocuments(path, {
    files: { adicional: [textFile('Bases.pdf'), textFile('Poder.pdf')] },
  });
  const { who, next } = await begin(path);
  expect(next).toBe('/gestiona-tu-garantia/institucion');
  const { answers } = (await who.draft()) ?? {};
  expect(answers?.values).toMatchObject({
    nombreSolicitante: 'Ana Muñoz',
    email: contactBody.correo,
    idLicitacion: '4809-45-LE26',
    rutEmpresaOferente: '12345678-5',
  });
  expect(answers?.chosenType).toBe('cumplimiento');
  const names = [answers?.contrato, answers?.adicional].map((attached) => attached?.fileName);
  expect(names.sort()).toEqual(['Bases.pdf', 'Poder.pdf']);
  const shown = textOf(await stepPage(who, 'institucion'));
  expect(shown).toContain(`Esto ya nos lo contaste en tu mensaje N.º ${id}`);
  expect(shown).toContain('Ana Muñoz');
  // Pressed again, it goes on with the same draft.
  const draft = (await who.draft())?.id;
  await begin(path, who);
  expect((await who.draft())?.id).toBe(draft);
});

test('a request begun from a message takes no infected file, and other files take its place', async () => {
  const { path } = await requested();
  const files = ['Virus.pdf', 'Bases.pdf', 'Poder.pdf', 'Virus.pdf'].map((name) => textFile(name));
  await sendRequestedDocuments(path, { files: { adicional: files } });
  await getDb().write((tx) =>
    tx.update(uploads).set({ verdict: 'infected' }).where(eq(uploads.fileName, 'Virus.pdf')),
  );
  const { who } = await begin(path);
  const { answers } = (await who.draft()) ?? {};
  const names = [answers?.contrato, answers?.adicional].map((attached) => attached?.fileName);
  expect(names.sort()).toEqual(['Bases.pdf', 'Poder.pdf']);
});

test('a request begun from a message without tender and files asks for the type, with the contact known', async () => {
  const { path } = await requested({ mensaje: undefined, perfil_activo: 'Todavía no lo sé' });
  const { who, next } = await begin(path);
  expect(next).toBe('/gestiona-tu-garantia/tipo');
  expect((await who.draft())?.answers).toMatchObject({ answered: ['contacto'] });
});

test('a message and the request begun from it name each other, for the sender and for the team', async () => {
  const { id, path } = await requested({ correo: publicAnswers.contacto?.email });
  const { who } = await begin(path);
  world.advance(MINUTE);
  const submissionId = await finish(who);
  // A newer request of the same address comes from no message.
  await sendRequest({ ...publicBody, email: publicAnswers.contacto?.email });
  browseAs({});
  const received = await renderPage(ReceivedPage, { token: path.slice(10) });
  expect(textOf(received)).toContain(`Garantía pedida: solicitud N.º ${submissionId}`);
  const token = await shownLinkToken('receipt', submissionId);
  const [, linked = ''] =
    /href="\/comprobante\/([^"]+)"[^>]*>Ver mi solicitud/.exec(received) ?? [];
  expect(textOf(await renderPage(ReceiptPage, { token: linked }))).toContain(`N.º ${submissionId}`);
  const receipt = await renderPage(ReceiptPage, { token });
  expect(textOf(receipt)).toContain(`Viene de la asesoría N.º ${id}`);
  browseAs(ana.cookies);
  expect(textOf(await lead(id))).toContain(`solicitud N.º ${submissionId}`);
  expect(textOf(await lead(submissionId))).toContain(`Viene de la asesoría N.º ${id}`);
});

test('a request under another e-mail address is not named on the page of its message', async () => {
  const { path } = await requested({ correo: 'otra@obras.cl' });
  const { who } = await begin(path);
  await who.save('contacto', publicAnswers.contacto ?? {});
  await finish(who);
  browseAs({});
  expect(await renderPage(ReceivedPage, { token: path.slice(10) })).not.toContain(
    'Ver mi solicitud',
  );
});
