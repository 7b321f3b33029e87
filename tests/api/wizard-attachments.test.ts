import { beforeEach, describe, expect, test } from 'vitest';
import { sweepDrafts } from '#lib/domain/drafts/writes/sweep-drafts.ts';
import { sweepUploads } from '#lib/domain/uploads/sweep.ts';
import { DAY } from '#lib/platform/process/durations.ts';
import { disguisedFiles, samples } from '#tests/support/sample-files.ts';
import {
  announceUpload,
  countStoredFiles,
  putUpload,
  uploadRows,
} from '#tests/support/upload-client.ts';
import {
  followWizard,
  newVisitor,
  publicAnswers,
  type Visitor,
  WIZARD,
} from '#tests/support/wizard.ts';
import { worldForTest } from '#tests/support/world.ts';

let who: Visitor;
const world = worldForTest({ MAX_UPLOAD_MB: '1' });
beforeEach(async () => {
  who = newVisitor();
  await followWizard(who, publicAnswers);
});

const file = (bytes: Buffer = samples.pdf, name = 'contrato.pdf') =>
  new File([new Uint8Array(bytes)], name);
const attached = async () => (await who.draft())?.answers.contrato;
const attempt = async () => (await who.draft())?.attempt;
const states = async () => (await uploadRows()).map(({ state }) => state).sort();
const refused = `${WIZARD}/documentos?aviso=revisa`;

describe('a file sent by a form without JavaScript', () => {
  test('is attached with its name and size, and held by the draft', async () => {
    expect(await who.attach('contrato', {}, file(samples.pdf, 'Contrato N° 7.pdf'))).toBe(
      `${WIZARD}/revisar`,
    );
    const draft = await who.draft();
    expect(draft?.answers.contrato).toMatchObject({
      fileName: 'Contrato N° 7.pdf',
      size: samples.pdf.length,
    });
    expect(await uploadRows()).toMatchObject([
      {
        id: draft?.answers.contrato?.uploadId,
        kind: 'contrato',
        state: 'arrived',
        draftId: draft?.id,
      },
    ]);
  });

  test.each(Object.entries(disguisedFiles))(
    '%s is refused on its page, and nothing of it stays',
    async (_, bad) => {
      // A browser distinguishes a chosen empty file from none only by its name.
      expect(await who.attach('contrato', {}, file(bad.bytes, bad.name))).toBe(refused);
      expect(await attempt()).toMatchObject({
        step: 'documentos',
        errors: { contrato: expect.stringMatching(/PDF|vacío/) },
      });
      expect(await attached()).toBeUndefined();
      expect(countStoredFiles(world.dataDir)).toEqual({ files: 0, temp: 0 });
      expect(await uploadRows()).toEqual([]);
    },
  );

  test('may be left out, and the wizard goes on', async () => {
    expect(await who.attach('contrato', {})).toBe(`${WIZARD}/revisar`);
    expect(await attached()).toBeUndefined();
  });

  test('stays attached when the page is sent again without a file', async () => {
    await who.attach('contrato', {}, file());
    const before = await attached();
    expect(await who.attach('contrato', {})).toBe(`${WIZARD}/revisar`);
    expect(await attached()).toEqual(before);
  });

  test('is attached together with a second one, and either can be refused alone', async () => {
    const both = { other: file(samples.png, 'anexo.png') };
    expect(await who.attach('contrato', {}, file(), both)).toBe(`${WIZARD}/revisar`);
    expect((await who.draft())?.answers).toMatchObject({
      contrato: { fileName: 'contrato.pdf' },
      adicional: { fileName: 'anexo.png' },
    });
    const bad = { other: file(Buffer.from('hola'), 'hola.pdf') };
    expect(await who.attach('contrato', {}, file(samples.pdf, 'otro.pdf'), bad)).toBe(refused);
    expect(Object.keys((await attempt())?.errors ?? {})).toEqual(['adicional']);
    expect((await who.draft())?.answers).toMatchObject({
      contrato: { fileName: 'contrato.pdf' },
      adicional: { fileName: 'anexo.png' },
      more: [{ kind: 'contrato', fileName: 'otro.pdf' }],
    });
    expect(countStoredFiles(world.dataDir)).toMatchObject({ temp: 0 });
  });

  test('that is too large is refused at its field, and the file sent with it is not kept either', async () => {
    const large = Buffer.concat([samples.pdf, Buffer.alloc(1024 * 1024)]);
    expect(await who.attach('contrato', {}, file(), { other: file(large) })).toBe(refused);
    expect((await attempt())?.errors).toEqual({ adicional: expect.stringContaining('1 MB') });
    expect(countStoredFiles(world.dataDir)).toEqual({ files: 0, temp: 0 });
  });

  test('is attached while the other one is removed', async () => {
    await who.attach('contrato', {}, file());
    const other = file(samples.png, 'anexo.png');
    expect(await who.attach('contrato', { quitar: '1' }, undefined, { other })).toBe(
      `${WIZARD}/documentos`,
    );
    expect(await attached()).toBeUndefined();
    expect((await who.draft())?.answers.adicional).toMatchObject({ fileName: 'anexo.png' });
  });

  test('is removed on request: the page stays, and the draft no longer holds the file', async () => {
    await who.attach('contrato', {}, file());
    expect(await who.attach('contrato', { quitar: '1' })).toBe(`${WIZARD}/documentos`);
    expect(await attached()).toBeUndefined();
    expect(await uploadRows()).toMatchObject([{ state: 'arrived', draftId: null }]);
    expect(await who.send()).toBe(`${WIZARD}/documentos`);
  });

  test('is refused from a form that is not multipart', async () => {
    const wrongType = await who.post('/documentos/archivos', { form: { quitar: 'contrato' } });
    expect(wrongType).toBe(`${WIZARD}/documentos?error=unsupported_media_type`);
    expect(await uploadRows()).toEqual([]);
  });

  test('whose transfer breaks off is refused, and nothing of it stays', async () => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        const head =
          '--x\r\nContent-Disposition: form-data; name="contrato"; filename="a.pdf"\r\n\r\n';
        controller.enqueue(new TextEncoder().encode(`${head}%PDF-1.7`));
        controller.close();
      },
    });
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    expect(await who.post('/documentos/archivos', { body, headers })).toBe(refused);
    expect((await attempt())?.errors.contrato).toMatch(/incompleto/);
    expect(countStoredFiles(world.dataDir)).toEqual({ files: 0, temp: 0 });
  });
});

describe('a file that a script uploaded before', () => {
  test('is attached by its address once it arrived', async () => {
    const upload = await announceUpload('contrato.pdf');
    const early = await who.attach('contrato', { subido: upload.downloadUrl });
    expect(early).toBe(refused);
    expect((await attempt())?.errors.contrato).toMatch(/Súbelo otra vez/);
    await putUpload(upload.presignedUrl, samples.pdf);
    expect(await who.attach('contrato', { subido: upload.downloadUrl })).toBe(`${WIZARD}/revisar`);
    expect(await attached()).toMatchObject({ fileName: 'contrato.pdf' });
  });

  test.each([
    ['elsewhere', 'https://malo.cl/api/guarantees/files/x.y'],
    ['forged', 'http://localhost:3000/api/guarantees/files/x.y'],
    ['of no kind', 'no es una dirección'],
  ])('is refused when its address is %s', async (_, subido) => {
    expect(await who.attach('contrato', { subido })).toBe(refused);
    expect((await attempt())?.errors.contrato).toBeTruthy();
    expect(await attached()).toBeUndefined();
  });
});

describe('the files of a draft', () => {
  test('survive the daily sweep, and are removed after the draft expired', async () => {
    await who.attach('contrato', {}, file());
    await who.attach('adicional', {}, file(samples.png, 'anexo.png'));
    for (let day = 1; day <= 29; day++) {
      world.advance(DAY);
      await sweepUploads(world.now());
      await sweepDrafts(world.now());
    }
    expect(await states()).toEqual(['arrived', 'arrived']);
    expect(countStoredFiles(world.dataDir).files).toBe(2);
    world.advance(2 * DAY);
    await sweepDrafts(world.now());
    await sweepUploads(world.now());
    expect(await uploadRows()).toEqual([]);
    expect(countStoredFiles(world.dataDir)).toEqual({ files: 0, temp: 0 });
  });

  test('are kept for good once the request is sent, even when the draft is swept', async () => {
    await who.attach('contrato', {}, file());
    await who.attach('adicional', {});
    expect(await who.send()).toMatch(/\/comprobante\//);
    world.advance(40 * DAY);
    await sweepDrafts(world.now());
    await sweepUploads(world.now());
    expect(await states()).toEqual(['kept']);
    expect(countStoredFiles(world.dataDir).files).toBe(1);
  });

  test('that come after the draft expired are attached to the new one', async () => {
    world.advance(31 * DAY);
    expect(await who.attach('contrato', {}, file())).toBe(`${WIZARD}/tipo?aviso=vencido`);
    expect(await attached()).toMatchObject({ fileName: 'contrato.pdf' });
  });
});
