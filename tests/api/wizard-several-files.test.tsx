import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import ReceiptPage from '#app/comprobante/[token]/page.tsx';
import { attachmentsOf } from '#lib/domain/drafts/schema.ts';
import { sweepDrafts } from '#lib/domain/drafts/writes/sweep-drafts.ts';
import { internalMail } from '#lib/domain/requests/submissions/mail.ts';
import { getGuaranteeRequest } from '#lib/domain/requests/submissions/reads.ts';
import type { UploadKind } from '#lib/domain/uploads/schema.ts';
import { sweepUploads } from '#lib/domain/uploads/sweep.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { uploads } from '#lib/platform/db/schema/uploads.ts';
import { DAY } from '#lib/platform/process/durations.ts';
import { renderPage } from '#tests/support/page-request.ts';
import { samples } from '#tests/support/sample-files.ts';
import { countStoredFiles, uploadRows } from '#tests/support/upload-client.ts';
import {
  followWizard,
  newVisitor,
  publicAnswers,
  type Visitor,
  WIZARD,
} from '#tests/support/wizard.ts';
import { stepPage } from '#tests/support/wizard-pages.ts';
import { worldForTest } from '#tests/support/world.ts';

let who: Visitor;
const world = worldForTest({ MAX_UPLOAD_MB: '1' });
beforeEach(async () => {
  who = newVisitor();
  await followWizard(who, publicAnswers);
});

const file = (bytes: Buffer = samples.pdf, name = 'contrato.pdf') =>
  new File([new Uint8Array(bytes)], name);
const allOf = async (kind: UploadKind) => attachmentsOf((await who.draft())?.answers ?? {}, kind);
const attachAll = (kind: UploadKind, files: File[]) => {
  const body = new FormData();
  for (const item of files) body.append(kind, item);
  return who.post('/documentos/archivos', { body });
};
const attempt = async () => (await who.draft())?.attempt;
const states = async () => (await uploadRows()).map(({ state }) => state).sort();
const refused = `${WIZARD}/documentos?aviso=revisa`;

test('the page accepts several files of each kind, and lists each one with a button to remove it', async () => {
  await attachAll('contrato', [file(), file(samples.png, 'pagina-2.png')]);
  const page = await stepPage(who, 'documentos');
  expect(page.match(/<input[^>]*type="file"[^>]*multiple/g)).toHaveLength(2);
  const ids = (await allOf('contrato')).map(({ uploadId }) => uploadId);
  for (const id of ids) expect(page).toMatch(new RegExp(`value="${id}" name="quitar"`));
});

describe('one of several files sent by a form without JavaScript', () => {
  test('is added to those before it, and replaces the same file, which is swept after a day', async () => {
    await who.attach('contrato', {}, file(samples.pdf, 'uno.pdf'));
    await who.attach('contrato', {}, file(samples.png, 'dos.png'));
    await who.attach('contrato', {}, file(samples.pdf, 'uno.pdf'));
    expect((await allOf('contrato')).map(({ fileName }) => fileName).sort()).toEqual([
      'dos.png',
      'uno.pdf',
    ]);
    world.advance(DAY + 1);
    await sweepUploads(world.now());
    expect((await uploadRows()).map(({ id }) => id).sort()).toEqual(
      (await allOf('contrato')).map(({ uploadId }) => uploadId).sort(),
    );
    expect(countStoredFiles(world.dataDir).files).toBe(2);
  });

  test.each([
    ['another name', samples.pdf, 'otro.pdf', 2],
    ['another size', Buffer.concat([samples.pdf, Buffer.from('%2')]), 'scan.pdf', 2],
    ['neither', samples.pdf, 'scan.pdf', 1],
  ])('counts as a further file where it differs by %s', async (_, bytes, name, count) => {
    await who.attach('contrato', {}, file(samples.pdf, 'scan.pdf'));
    await who.attach('contrato', {}, file(bytes, name));
    const all = await allOf('contrato');
    expect(all).toHaveLength(count);
    expect(all.at(-1)).toMatchObject({ fileName: name, size: bytes.length });
  });

  test('is refused by name, and the files sent before it and with it stay', async () => {
    await who.attach('contrato', {}, file());
    const pages = [
      file(samples.png, 'uno.png'),
      file(Buffer.from('hola'), 'hola.pdf'),
      file(samples.jpg, 'dos.jpg'),
    ];
    expect(await attachAll('contrato', pages)).toBe(refused);
    expect((await attempt())?.errors.contrato).toMatch(/^hola\.pdf: /);
    expect((await allOf('contrato')).map(({ fileName }) => fileName)).toEqual([
      'contrato.pdf',
      'uno.png',
      'dos.jpg',
    ]);
  });

  test('is removed by its id, without the others of its kind', async () => {
    await attachAll('contrato', [
      file(),
      file(samples.png, 'uno.png'),
      file(samples.jpg, 'dos.jpg'),
    ]);
    const [, second] = await allOf('contrato');
    const body = new FormData();
    body.set('quitar', second?.uploadId ?? '');
    expect(await who.post('/documentos/archivos', { body })).toBe(`${WIZARD}/documentos`);
    expect((await allOf('contrato')).map(({ fileName }) => fileName)).toEqual([
      'contrato.pdf',
      'dos.jpg',
    ]);
  });

  test('is refused by name as the eleventh of its kind', async () => {
    for (let n = 0; n < 10; n++) await who.attach('contrato', {}, file(samples.pdf, `${n}.pdf`));
    expect(await who.attach('contrato', {}, file(samples.pdf, 'otro.pdf'))).toBe(refused);
    expect((await attempt())?.errors.contrato).toBe(
      'otro.pdf: caben 10 archivos aquí. Quita uno para agregarlo.',
    );
    expect(await allOf('contrato')).toHaveLength(10);
  });
});

describe('several files of one kind', () => {
  test('are sent with the request, and shown to applicant and team', async () => {
    await attachAll('contrato', [file(), file(samples.png, 'pagina-2.png')]);
    await attachAll('adicional', [file(samples.jpg, 'uno.jpg'), file(samples.png, 'dos.png')]);
    const sent = await who.send();
    const rows = await uploadRows();
    expect(rows.map(({ state }) => state)).toEqual(['kept', 'kept', 'kept', 'kept']);
    const names = ['contrato.pdf', 'pagina-2.png', 'uno.jpg', 'dos.png'];
    const page = await renderPage(ReceiptPage, { token: sent.split('/')[2] ?? '' });
    const request = await getGuaranteeRequest(rows[0]?.submissionId ?? 0);
    const mail = await internalMail(request);
    for (const name of names) {
      expect(page).toContain(name);
      expect(mail.text).toContain(name);
    }
    world.advance(40 * DAY);
    await sweepDrafts(world.now());
    await sweepUploads(world.now());
    expect(await states()).toEqual(['kept', 'kept', 'kept', 'kept']);
  });

  test('stay when one of them is lost before sending, and the lost one is named', async () => {
    await attachAll('contrato', [file(), file(samples.png, 'pagina-2.png')]);
    const [, lost] = await allOf('contrato');
    await getDb().write((tx) =>
      tx
        .update(uploads)
        .set({ state: 'removing' })
        .where(eq(uploads.id, lost?.uploadId ?? '')),
    );
    expect(await who.send()).toContain('/documentos');
    expect((await attempt())?.errors.contrato).toMatch(/^pagina-2\.png: /);
    expect((await allOf('contrato')).map(({ fileName }) => fileName)).toEqual(['contrato.pdf']);
  });
});
