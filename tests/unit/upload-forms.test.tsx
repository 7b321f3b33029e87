import { beforeEach, describe, expect, test } from 'vitest';
import { UploadField } from '#components/uploads/upload-field.tsx';
import { UploadForm } from '#components/uploads/upload-form.tsx';
import { browserWindowForTest } from '#tests/support/browser-window.ts';
import { uploadsForTest } from '#tests/support/upload-window.ts';

const { draw, find } = browserWindowForTest();
const { answers, submits, targets, choose, reply, progress, press } = uploadsForTest();

/** Draws a form with two fields for files of at most 1 MB, and two buttons. */
const drawForm = (maySaveEach = false) =>
  draw(
    <UploadForm action="/guardar" goOn="Continuar" maySaveEach={maySaveEach}>
      {['bases', 'otros'].map((name) => (
        <UploadField key={name} type={name} name={name} label={name} maxUploadMb={1} />
      ))}
      <button type="submit" id="seguir">
        Continuar
      </button>
      <button type="submit" id="quitar" name="quitar">
        Quitar
      </button>
    </UploadForm>,
  );
beforeEach(() => drawForm());

const part = (field: string) => document.querySelector(`[data-upload=${field}]`);
/** The messages under a field, without those for eyes alone. */
const messages = (field: string) =>
  [...(part(field)?.querySelectorAll('[role=status]') ?? [])].map((each) => each.textContent);
const button = (label: string, field = 'bases') =>
  [...(part(field)?.querySelectorAll('button') ?? [])].find((b) => b.textContent === label);
const urls = (field: string) => find(`[name=subido-${field}]`)?.value;

test('files are uploaded one after the other, and the form sends the addresses of each field', async () => {
  const input = await choose('bases', { 'a.pdf': 10, 'B.PDF': 20 });
  // The same file can be chosen again.
  expect(input.value).toBe('');
  expect(targets()).toEqual(['PUT http://localhost/put/a.pdf']);
  expect(messages('bases')).toEqual(['Subiendo a.pdf: 0 %', 'B.PDF: en espera.']);
  await reply(200);
  await reply(200);
  await choose('otros', { 'c.pdf': 10 });
  await reply(200);
  expect([urls('bases'), urls('otros')]).toEqual([
    '/archivo/a.pdf /archivo/B.PDF',
    '/archivo/c.pdf',
  ]);
  await press(button('Quitar'));
  expect(urls('bases')).toBe('/archivo/B.PDF');
});

test('after an upload to a bucket the app is asked for the file, so that it checks it', async () => {
  answers.bucket = 'https://cubo.test';
  await choose('bases', { 'a.pdf': 10 });
  await reply(200);
  expect(targets()).toEqual(['PUT https://cubo.test/put/a.pdf', 'GET /archivo/a.pdf']);
  await reply(200);
  expect(urls('bases')).toBe('/archivo/a.pdf');
});

test('upload progress is shown by the byte, and read aloud only every ten per cent', async () => {
  await choose('bases', { 'a.pdf': 1000 });
  const seen = async (loaded: number) => {
    await progress(loaded);
    const bar = part('bases')?.querySelector('progress');
    const shown = part('bases')?.querySelector('[aria-hidden=true].text-sm')?.textContent;
    return [messages('bases')[0], bar?.getAttribute('value'), shown?.replace(/ \(.*/, '')];
  };
  expect(await seen(458)).toEqual(['Subiendo a.pdf: 40 %', '46', 'Subiendo a.pdf: 46 %']);
  // The headers of a request count as sent bytes too.
  expect(await seen(1400)).toEqual(['Revisando a.pdf…', '100', 'Revisando a.pdf…']);
});

const MB = 1024 * 1024;
test.each([
  ['a.pdf', MB, null],
  ['a.pdf', MB + 1, 'El archivo supera los 1 MB.'],
  ['a.pdf', 0, 'El archivo está vacío.'],
  ['FOTO.JPG', 1, null],
  ['foto.heic', 1, null],
  ['contrato', 1, null],
  ['a.exe', 1, 'Sube un PDF, una imagen JPG, PNG o WEBP, o un Word o Excel sin macros.'],
])(
  'the file %s of %i bytes is uploaded, or refused beforehand: %s',
  async (name, size, problem) => {
    await choose('bases', { [name]: size });
    expect(targets()).toHaveLength(problem ? 0 : 1);
    if (problem) expect(messages('bases')).toEqual([`${name}: ${problem}`]);
  },
);

test.each([
  ['its field', { error: 'x', message: 'No', fields: { file: 'Trae macros.' } }, 'Trae macros.'],
  ['another field', { error: 'x', message: 'No', fields: { type: 'Otro tipo.' } }, 'Otro tipo.'],
  ['none', { error: 'x', message: 'Espera.' }, 'Espera.'],
])('a refused upload shows what the server wrote about %s', async (_, body, words) => {
  await choose('bases', { 'a.pdf': 10 });
  await reply(0);
  expect(targets().at(-1)).toBe('POST /api/guarantees/upload-proxy');
  await reply(422, body);
  expect(messages('bases')).toEqual([`a.pdf: ${words}`]);
  expect(button('Reintentar')).toBeUndefined();
});

test.each([0, 500, 503])('after the failure %i an upload can be tried again', async (status) => {
  await choose('bases', { 'a.pdf': 10 });
  await reply(0);
  await reply(status, { error: 'internal', message: 'Falla' });
  expect(messages('bases')).toEqual(['a.pdf: no pudimos subirlo. Revisa tu conexión.']);
  await press(button('Reintentar'));
  await reply(200);
  expect([messages('bases'), urls('bases')]).toEqual([
    ['a.pdf: listo para enviar.'],
    '/archivo/a.pdf',
  ]);
});

test.each([
  ['while it is sent', false, 1],
  ['before it has a place', true, 0],
])('an upload that is canceled %s is not sent by another way', async (_, isHeld, count) => {
  answers.isHeld = isHeld;
  await choose('bases', { 'a.pdf': 10 });
  await press(button('Cancelar'));
  expect(targets()).toHaveLength(count);
  expect(messages('bases')).toEqual(['Subida cancelada. Elige otro archivo o sigue sin él.']);
});

describe('a form that is sent', () => {
  test.each([
    ['#seguir', ''],
    ['#quitar', 'quitar'],
  ])(
    'while a file is under way waits for it, and then goes by its own button: %s',
    async (pressed, name) => {
      await choose('bases', { 'a.pdf': 10 });
      await press(pressed);
      expect(submits()).toEqual([]);
      expect(messages('bases')).toContain('Seguiremos en cuanto termine de subir.');
      await reply(200);
      expect(submits()).toEqual([name]);
    },
  );

  test.each<[string, () => Promise<unknown>]>([
    ['fails', () => reply(500)],
    ['is refused', () => reply(422, { error: 'x', message: 'No' })],
    ['is canceled', () => press(button('Cancelar'))],
  ])('while a file is under way is not sent if that upload %s', async (_, end) => {
    await choose('bases', { 'a.pdf': 10 });
    await reply(0);
    await press('#seguir');
    await end();
    expect(submits()).toEqual([]);
    expect(messages('bases').join()).not.toContain('Seguiremos');
  });

  test('without a file that failed says so once, and goes on at the next press', async () => {
    const input = await choose('otros', { 'a.pdf': 10 });
    await reply(0);
    await reply(0);
    await choose('otros', { 'b.exe': 10 });
    await choose('bases', { 'c.pdf': 10 });
    await press(button('Cancelar'));
    await press('#seguir');
    expect(submits()).toEqual([]);
    expect(document.activeElement).toBe(input);
    const ending = ' Elige otro archivo, o presiona Continuar otra vez para seguir sin él.';
    expect(messages('otros')).toEqual([
      `a.pdf no se adjuntó: no pudimos subirlo. Revisa tu conexión.${ending}`,
      expect.stringMatching(/^b\.exe no se adjuntó: Sube un PDF/),
    ]);
    // A file that its sender canceled is not missed, and one that failed can still be retried.
    expect(messages('bases')).toEqual(['Subida cancelada. Elige otro archivo o sigue sin él.']);
    expect(button('Reintentar', 'otros')).toBeDefined();
    await press('#seguir');
    expect(submits()).toEqual(['']);
  });

  test('by a button that does something else does not mention files that failed', async () => {
    await choose('bases', { 'a.exe': 10 });
    await press('#quitar');
    expect(submits()).toEqual(['quitar']);
  });

  test('after another choice does not mention the refused file of that field', async () => {
    await choose('bases', { 'a.exe': 10 });
    await choose('bases', { 'b.pdf': 10 });
    await reply(200);
    await press('#seguir');
    expect(submits()).toEqual(['']);
  });
});

test('a file chosen again replaces the failed one of its own field alone', async () => {
  for (const field of ['bases', 'otros']) {
    await choose(field, { 'a.pdf': 10 });
    await reply(0);
    await reply(0);
  }
  await choose('otros', { 'a.pdf': 10 });
  expect(messages('otros')).toEqual(['Subiendo a.pdf: 0 %']);
  expect(messages('bases')).toEqual(['a.pdf: no pudimos subirlo. Revisa tu conexión.']);
});

describe('a form that saves each file at once', () => {
  const saved = (location: string) => {
    answers.fetched = () => Object.defineProperty(new Response('x'), 'url', { value: location });
  };
  beforeEach(() => drawForm(true));

  test.each([
    ['http://localhost/admin/leads/7?borrador=x', ''],
    ['http://localhost/admin/leads/7?aviso=revisa', '/archivo/a.pdf'],
    ['http://localhost/admin/leads/7?error=lleno', '/archivo/a.pdf'],
    ['http://localhost/ingresar', '/archivo/a.pdf'],
  ])(
    'sends the address of a file only if the draft did not take it: %s',
    async (location, sent) => {
      saved(location);
      await choose('bases', { 'a.pdf': 10 });
      await reply(200);
      expect(urls('bases')).toBe(sent);
      expect(messages('bases')).toEqual([
        sent ? 'a.pdf: listo para enviar.' : 'a.pdf subido. Ya puedes continuar.',
      ]);
    },
  );

  test('announces only the newest saved file of each field', async () => {
    saved('http://localhost/admin/leads/7');
    for (const [field, name] of [
      ['bases', 'a.pdf'],
      ['otros', 'b.pdf'],
      ['otros', 'c.pdf'],
    ] as const) {
      await choose(field, { [name]: 10 });
      await reply(200);
    }
    expect([messages('bases'), messages('otros')]).toEqual([
      ['a.pdf subido. Ya puedes continuar.'],
      ['c.pdf subido. Ya puedes continuar.'],
    ]);
  });
});
