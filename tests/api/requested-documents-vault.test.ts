import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import ReceivedPage from '#app/(sitio)/recibido/[token]/page.tsx';
import { copyToVaults } from '#lib/domain/requests/requested-documents/writes/copy-to-vaults.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { documents } from '#lib/platform/db/schema/documents.ts';
import { now } from '#lib/platform/process/clock.ts';
import { DAY } from '#lib/platform/process/durations.ts';
import { getCompany } from '#tests/support/accounts.ts';
import { type Advisor, makeAdvisor, newSession } from '#tests/support/advisors.ts';
import { auditTrailOf } from '#tests/support/auth-calls.ts';
import { rowProblems } from '#tests/support/erasure.ts';
import { insertLink } from '#tests/support/mailed-links.ts';
import { browseAs, renderPage } from '#tests/support/page-request.ts';
import { textFile } from '#tests/support/request-files.ts';
import {
  requestDocuments,
  requestedDocumentsOf,
  sendContactMessage,
  sendRequestedDocuments,
} from '#tests/support/requested-documents.ts';
import { samples } from '#tests/support/sample-files.ts';
import { createDocument } from '#tests/support/synthetic-documents/reading-score.ts';
import { countStoredFiles, uploadRows } from '#tests/support/upload-client.ts';
import { type Cookies, documentRows, makeCompany, uploadToVault } from '#tests/support/vault.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest({ MAX_UPLOAD_MB: '1' });
const EMAIL = 'ana@andes.cl';
let own: Cookies;
let admin: Advisor;
let lead = 0;
beforeEach(async () => {
  own = await makeCompany('ana');
  admin = await makeAdvisor();
  lead = await sendContactMessage(EMAIL);
  browseAs({});
});

const mailed = { mailedTo: 'x' };
const vault = async () =>
  (await documentRows())
    .filter(({ state }) => state === 'kept')
    .map(({ category, customTitle, fileName }) => [category, customTitle, fileName])
    .sort();

/** Requests both documents, sends them by a link, and runs rounds of filing. */
async function sendBoth(link: object, rounds = 2) {
  const requestOptions = { 'doc-certificado_f30': 'si', otros: 'Certificado de experiencia' };
  const documentFiles = await requestDocuments(lead, admin.cookies, requestOptions);
  const token = await insertLink('lead-receipt', lead, link);
  const files = Object.fromEntries(
    documentFiles.map(({ id }, n) => [`pedido-${id}`, [textFile(`${n}.pdf`)]]),
  );
  await sendRequestedDocuments(`/recibido/${token}`, { files });
  for (let n = 0; n < rounds; n++) await copyToVaults(now());
}

describe('the vault of a person who sends requested documents', () => {
  test('gets files sent by the mailed link once, each as its kind, and the audit trail says so', async () => {
    await sendBoth(mailed);
    await Promise.all([copyToVaults(now()), copyToVaults(now())]);
    expect(await vault()).toEqual([
      ['certificado_f30', null, '0.pdf'],
      ['otros', 'Certificado de experiencia', '1.pdf'],
    ]);
    expect(countStoredFiles(world.dataDir)).toEqual({ files: 4, temp: 0 });
    expect(await auditTrailOf((await getCompany(EMAIL)).id)).toContain('document.filed');
    expect(await rowProblems()).toEqual([]);
  });

  test('dates a file by the day that it states, if it is of the requested kind', async () => {
    const { bytes, issuedAt } = await createDocument('certificado_f30');
    const [f30, other] = await requestDocuments(lead, admin.cookies, {
      'doc-certificado_f30': 'si',
      'doc-carpeta_tributaria': 'si',
    });
    const token = await insertLink('lead-receipt', lead, mailed);
    const sent = new File([new Uint8Array(bytes)], 'F30.pdf', { type: 'application/pdf' });
    const files = { [`pedido-${f30?.id}`]: [sent], [`pedido-${other?.id}`]: [sent] };
    await sendRequestedDocuments(`/recibido/${token}`, { files });
    await copyToVaults(now());
    const rows = await documentRows();
    const dated = rows.map(({ category, issuedAt, countedFrom }) => [
      category,
      issuedAt,
      countedFrom,
    ]);
    expect(dated.sort()).toEqual([
      ['carpeta_tributaria', null, 'uploaded'],
      ['certificado_f30', issuedAt, 'issued'],
    ]);
  });

  test('gets each file once from several rounds at the same moment', async () => {
    await sendBoth(mailed, 0);
    await Promise.all([1, 2, 3].map(() => copyToVaults(now())));
    expect(await vault()).toHaveLength(2);
    expect(await rowProblems()).toEqual([]);
  });

  test('gets nothing by a link that was not mailed, nor without a verified account', async () => {
    await sendBoth({});
    expect(await vault()).toEqual([]);
    await getDb().client.execute('delete from company_members');
    await getDb().client.execute('update accounts set email_verified_at = null');
    lead = await sendContactMessage(EMAIL);
    await sendBoth(mailed);
    expect(await vault()).toEqual([]);
  });

  test('keeps a document that is valid, and replaces one that has expired', async () => {
    await uploadToVault(own, 'certificado_f30', { bytes: samples.pdf, name: 'Mío.pdf' });
    await sendBoth(mailed);
    const names = async () => (await vault()).map(([, , fileName]) => fileName);
    expect(await names()).toEqual(['Mío.pdf', '1.pdf']);
    world.advance(40 * DAY);
    admin.cookies = await newSession(admin.id, 'admin');
    lead = await sendContactMessage(EMAIL);
    await sendBoth(mailed);
    expect(await names()).toEqual(['0.pdf', '1.pdf', '1.pdf']);
  });

  test('stays as it is when it is full, and the lead has the files all the same', async () => {
    await world.reopen({ VAULT_MAX_FILES: '1' });
    own = await makeCompany('ana');
    admin = await makeAdvisor();
    lead = await sendContactMessage(EMAIL);
    await uploadToVault(own, 'e_rut', { bytes: samples.pdf, name: 'RUT.pdf' });
    await sendBoth(mailed);
    expect(await vault()).toHaveLength(1);
    expect((await requestedDocumentsOf(lead)).map(({ files }) => files.length)).toEqual([1, 1]);
    expect((await uploadRows()).map(({ vaultOf }) => vaultOf)).toEqual([null, null]);
  });

  test('lets its owner send a fitting document by one button, and gets no second copy of it', async () => {
    const { id } = await uploadToVault(own, 'poderes_vigentes', {
      bytes: samples.pdf,
      name: 'P.pdf',
    });
    const [document] = await requestDocuments(lead, admin.cookies, {
      'doc-poderes_vigentes': 'si',
    });
    const token = await insertLink('lead-receipt', lead, mailed);
    const name = `carpeta-pedido-${document?.id}`;
    const press = { fields: { [name]: id } };
    const button = `name="${name}">Ya lo tengo<`;
    expect(await renderPage(ReceivedPage, { token })).not.toContain('Ya lo tengo');
    const stranger = await makeCompany('otra');
    browseAs(stranger);
    expect(await renderPage(ReceivedPage, { token })).not.toContain('Ya lo tengo');
    const refused = await sendRequestedDocuments(`/recibido/${token}`, press, {
      cookies: stranger,
    });
    expect(refused).toBe('?error=validation_failed');
    browseAs(own);
    expect(await renderPage(ReceivedPage, { token })).toContain(button);
    const becomes = (change: Partial<typeof documents.$inferInsert>) =>
      getDb().write((tx) => tx.update(documents).set(change).where(eq(documents.id, id)));
    for (const change of [{ reading: { text: true, rut: '77987654-3' } }, { expiresAt: now() }]) {
      await becomes(change);
      expect(await renderPage(ReceivedPage, { token })).not.toContain(button);
      await becomes({ reading: null, expiresAt: null });
    }
    const done = '?aviso=documentos#documentos';
    expect(await sendRequestedDocuments(`/recibido/${token}`, press, { cookies: own })).toBe(done);
    expect(await sendRequestedDocuments(`/recibido/${token}`, press, { cookies: own })).toBe(done);
    await copyToVaults(now());
    expect((await requestedDocumentsOf(lead))[0]?.files).toMatchObject([{ fileName: 'P.pdf' }]);
    expect(await vault()).toHaveLength(1);
  });
});

test('a document of the own vault is offered however the sender wrote the e-mail address', async () => {
  await uploadToVault(own, 'contrato', { bytes: samples.pdf, name: 'Obra.pdf' });
  const shown = async (email: string) => {
    const id = await sendContactMessage(email);
    await requestDocuments(id, admin.cookies, { 'doc-contrato': 'si' });
    const token = await insertLink('lead-receipt', id, mailed);
    browseAs(own);
    return renderPage(ReceivedPage, { token });
  };
  expect(await shown('Ana@Andes.CL')).toContain('Obra.pdf');
  expect(await shown('otra@andes.cl')).not.toContain('Obra.pdf');
});
