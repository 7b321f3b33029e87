import { beforeEach, describe, expect, test } from 'vitest';
import AdvisorPage from '#app/(sitio)/asesor/page.tsx';
import ReceivedPage from '#app/(sitio)/recibido/[token]/page.tsx';
import { contactBody, storedLeads } from '#tests/support/contact.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { postForm, redirectOf, valuesKeptAfterRefusal } from '#tests/support/post-form.ts';
import { startTurnstile } from '#tests/support/providers/turnstile.ts';
import { samples } from '#tests/support/sample-files.ts';
import { countStoredFiles, uploadRows } from '#tests/support/upload-client.ts';
import { forEachTest, worldForTest } from '#tests/support/world.ts';

const world = worldForTest({ MAX_UPLOAD_MB: '1' });
const fields = {
  primer_nombre: 'Ana',
  correo: contactBody.correo,
  mensaje: 'Me piden una garantía.',
  acepta_politicas: 'true',
  envio: 'A'.repeat(22),
};
const file = (bytes: Buffer, name: string) => new File([new Uint8Array(bytes)], name);
const send = (files: File[], typed: Record<string, string> = {}) => {
  const body = new FormData();
  for (const [name, text] of Object.entries({ ...fields, ...typed })) body.set(name, text);
  for (const item of files) body.append('archivos', item);
  return postForm('/asesor/enviar', { body });
};
const nothing = { files: 0, temp: 0 };

test('files that are sent with the advisor’s form are kept with the message once, and its page names them', async () => {
  browseAs({});
  const form = await renderPage(AdvisorPage, {});
  expect(form).toMatch(
    /<form[^>]*action="\/asesor\/enviar"[^>]*encType="multipart\/form-data"|<form[^>]*encType="multipart\/form-data"[^>]*action="\/asesor\/enviar"/i,
  );
  expect(textOf(form)).toContain('¿Tienes las bases u otro documento? Adjúntalo');
  const files = [file(samples.pdf, 'Bases.pdf'), file(samples.png, 'correo.png')];
  const path = redirectOf(await send(files));
  expect(path).toMatch(/^\/recibido\//);
  const page = textOf(await renderPage(ReceivedPage, { token: path.slice('/recibido/'.length) }));
  for (const name of ['Bases.pdf', 'correo.png']) expect(page).toContain(name);
  expect((await uploadRows()).map(({ state }) => state)).toEqual(['kept', 'kept']);
  // A second click sends all of it again.
  expect(redirectOf(await send(files))).toBe(path);
  expect(await storedLeads()).toHaveLength(1);
  expect((await uploadRows()).filter(({ state }) => state === 'kept')).toHaveLength(2);
  expect(countStoredFiles(world.dataDir).temp).toBe(0);
});

test('a form whose file field is empty is sent and stores no file', async () => {
  expect(redirectOf(await send([new File([], '')]))).toMatch(/^\/recibido\//);
  expect(await uploadRows()).toEqual([]);
});

test('a form that is refused for a wrong e-mail stores no file and asks to choose the files again', async () => {
  const response = await send([file(samples.pdf, 'Bases.pdf')], { correo: 'ana' });
  expect(redirectOf(response)).toBe('/asesor?error=validation_failed');
  expect(valuesKeptAfterRefusal(response)).toMatchObject({
    fields: { correo: expect.any(String), archivos: 'Elige tus archivos otra vez.' },
    values: { mensaje: fields.mensaje },
  });
  expect(await uploadRows()).toEqual([]);
  expect(await storedLeads()).toEqual([]);
  expect(countStoredFiles(world.dataDir)).toEqual(nothing);
});

test.each([
  ['of another kind', file(Buffer.from('hola'), 'hola.pdf'), /^hola\.pdf: /],
  ['too large', file(Buffer.concat([samples.pdf, Buffer.alloc(1024 ** 2)]), 'a.pdf'), /1 MB/],
])('a file %s is refused at its field, and the typed values come back', async (_, bad, words) => {
  const response = await send([bad]);
  const { fields: errors, values } = valuesKeptAfterRefusal(response) ?? {};
  expect(errors?.archivos).toMatch(words);
  expect(values).toMatchObject({ mensaje: fields.mensaje, correo: fields.correo });
  expect(await storedLeads()).toEqual([]);
  expect(countStoredFiles(world.dataDir)).toEqual(nothing);
});

test('a form with six files is refused and stores none of them', async () => {
  const files = Array.from({ length: 6 }, (_, n) => file(samples.pdf, `${n}.pdf`));
  expect(valuesKeptAfterRefusal(await send(files))?.fields).toMatchObject({
    archivos: 'Envía hasta 5 archivos a la vez.',
  });
  expect(await uploadRows()).toEqual([]);
  expect(countStoredFiles(world.dataDir)).toEqual(nothing);
});

describe('with captchas on', () => {
  const turnstile = forEachTest(() => startTurnstile());
  beforeEach(() => world.reopen(turnstile.variables));

  test('a form without a valid token stores no file, with one it does, and sending it again needs no token', async () => {
    const files = [file(samples.pdf, 'Bases.pdf')];
    expect(redirectOf(await send(files))).toBe('/asesor?error=captcha_invalid');
    expect(await uploadRows()).toEqual([]);
    expect(countStoredFiles(world.dataDir)).toEqual(nothing);
    const token = { 'cf-turnstile-response': turnstile.mint() };
    expect(redirectOf(await send(files, token))).toMatch(/^\/recibido\//);
    expect(await uploadRows()).toHaveLength(1);
    // The token is spent, and the repetition needs none.
    expect(redirectOf(await send(files, token))).toMatch(/^\/recibido\//);
    expect(await storedLeads()).toHaveLength(1);
  });
});
