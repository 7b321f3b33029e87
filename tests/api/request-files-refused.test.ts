import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import ReceiptPage from '#app/comprobante/[token]/page.tsx';
import { sweepUploads } from '#lib/domain/uploads/sweep.ts';
import { scanWaitingUploads } from '#lib/domain/uploads/writes/scan.ts';
import { parseFlash } from '#lib/http/forms/flash.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { leads } from '#lib/platform/db/schema/leads.ts';
import type { RequestState } from '#lib/platform/db/schema/request-states.ts';
import { DAY } from '#lib/platform/process/durations.ts';
import { rowProblems } from '#tests/support/erasure.ts';
import { eventsOf, sendRequest } from '#tests/support/leads.ts';
import { insertLink } from '#tests/support/mailed-links.ts';
import { browseAs, renderPage } from '#tests/support/page-request.ts';
import { EICAR, startClamd } from '#tests/support/providers/clamd.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import {
  addRequestFiles,
  FILES_ADDED_NOTICE,
  sendRequestFiles,
  textFile,
  uploadFileFirst,
} from '#tests/support/request-files.ts';
import { disguisedFiles, samples } from '#tests/support/sample-files.ts';
import { submitRequest } from '#tests/support/submissions.ts';
import { countStoredFiles, uploadRows } from '#tests/support/upload-client.ts';
import { makeCompany, uploadToVault } from '#tests/support/vault.ts';
import { followWizard, newVisitor, publicAnswers } from '#tests/support/wizard.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest({ MAX_UPLOAD_MB: '1', RATE_LIMITS: 'off' });
let [id, submissionId, token] = [0, 0, ''];
beforeEach(begin);

async function begin(): Promise<void> {
  browseAs({});
  ({ id, submissionId, token } = await sendRequest(publicBody));
}

const remaining = async () =>
  (await uploadRows()).filter(({ state }) => state === 'kept').map(({ fileName }) => fileName);
const problems = (cookies: Record<string, string>) => parseFlash(cookies.formulario)?.fields ?? {};
const infected = 'El antivirus encontró un programa dañino en el archivo. No lo guardamos.';

async function expectNothing(): Promise<void> {
  expect(await remaining()).toEqual([]);
  expect(await eventsOf(id)).toEqual([]);
  expect(countStoredFiles(world.dataDir).temp).toBe(0);
}

describe('adding files to a request', () => {
  test.each(Object.entries(disguisedFiles))(
    'refuses a file that is %s, under its field',
    async (_, bad) => {
      const { to, cookies } = await addRequestFiles(token, {
        contrato: [textFile(bad.name, bad.bytes)],
      });
      expect(to).toBe('?error=validation_failed');
      expect(problems(cookies).contrato).toContain(`${bad.name}: `);
      browseAs(cookies);
      const html = await renderPage(ReceiptPage, { token }, { error: 'validation_failed' });
      expect(html).toContain('id="contrato-error"');
      await expectNothing();
    },
  );

  test('keeps the good file beside a refused one', async () => {
    const bad = textFile('hola.pdf', Buffer.from('hola'));
    const { to, cookies } = await addRequestFiles(token, { adicional: [textFile('Uno.pdf'), bad] });
    expect(to).toBe('?error=validation_failed');
    expect(Object.keys(problems(cookies))).toEqual(['adicional']);
    expect(await remaining()).toEqual(['Uno.pdf']);
  });

  test('refuses more than ten files, or one above the size limit, and keeps none', async () => {
    const many = Array.from({ length: 11 }, (_, n) => textFile(`${n}.pdf`));
    const over = await addRequestFiles(token, { adicional: many });
    expect(problems(over.cookies).adicional).toBe('Envía hasta 10 archivos a la vez.');
    const large = textFile('L.pdf', Buffer.concat([samples.pdf, Buffer.alloc(1024 * 1024)]));
    const { cookies } = await addRequestFiles(token, { adicional: [textFile('Uno.pdf'), large] });
    expect(problems(cookies).adicional).toContain('1 MB');
    await expectNothing();
    expect(countStoredFiles(world.dataDir).files).toBe(0);
  });

  test('without a file says to choose one', async () => {
    const { cookies } = await addRequestFiles(token, {});
    expect(problems(cookies)).toEqual({ contrato: 'Elige un archivo antes de enviar.' });
    expect((await addRequestFiles(token, { contrato: [textFile('Bases.pdf')] })).to).toBe(
      FILES_ADDED_NOTICE,
    );
    const again = await addRequestFiles(token, {});
    expect(problems(again.cookies)).toEqual({ adicional: 'Elige un archivo antes de enviar.' });
  });

  test('refuses more than 60 files, and the sweeper keeps the 60', async () => {
    for (let n = 0; n < 6; n++) {
      const ten = Array.from({ length: 10 }, (_, m) => textFile(`${n}-${m}.pdf`));
      expect((await addRequestFiles(token, { adicional: ten })).to).toBe(FILES_ADDED_NOTICE);
    }
    const { to, cookies } = await addRequestFiles(token, { adicional: [textFile('Otro.pdf')] });
    expect(to).toBe('?error=conflict');
    expect(parseFlash(cookies.formulario)?.message).toContain('muchos archivos');
    world.advance(DAY + 1);
    await sweepUploads(world.now());
    expect(await uploadRows()).toHaveLength(60);
    expect(await rowProblems()).toEqual([]);
  });

  test('refuses an upload that a draft or another request has, or that never arrived', async () => {
    const who = newVisitor();
    await followWizard(who, publicAnswers);
    const held = await uploadFileFirst('Borrador.pdf');
    await who.attach('adicional', { subido: held });
    const sent = await uploadFileFirst('Otra.pdf');
    await submitRequest({ ...publicBody, adicionalUrl: sent });
    for (const address of [held, sent, 'https://malo.cl/x', `${held.slice(0, -2)}AA`]) {
      const { to, cookies } = await addRequestFiles(token, { subido: [address] });
      expect(to).toBe('?error=validation_failed');
      expect(problems(cookies).adicional).toContain('Súbelo otra vez.');
    }
    expect(await eventsOf(id)).toEqual([]);
  });
});

describe('adding files by the link of a request', () => {
  const first = { adicional: [textFile('Uno.pdf')] };

  test('is refused, on its page, when the link has ended or is forged', async () => {
    const ended = await insertLink('receipt', submissionId, { endsAt: 1 });
    expect((await addRequestFiles(ended, first)).to).toBe('?error=share_expired');
    expect((await addRequestFiles('x.y', first)).to).toBe('?error=invalid_token');
    await expectNothing();
    expect(await uploadRows()).toEqual([]);
  });

  test.each(['rechazada', 'emitida'] as RequestState[])(
    'is refused when the request is %s, and its page asks for no file',
    async (state) => {
      await getDb().write((tx) => tx.update(leads).set({ state }).where(eq(leads.id, id)));
      expect((await addRequestFiles(token, first)).to).toBe('?error=conflict');
      const html = await renderPage(ReceiptPage, { token });
      expect(html).not.toMatch(/type="file"|Falta: /);
      await expectNothing();
    },
  );

  test('is limited for each IP', async () => {
    await world.reopen({ RATE_LIMITS: 'on' });
    await begin();
    for (let n = 0; n < 60; n++) await sendRequestFiles(token, {});
    expect((await addRequestFiles(token, first)).to).toBe('?error=rate_limited');
    expect((await addRequestFiles(token, first, { ip: '192.0.2.9' })).to).toBe(FILES_ADDED_NOTICE);
  });
});

describe('a file added to a request', () => {
  test('cannot be named by another request, and stays with its own', async () => {
    const address = await uploadFileFirst('Uno.pdf');
    await addRequestFiles(token, { subido: [address] });
    expect((await submitRequest({ ...publicBody, contratoUrl: address })).status).toBe(400);
    expect(await uploadRows()).toMatchObject([{ submissionId, state: 'kept' }]);
  });

  test('is refused if infected, or removed when the scanner finds it later, and is requested again', async () => {
    const clamd = await startClamd();
    await world.reopen(clamd.variables);
    await begin();
    const virus = Buffer.concat([samples.pdf, Buffer.from(EICAR)]);
    const { cookies } = await addRequestFiles(token, { contrato: [textFile('V.pdf', virus)] });
    expect(problems(cookies).contrato).toBe(`V.pdf: ${infected}`);
    await expectNothing();
    clamd.fail('hang-up');
    expect((await addRequestFiles(token, { contrato: [textFile('V.pdf', virus)] })).to).toBe(
      FILES_ADDED_NOTICE,
    );
    const html = await renderPage(ReceiptPage, { token });
    expect(html).toContain('V.pdf: en revisión');
    clamd.fail(null);
    await scanWaitingUploads();
    const after = await renderPage(ReceiptPage, { token });
    expect(after).toContain('V.pdf: eliminado por el antivirus');
    expect(after).toContain('Puedes enviar desde ya las bases o el contrato.');
    expect((await eventsOf(id)).map(({ kind }) => kind)).toEqual(['files', 'infected']);
    expect(await rowProblems()).toEqual([]);
    await clamd.close();
  });

  test('can be a copy from the vault of the applicant alone', async () => {
    const own = await makeCompany('ana');
    ({ token } = await sendRequest({ ...publicBody, email: 'ana@andes.cl' }));
    const bytes = { bytes: samples.pdf, name: 'Bases.pdf' };
    const { id: carpeta } = await uploadToVault(own, 'bases_licitacion', bytes);
    const other = await makeCompany('otra');
    browseAs(other);
    expect(await renderPage(ReceiptPage, { token })).not.toContain('carpeta-');
    const refused = await addRequestFiles(token, { carpeta }, { cookies: other });
    expect(problems(refused.cookies).adicional).toMatch(/^Ese documento ya no está/);
    browseAs(own);
    expect(await renderPage(ReceiptPage, { token })).toContain(`<option value="${carpeta}">`);
    expect((await addRequestFiles(token, { carpeta }, { cookies: own })).to).toBe(
      FILES_ADDED_NOTICE,
    );
    expect(await remaining()).toEqual(['Bases.pdf']);
  });
});
