import { beforeEach, describe, expect, test } from 'vitest';
import { checkRows } from '#lib/background/check-rows.ts';
import { checkStore } from '#lib/background/check-store.ts';
import { sweepUploads } from '#lib/domain/uploads/sweep.ts';
import { scanWaitingUploads } from '#lib/domain/uploads/writes/scan.ts';
import { HOUR } from '#lib/platform/process/durations.ts';
import { makeUser } from '#tests/support/accounts.ts';
import { makeAdvisor } from '#tests/support/advisors.ts';
import { api } from '#tests/support/call.ts';
import { type ClamdStandIn, EICAR, startClamd } from '#tests/support/providers/clamd.ts';
import { clamdPath, startRealClamd } from '#tests/support/providers/real-clamd.ts';
import { startS3 } from '#tests/support/providers/s3.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { samples } from '#tests/support/sample-files.ts';
import { noRows, rowCounts, storedRequests, submitRequest } from '#tests/support/submissions.ts';
import { unzip } from '#tests/support/unzip.ts';
import {
  announceUpload,
  countStoredFiles,
  downloadUpload,
  postUploadProxy,
  putUpload,
  statusOf,
  uploadProxyForm,
  uploadRows,
} from '#tests/support/upload-client.ts';
import { postUpload, uploadForm } from '#tests/support/vault.ts';
import { followWizard, newVisitor, publicAnswers, WIZARD } from '#tests/support/wizard.ts';
import { createWorld, type World } from '#tests/support/world.ts';

let world: World;

let clamd: ClamdStandIn;

const s3 = await startS3();

const virus = Buffer.concat([samples.pdf, Buffer.from(EICAR)]);

const infectedText = 'El antivirus encontró un programa dañino en el archivo. No lo guardamos.';

const verdicts = async () =>
  (await uploadRows()).map(({ state, verdict }) => `${state} ${verdict}`);

const reasons = async (contratoUrl: string) => {
  const response = await submitRequest({ ...publicBody, contratoUrl });
  return { status: response.status, fields: (await response.json()).fields };
};

describe('with a scanner', () => {
  beforeEach(async () => {
    clamd = await startClamd();
    world = createWorld({ ...clamd.variables, RATE_LIMITS: 'off' });
  });

  test('a clean attachment is scanned before its upload is answered', async () => {
    const { body } = await postUploadProxy(uploadProxyForm(samples.pdf, 'a.pdf'));
    expect(clamd.commands).toEqual([`INSTREAM ${samples.pdf.length}`]);
    expect(await verdicts()).toEqual(['arrived clean']);
    expect(await statusOf(downloadUpload(body.downloadUrl))).toBe(200);
  });

  test('an infected attachment is refused by the proxy, and nothing of it stays', async () => {
    const answer = await postUploadProxy(uploadProxyForm(virus, 'a.pdf'));
    expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_file' } });
    expect(answer.body.fields?.file).toBe(infectedText);
    expect(await uploadRows()).toEqual([]);
    expect(countStoredFiles(world.dataDir)).toEqual({ files: 0, temp: 0 });
  });

  test('an infected attachment is refused at its announced address, and by a request that names it', async () => {
    const { presignedUrl, downloadUrl } = await announceUpload('a.pdf');
    expect(await putUpload(presignedUrl, virus)).toMatchObject({
      status: 400,
      body: { error: 'invalid_file', message: infectedText },
    });
    expect(countStoredFiles(world.dataDir)).toEqual({ files: 0, temp: 0 });
    expect(await statusOf(downloadUpload(downloadUrl))).toBe(404);
    expect(await reasons(downloadUrl)).toEqual({
      status: 400,
      fields: { contratoUrl: infectedText },
    });
    expect(await rowCounts()).toEqual(noRows);
    // The same address accepts another file, and a refused one is removed after a day.
    expect((await putUpload(presignedUrl, samples.pdf)).status).toBe(200);
    expect((await reasons(downloadUrl)).status).toBe(200);
    await putUpload((await announceUpload('b.pdf')).presignedUrl, virus);
    world.advance(25 * HOUR);
    await sweepUploads(world.now());
    expect(await verdicts()).toEqual(['kept clean']);
  });

  test('an infected attachment is refused on its page of the wizard', async () => {
    const who = newVisitor();
    await followWizard(who, publicAnswers);
    const file = new File([new Uint8Array(virus)], 'a.pdf');
    expect(await who.attach('contrato', {}, file)).toBe(`${WIZARD}/documentos?aviso=revisa`);
    expect((await who.draft())?.attempt?.errors.contrato).toBe(`a.pdf: ${infectedText}`);
    expect(await uploadRows()).toEqual([]);
    expect(countStoredFiles(world.dataDir)).toEqual({ files: 0, temp: 0 });
  });

  test('an attachment found infected before its draft is sent must be attached again', async () => {
    const who = newVisitor();
    await followWizard(who, publicAnswers);
    clamd.fail('hang-up');
    await who.attach('contrato', {}, new File([new Uint8Array(virus)], 'a.pdf'));
    clamd.fail(null);
    await scanWaitingUploads();
    expect(await who.send()).toBe(`${WIZARD}/documentos?aviso=revisa`);
    expect((await who.draft())?.attempt?.errors.contrato).toBe(infectedText);
    expect(await rowCounts()).toEqual(noRows);
  });

  test('while the scanner is down an attachment waits unserved, may be sent, and is scanned later', async () => {
    clamd.fail('hang-up');
    const { body } = await postUploadProxy(uploadProxyForm(samples.pdf, 'a.pdf'));
    expect(await verdicts()).toEqual(['arrived waiting']);
    const closed = await downloadUpload(body.downloadUrl);
    expect([closed.status, (await closed.json()).error]).toEqual([409, 'conflict']);
    expect((await reasons(body.downloadUrl)).status).toBe(200);
    expect(await verdicts()).toEqual(['kept waiting']);
    expect(await statusOf(downloadUpload(body.downloadUrl))).toBe(409);
    expect(await leadDocuments()).toEqual([
      { label: 'Bases o contrato', value: expect.stringMatching(/^a\.pdf \(.*\): en revisión$/) },
    ]);
    expect(await fileOfLead()).toBe(409);
    expect((await checkRows()).problems).toEqual([]);
    await scanWaitingUploads();
    expect(await verdicts()).toEqual(['kept waiting']);
    clamd.fail(null);
    await scanWaitingUploads();
    expect(await verdicts()).toEqual(['kept clean']);
    expect(await statusOf(downloadUpload(body.downloadUrl))).toBe(200);
    expect((await leadDocuments())[0]).toHaveProperty('href');
    expect(await fileOfLead()).toBe(200);
  });

  test('an attachment found infected after it was sent is deleted, and the lead says so and keeps all else', async () => {
    clamd.fail('hang-up');
    const bad = await postUploadProxy(uploadProxyForm(virus, 'malo.pdf'));
    const good = await postUploadProxy(uploadProxyForm(samples.png, 'plano.png', 'adicional'));
    const urls = { contratoUrl: bad.body.downloadUrl, adicionalUrl: good.body.downloadUrl };
    expect((await submitRequest({ ...publicBody, ...urls })).status).toBe(200);
    clamd.fail(null);
    await scanWaitingUploads();
    expect((await verdicts()).sort()).toEqual(['kept clean', 'kept infected']);
    expect(countStoredFiles(world.dataDir)).toEqual({ files: 1, temp: 0 });
    expect(await statusOf(downloadUpload(bad.body.downloadUrl))).toBe(404);
    expect(await statusOf(downloadUpload(good.body.downloadUrl))).toBe(200);
    expect(await fileOfLead()).toBe(404);
    const [document] = await leadDocuments();
    expect(document?.value).toMatch(/^malo\.pdf \(.*\): eliminado por el antivirus$/);
    expect(document).not.toHaveProperty('href');
    expect((await lead()).events).toMatchObject([
      { actor: 'system', title: expect.stringContaining('antivirus'), text: 'malo.pdf' },
    ]);
    expect(await storedRequests()).toHaveLength(1);
    expect((await checkRows()).problems).toEqual([]);
    expect((await checkStore({ fix: false })).problems).toEqual([]);
    await scanWaitingUploads();
    expect((await lead()).events).toHaveLength(1);
  });

  test('a second file at the same address is scanned again after the first one', async () => {
    const { presignedUrl } = await announceUpload('a.pdf');
    clamd.fail('hang-up');
    await putUpload(presignedUrl, samples.pdf);
    await putUpload(presignedUrl, virus);
    const [row] = await uploadRows();
    clamd.fail(null);
    await scanWaitingUploads();
    expect(row?.objectKey).not.toBe('');
    expect(await verdicts()).toEqual(['arrived infected']);
    expect(countStoredFiles(world.dataDir)).toEqual({ files: 0, temp: 0 });
  });

  test('files that wait for the scanner are left out of the export of personal data until they are clean', async () => {
    const { cookies } = await makeUser({
      email: 'ana@constructora.cl',
      role: 'juridica',
      rut: '76.123.456-0',
      razonSocial: 'Andes SpA',
    });
    clamd.fail('hang-up');
    const waiting = await postUploadProxy(uploadProxyForm(samples.pdf, 'espera.pdf'));
    const email = 'ana@constructora.cl';
    await submitRequest({ ...publicBody, email, contratoUrl: waiting.body.downloadUrl });
    expect((await postUpload(cookies, uploadForm({ category: 'e_rut' }))).status).toBe(200);
    const exported = async () => {
      const response = await api('/api/account/export', { cookies });
      return [...unzip(Buffer.from(await response.arrayBuffer())).keys()];
    };
    expect(await exported()).toEqual(['datos.json', 'faltan.txt']);
    clamd.fail(null);
    await scanWaitingUploads();
    expect(await exported()).toContain('archivos/1-espera.pdf');
  });

  test('with S3 storage an infected file is refused, and nothing of it stays in the bucket', async () => {
    await world.close();
    world = createWorld({ ...clamd.variables, ...s3.variables, RATE_LIMITS: 'off' });
    const stored = s3.count();
    const { presignedUrl, downloadUrl } = await announceUpload('a.pdf');
    await putUpload(presignedUrl, virus);
    expect((await (await downloadUpload(downloadUrl)).json()).message).toBe(infectedText);
    expect((await reasons(downloadUrl)).fields).toEqual({ contratoUrl: infectedText });
    expect(s3.count()).toBe(stored);
    const fine = await announceUpload('b.pdf');
    await putUpload(fine.presignedUrl, samples.pdf);
    expect((await reasons(fine.downloadUrl)).status).toBe(200);
  });
});

test.skipIf(!clamdPath)(
  'the real clamd refuses the test virus by the proxy and at an announced address',
  async () => {
    const real = await startRealClamd(clamdPath ?? '');
    try {
      world = createWorld(real.variables);
      expect((await postUploadProxy(uploadProxyForm(samples.pdf, 'a.pdf'))).status).toBe(200);
      expect((await postUploadProxy(uploadProxyForm(virus, 'a.pdf'))).body.message).toBe(
        infectedText,
      );
      expect(
        (await putUpload((await announceUpload('a.pdf')).presignedUrl, virus)).body.message,
      ).toBe(infectedText);
      expect(countStoredFiles(world.dataDir).files).toBe(1);
    } finally {
      await real.close();
    }
  },
  30_000,
);

async function lead() {
  const { cookies } = await makeAdvisor(`asesor${Math.random()}@resguardo.cl`);
  const response = await api('/api/admin/leads/1', { cookies });
  return (await response.json()).data;
}

async function fileOfLead(): Promise<number> {
  const { cookies } = await makeAdvisor(`asesor${Math.random()}@resguardo.cl`);
  return statusOf(api('/api/admin/leads/1/files/contrato', { cookies }));
}

async function leadDocuments(): Promise<{ label: string; value: string; href?: string }[]> {
  const sections: { title: string; rows: [] }[] = (await lead()).sections;
  return sections.find(({ title }) => title === 'Documentos')?.rows ?? [];
}
