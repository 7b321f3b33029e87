import { beforeEach, describe, expect, test } from 'vitest';
import PanelHome from '#app/panel/page.tsx';
import { countUrgentDocuments } from '#lib/domain/alerts/reads.ts';
import { categories, categoriesOf, groups } from '#lib/domain/documents/rules.ts';
import { addDays, endOfDay } from '#lib/platform/chile/calendar.ts';
import { isoDay } from '#lib/platform/chile/format.ts';
import { cookieNames } from '#lib/platform/operations/cookie-names.ts';
import { DAY } from '#lib/platform/process/durations.ts';
import { type Member, makeUser } from '#tests/support/accounts.ts';
import { type Advisor, makeAdvisor } from '#tests/support/advisors.ts';
import { completeProfile } from '#tests/support/auth-calls.ts';
import { api } from '#tests/support/call.ts';
import { sendConditions } from '#tests/support/conditions.ts';
import { putIssued } from '#tests/support/issued.ts';
import { sendRequest } from '#tests/support/leads.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { requestPayment } from '#tests/support/payment-links.ts';
import { postForm } from '#tests/support/post-form.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { postDocumentRequest } from '#tests/support/requested-documents.ts';
import {
  addDocument,
  createShare,
  revokeShare,
  sendShareForm,
  sharesOf,
} from '#tests/support/shares.ts';
import { patchDocument, uploadToVault } from '#tests/support/vault.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest();

const inDays = (days: number) => endOfDay(addDays(isoDay(world.now()), days));
const requested = groups
  .flatMap((group) => categoriesOf(group, 'juridica'))
  .filter((key) => categories[key].isRequired);
const address = {
  name: 'Ana',
  telefono: '+56 9 1234 5678',
  direccion: 'Av. Uno 1',
  region: 'Región del Biobío',
  comuna: 'Concepción',
};

let ana: Member;
beforeEach(async () => {
  ana = await makeUser({ email: 'ana@andes.cl', role: 'juridica', razonSocial: 'Andes SpA' });
  browseAs(ana.cookies);
});

/** Returns the list as text: each row's words, its button's text and target. */
async function attention(): Promise<string[]> {
  const html = await renderPage(PanelHome, {});
  const [, list = ''] = html.split('Necesita tu atención');
  const [rows = ''] = list.split('</section>');
  return [...rows.matchAll(/<li.*?<\/li>/gs)].map(([row]) => {
    const href = /href="([^"]+)"/.exec(row)?.[1];
    return `${textOf(row.replace(/<svg.*?<\/svg>/gs, '')).trim()} → ${href}`;
  });
}

const ask = async ({ cookies }: Advisor, path: string, id: number, json: object) =>
  (await api(`/api/admin/leads/${id}/${path}`, { json, cookies })).status;

async function fillVault(): Promise<void> {
  for (const category of requested) await addDocument(ana.id, { category });
}

describe('“Necesita tu atención” on the panel', () => {
  test('comes first', async () => {
    const html = await renderPage(PanelHome, {});
    const [first] = html.matchAll(/<h2[^>]*>([^<]+)/g);
    expect(first?.[1]).toBe('Necesita tu atención');
  });

  test('omits an expired document beside a valid one of its kind', async () => {
    await fillVault();
    await addDocument(ana.id, { category: 'poderes_vigentes', expiresAt: inDays(-545) });
    expect((await attention()).join()).toContain('Venció hace 1 año y 6 meses');
    expect(await countUrgentDocuments(ana.id, world.now())).toBe(1);
    await addDocument(ana.id, { category: 'poderes_vigentes', expiresAt: inDays(212) });
    expect((await attention()).join()).not.toContain('Venció');
    expect(await countUrgentDocuments(ana.id, world.now())).toBe(0);
  });

  test('names the first missing documents, counts the others and links to where all are uploaded', async () => {
    const [row] = await attention();
    expect(row).toMatch(
      /^Te faltan 13 de 13 documentos Cédula de identidad, e-RUT, .* y 10 más\. Subir documentos/,
    );
    expect(row).toMatch(/→ \/panel\/documentos#subir$/);
    for (const category of requested.slice(4)) await addDocument(ana.id, { category });
    // A fourth name takes no more room than a count of one.
    expect((await attention())[0]).toMatch(/^Te faltan 4 de 13 documentos (?!.* más\.).* y /);
    for (const category of requested.slice(1, 4)) await addDocument(ana.id, { category });
    const [last] = await attention();
    expect(last).toMatch(/^Te falta 1 de 13 documentos Cédula de identidad\. Subir/);
  });

  test('has the infected, the expired and the soon expiring document, each with its action', async () => {
    await fillVault();
    const lapsing = await addDocument(ana.id, {
      category: 'poliza_garantia',
      expiresAt: inDays(5),
    });
    const expired = await addDocument(ana.id, { category: 'contrato', expiresAt: inDays(-3) });
    await addDocument(ana.id, { category: 'contrato', expiresAt: inDays(16) });
    await addDocument(ana.id, { category: 'otros', state: 'infected', customTitle: 'Patente' });
    const [refused, first, second] = await attention();
    expect(refused).toMatch(
      /^Patente Carpeta tributaria.pdf tenía un virus .* Subir otro.* → \/panel\/documentos\/otros#subir$/,
    );
    expect(first).toMatch(/^Contrato u orden de compra Venció hace 3 días/);
    expect(first).toContain(`→ /panel/documentos/contrato?reemplazar=${expired.id}#subir`);
    expect(second).toMatch(/^Póliza .* Vence en 5 días/);
    expect(second).toContain(`reemplazar=${lapsing.id}`);
  });

  test('asks for the expiry of a document whose date is unknown, until it is entered', async () => {
    await fillVault();
    await completeProfile(address, ana.cookies[cookieNames.session] ?? '');
    const { id } = await uploadToVault(ana.cookies, 'cedula_identidad');
    expect((await attention()).filter((row) => row.includes('¿cuándo vence?'))).toEqual([
      expect.stringContaining(`→ /panel/documentos/cedula_identidad?editar=${id}#editar`),
    ]);
    await patchDocument(ana.cookies, id, { expiresAt: '2030-05-04' });
    expect(await attention()).toEqual([]);
  });

  test('has the documents that an advisor requested and that did not come, with a link to send them', async () => {
    const luis = await makeAdvisor('luis@resguardo.cl');
    const { id, submissionId } = await sendRequest({ ...publicBody, email: ana.email });
    await postDocumentRequest(id, luis.cookies, { 'doc-certificado_f30': 'si', otros: 'Patente' });
    const [row] = await attention();
    expect(row).toMatch(
      new RegExp(
        `^Tu asesor espera 2 documentos Solicitud N\\.º ${submissionId}\\. [^.]*F30.* y Patente`,
      ),
    );
    expect(row).toMatch(/Enviar .* → \/comprobante\/\S+#documentos$/);
    await postDocumentRequest(id, luis.cookies, { dejar: 'si' });
    expect((await attention()).join()).not.toContain('Tu asesor espera');
  });

  test('has an ended link of which a visitor asked for a new one, until that is made', async () => {
    const luis = await makeUser({ email: 'luis@empresa.cl' });
    for (const [owner, recipients] of [
      [luis, 'Banco Norte'],
      [ana, 'Banco Sur'],
    ] as const) {
      const { fileId } = await addDocument(owner.id);
      await createShare(owner, { documentKey: fileId, recipients });
      const [{ id, shortUrl }] = await sharesOf(owner);
      await revokeShare(owner, id);
      await sendShareForm(shortUrl, 'pedir');
    }
    const requested = async () =>
      (await attention()).filter((row) => row.startsWith('Piden un enlace nuevo'));
    const [{ id }] = await sharesOf(ana);
    expect(await requested()).toEqual([
      expect.stringMatching(new RegExp(`Banco Sur .* → /panel/documentos/enlaces#${id}$`)),
    ]);
    await postForm('/panel/documentos/enlaces/repetir', { form: { id }, cookies: ana.cookies });
    expect(await requested()).toEqual([]);
  });

  test('omits an old document of a monthly series that has newer ones', async () => {
    await fillVault();
    await addDocument(ana.id, { category: 'formulario_29', expiresAt: inDays(-60) });
    expect((await attention()).join()).not.toContain('Formulario 29');
  });

  test('has a requested payment, and a request whose advisor wrote last', async () => {
    const luis = await makeAdvisor('luis@resguardo.cl');
    await requestPayment(luis.cookies, { email: ana.email });
    const { id, submissionId } = await sendRequest({ ...publicBody, email: ana.email });
    await ask(luis, 'replies', id, { subject: 'Falta el contrato', text: 'Hola.' });
    const [payment, ...others] = await attention();
    const question = others.find((row) => row.startsWith('Te escribimos'));
    expect(payment).toMatch(/^\$ 45\.000: Comisión Hasta el .* Pagar \$ 45.* → \/pagar\//);
    expect(question).toMatch(/solicitud N\.º \d+ Falta el contrato\. El /);
    expect(question).toContain(`→ /panel/solicitudes/${submissionId}`);
  });

  test('begins with conditions that wait for an acceptance, and names their last day', async () => {
    const luis = await makeAdvisor('luis@resguardo.cl');
    await requestPayment(luis.cookies, { email: ana.email });
    const { id, submissionId } = await sendRequest({ ...publicBody, email: ana.email });
    await sendConditions(luis.cookies, id, { validUntil: '2026-12-01' });
    const [first, second] = await attention();
    expect(first).toMatch(/^Acepta las condiciones, hasta el 01-12-2026 Solicitud/);
    expect(first).toContain(`→ /panel/solicitudes/${submissionId}#condiciones`);
    expect(second).toContain('45.000');
  });

  test('omits a message once the state of its request has moved, and after two weeks', async () => {
    const luis = await makeAdvisor('luis@resguardo.cl');
    const { id } = await sendRequest({ ...publicBody, email: ana.email });
    const words = { subject: 'Falta el contrato', text: 'Hola.' };
    const isRequested = async () => (await attention()).join().includes('Falta el contrato');
    expect(await ask(luis, 'replies', id, words)).toBe(200);
    world.advance(6 * DAY);
    expect(await isRequested()).toBe(true);
    expect(await ask(luis, 'state', id, { state: 'en_revision' })).toBe(200);
    world.advance(60_000);
    expect(await isRequested()).toBe(false);
    expect(await ask(luis, 'state', id, { state: 'rechazada', reason: 'Otro rubro.' })).toBe(200);
    expect(await ask(luis, 'replies', id, words)).toBe(200);
    expect(await isRequested()).toBe(true);
    for (const _ of [1, 2, 3]) {
      world.advance(5 * DAY);
      // A visit keeps the session.
      await attention();
    }
    expect(await isRequested()).toBe(false);
  });

  test('is empty when all is in order, and the panel says so', async () => {
    await fillVault();
    expect((await attention()).join()).toContain(
      'Completa los datos de la empresa y no escribas lo mismo de nuevo Sin teléfono',
    );
    await completeProfile(address, ana.cookies[cookieNames.session] ?? '');
    expect(await attention()).toEqual([]);
    expect(await renderPage(PanelHome, {})).toContain('Estás al día: nada te espera.');
  });

  test('has a guarantee that ends today, and an ended one whose return was not reported', async () => {
    const today = isoDay(world.now());
    const of = (days: number, reported: 'devuelta' | null = null) => ({
      ...{ email: ana.email, reported },
      ...{ validFrom: '2026-01-01', validTo: addDays(today, days) },
    });
    const [ended] = await putIssued([of(-12), of(-3, 'devuelta'), of(-61), of(200), of(0)]);
    const rows = (await attention()).filter((row) => row.includes('Garantía N.º'));
    expect(rows).toHaveLength(2);
    expect(rows[1]).toMatch(/Vence hoy.*Pedir prórroga/);
    expect(rows[0]).toContain(`Garantía N.º ${ended}`);
    expect(rows[0]).toMatch(/Venció hace 12 días.*¿Te la devolvieron\?.*Decir qué pasó/);
  });

  test('folds what is beyond the first eight', async () => {
    for (let n = 1; n <= 10; n++) {
      await addDocument(ana.id, { category: 'poliza_garantia', expiresAt: inDays(-n) });
    }
    expect(await attention()).toHaveLength(12);
    expect(await renderPage(PanelHome, {})).toContain('Ver 4 más');
  });
});
