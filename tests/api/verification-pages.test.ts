import { readdir } from 'node:fs/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { getEnv } from '#lib/platform/config/env.ts';
import { DAY } from '#lib/platform/process/durations.ts';
import { tempDirectory } from '#lib/platform/storage/temp.ts';
import { issuedFacts, reportEvent } from '#tests/support/issued.ts';
import { textOf } from '#tests/support/page-request.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { samples } from '#tests/support/sample-files.ts';
import { refusalStatusAndCode, uploadToVault } from '#tests/support/vault.ts';
import {
  aboutVariables,
  bodyOf,
  changeVerificationCode,
  compareFile,
  compareHash,
  openCodeForm,
  openCodePage,
  openVerification,
  sha256Of,
  type Verification,
  verifyCode,
} from '#tests/support/verification.ts';

let admin: Verification['admin'];
let id: string;
let code: string;
let mine: Verification['mine'];
let own: Verification['own'];
beforeEach(async () => {
  ({ admin, id, code, mine, own } = await openVerification());
});

/** Returns tone and title of the first verdict. */
function headline(text: string): string {
  const [, tone = '', title = ''] = /data-tone="(\w+)".*?<h1[^>]*>(.*?)<\/h1>/s.exec(text) ?? [];
  return `${tone} ${textOf(title)}`;
}

describe('a file to compare with the recorded one', () => {
  const changed = Buffer.concat([samples.pdf, Buffer.from('\n')]);

  test('is reported as the same or another, by its hash', async () => {
    const same = await (await compareHash(code, sha256Of(samples.pdf).toUpperCase())).json();
    expect(same).toEqual({ success: true, data: { matches: true } });
    const other = await (await compareHash(code, sha256Of(changed))).json();
    expect(other).toEqual({ success: true, data: { matches: false } });
    for (const wrong of ['', 'a'.repeat(63), 'g'.repeat(64), null, 7]) {
      const { status, fields } = await refusalStatusAndCode(compareHash(code, wrong));
      expect([status, Object.keys(fields)]).toEqual([400, ['sha256']]);
    }
  });

  test('is hashed on the server when no script runs, and nothing of it is kept', async () => {
    const shown = (text: string) => /data-result="(\w+)">/.exec(text)?.[1];
    const same = await bodyOf(compareFile(code, samples.pdf));
    expect(shown(same)).toBe('same');
    expect(headline(same)).toMatch(/^plain Todavía no rige/);
    expect(textOf(same)).toContain('Comparado el 20-11-2026, 12:00, hora de Chile.');
    expect(same).toContain(`<code class="break-all">${sha256Of(samples.pdf)}</code>`);
    const other = await compareFile(code, changed, '<b>otra.pdf');
    expect(other.status).toBe(200);
    const text = await other.text();
    expect(shown(text)).toBe('other');
    expect(headline(text)).toBe('bad Tu archivo no es el que se registró');
    expect(text).toContain('El registro dice: «Todavía no rige');
    expect(text.match(/Tu archivo no es|No es el mismo/g)).toHaveLength(2); // title and verdict
    expect(text).toContain('<strong>&lt;b&gt;otra.pdf</strong> es distinto');
    expect(await readdir(await tempDirectory())).toEqual([]);
  });

  test.each([
    ['a photo', samples.jpg],
    ['a PDF of pictures alone', Buffer.from('%PDF-1.4\n1 0 obj<</Subtype /Image>>endobj')],
  ])('that is %s is reported as impossible to compare', async (_name, bytes) => {
    const text = await bodyOf(compareFile(code, bytes, 'foto.jpg'));
    expect(headline(text)).toBe('unsure Un escaneo o una foto no se puede comparar');
    expect(text).toContain('data-result="digitized"><strong>foto.jpg</strong> es una imagen');
    expect(text).toContain('Pide el archivo original');
    const written = Buffer.concat([bytes, Buffer.from('/Font')]);
    const other = await bodyOf(compareFile(code, written, 'foto.pdf'));
    expect(other).toContain(`data-result="${bytes === samples.jpg ? 'digitized' : 'other'}">`);
  });

  test('has the size limit of uploads, and an empty form gets an error', async () => {
    const large = await compareFile(code, Buffer.alloc(getEnv().maxUploadBytes + 1));
    expect(await large.text()).toContain('El archivo supera el máximo de 10 MB.');
    const text = await (await compareFile(code, Buffer.alloc(0), '')).text();
    expect(text).toContain('<title>Error: no comparamos ningún archivo');
    expect(text).toMatch(/<div role="alert" tabindex="-1" data-focus="" autofocus="">/i);
    // The verdict of the record is no result of a comparison.
    expect(text.match(/data-tone="\w+"/g)).toEqual(['data-tone="unsure"']);
    expect(headline(text)).toBe('unsure No comparamos ningún archivo');
    expect(text).toContain('<a href="#file">Elige un archivo.</a>');
    expect(text).toContain('aria-describedby="file-hint file-error" aria-invalid="true"');
    expect((await compareFile('00000-00000-00000-00000', samples.pdf)).status).toBe(404);
  });

  test('is not asked for when the record has no document', async () => {
    const { verificationCode: bare } = await own();
    expect((await compareHash(bare, 'a'.repeat(64))).status).toBe(409);
    expect(await bodyOf(compareFile(bare, samples.pdf))).not.toContain('data-result');
    const text = await bodyOf(openCodePage(bare));
    expect(text).not.toContain('<form');
    expect((await (await verifyCode(bare)).json()).data.hasDocument).toBe(false);
  });
});

describe('the page of a code', () => {
  test('shows a returned guarantee as ended, and is 404 once its code ended', async () => {
    await reportEvent(mine, id, { kind: 'devuelta' });
    const ended = /data-tone="bad".*Devuelta, según la empresa.*Si te queda una duda/s;
    expect(await bodyOf(openCodePage(code))).toMatch(ended);
    await changeVerificationCode(mine, id, 'end');
    expect((await openCodePage(code)).status).toBe(404);
  });

  test('says first that it does not replace the issuer’s confirmation, and links to the issuer', async () => {
    const response = await openCodePage(code);
    // The form must send its origin.
    expect(response.headers.get('about')).toBe('{"index":false} same-origin');
    const text = await response.text();
    const [first = ''] = text.split('<dl');
    expect(headline(first)).toBe('plain Todavía no rige: empieza el 01-12-2026');
    expect(first).toContain('<span class="whitespace-nowrap">01-12-2026</span></h1>');
    expect(first).toContain('No reemplaza la confirmación del emisor.');
    expect(first).toContain(
      'según Resguardo: <a href="https://verifica.andes.example/poliza" rel="noopener noreferrer nofollow">verifica.andes.example</a>',
    );
    expect(first).toContain('La registró un asesor de Resguardo el 20-11-2026, 12:00');
    expect(text).toContain('76.***.***-0');
    for (const hidden of ['123.456', 'auténtica', publicBody.email])
      expect(text).not.toContain(hidden);
  });

  test('of a record by a company says so under its title and bears no mark of ours', async () => {
    const document = await uploadToVault(mine, 'poliza_garantia');
    const { verificationCode } = await own({ documentId: document.id });
    const text = await bodyOf(openCodePage(verificationCode));
    expect(text).toMatch(
      /<h1 class="text-2xl">.*?<\/h1><p class="text-xl font-semibold">Registrada por la propia empresa<\/p>/,
    );
    expect(textOf(text)).toContain('Registros de garantías en Resguardo');
    expect(text).toContain('Resguardo no revisó lo que dice.');
    const foreign = await own({ holderRut: '69.265.000-K', issuerNumber: 'OTRA-9' });
    expect(await bodyOf(openCodePage(foreign.verificationCode))).toContain(
      'Registrada por una cuenta que no es la del tomador',
    );
    expect(text).not.toContain('fill-brand');
    expect(text).toContain('Busca su contacto en su sitio oficial');
    expect(headline(text)).toMatch(/^plain /);
    expect(await bodyOf(openCodePage(code))).toContain('fill-brand');
    const equal = await bodyOf(compareFile(verificationCode, samples.pdf));
    expect(textOf(equal)).toContain('es igual al que subió la empresa');
    expect(equal).not.toContain('data-tone="good"');
    admin.world.advance(12 * DAY);
    const held = await bodyOf(openCodePage(verificationCode));
    expect(headline(held)).toBe('plain Garantía vigente, según la empresa');
    const other = await bodyOf(compareFile(verificationCode, Buffer.from('%PDF-1.4 otra')));
    expect(other).toMatch(
      /Tu archivo no es .*?<\/h1><p[^>]*>Registrada por la propia empresa<\/p>/,
    );
  });
});

test.each([
  ['UF', '1234.5', '1000.25', 'UF 1.000,25 de UF 1.234,50: quedan UF 234,25.'],
  ['pesos', '5000000', '1500000', '$ 1.500.000 de $ 5.000.000: quedan $ 3.500.000.'],
  ['USD', '12000', '1000.5', 'US$ 1.000,50 de US$ 12.000: quedan US$ 10.999,50.'],
])('a claim in %s, of %s, is shown as %s', async (currency, amount, claim, words) => {
  const record = await own({ amount, currency });
  await reportEvent(mine, record.id, { kind: 'cobrada', amount: claim });
  const part = await bodyOf(openCodePage(record.verificationCode));
  expect(headline(part)).toBe('unsure Cobrada en parte, según la empresa');
  expect(textOf(part)).toContain(`Se cobró ${words}`);
  await reportEvent(mine, record.id, { kind: 'cobrada' });
  const whole = await bodyOf(openCodePage(record.verificationCode));
  expect(headline(whole)).toBe('bad Cobrada entera, según la empresa');
  expect(textOf(whole)).toContain(`Se cobró todo: ${words.split(/ de |:/)[1]}.`);
});

test('an extended guarantee counts as in force until its successor begins', async () => {
  const first = await own({ validFrom: '2026-11-01', validTo: '2026-12-19' });
  const next = await own({ validFrom: '2026-12-10', issuerNumber: 'OTRA-2' });
  await reportEvent(mine, first.id, { kind: 'prorrogada', successorId: next.id });
  const words = 'Rige hasta el 09-12-2026; desde el 10-12-2026 la reemplaza otra';
  const text = await bodyOf(openCodePage(first.verificationCode));
  expect(headline(text)).toBe(`plain ${words}`);
  expect(textOf(text)).toContain(`El código de la que la reemplazará: ${next.verificationCode}`);
  const later = await bodyOf(openCodePage(next.verificationCode));
  expect(headline(later)).toBe('plain Todavía no rige: empieza el 10-12-2026');
  expect(textOf(later)).toContain(
    `Hasta el 09-12-2026 rige la anterior. Su código: ${first.verificationCode}`,
  );
  expect((await (await verifyCode(first.verificationCode)).json()).data.state).toBe('prorrogada');
  admin.world.advance(20 * DAY);
  const over = await bodyOf(openCodePage(first.verificationCode));
  expect(headline(over)).toBe('bad Reemplazada por otra garantía, según la empresa');
  expect(await bodyOf(openCodePage(next.verificationCode))).not.toContain('rige la anterior');
});

test('the form for a code, the page of a code and its print name who runs the service', async () => {
  const about = `${aboutVariables.ABOUT_OWNER} Teléfono +56 2 2345 6789.`;
  const [typed, shown] = [await bodyOf(openCodeForm()), await bodyOf(openCodePage(code))];
  expect(textOf(typed)).toContain(about);
  expect(textOf(shown).split(about)).toHaveLength(3);
});

describe('the glosa', () => {
  test('is shown for an advisor’s record, and never for a company’s', async () => {
    const advised = await bodyOf(openCodePage(code));
    expect(textOf(advised)).toContain(issuedFacts.glosa);
    const company = await own({ glosa: issuedFacts.glosa });
    expect(await bodyOf(openCodePage(company.verificationCode))).not.toContain(issuedFacts.glosa);
  });
});

describe('the page where one types a code', () => {
  test('redirects to the address of the code, however it was typed', async () => {
    const address = await openCodeForm({ codigo: ` http://localhost:3000/v/${code}?de=hoja ` });
    expect(address.headers.get('location')).toBe(`/v/${code}`);
    const sloppy = ` ${code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o')} `;
    const response = await openCodeForm({ codigo: sloppy });
    expect([response.status, response.headers.get('location')]).toEqual([307, `/v/${code}`]);
  });

  test('shows what was typed and what is wrong with it', async () => {
    const first = await openCodeForm();
    expect(first.status).toBe(200);
    expect(await first.text()).not.toContain('aria-invalid');
    expect(await (await openCodeForm({ codigo: '' })).text()).toMatch(
      /Escribe el código.*aria-invalid="true"/s,
    );
    const response = await openCodeForm({ codigo: '"ABCDE' });
    expect(response.status).toBe(400);
    const text = await response.text();
    expect(text).toContain('<title>Error: ');
    expect(text).toContain('value="&quot;ABCDE"');
    expect(text).toContain('Revisa el código: son 20 letras y números');
    expect((await openCodeForm({ codigo: 'A'.repeat(201) })).status).toBe(400);
  });

  test('is shown again, filled in, when no record has the code', async () => {
    const response = await openCodePage('11111-11111-11111-11111');
    expect(response.status).toBe(404);
    const text = await response.text();
    expect(text).toContain('value="11111-11111-11111-11111"');
    expect(headline(text)).toBe('bad No existe un registro con este código');
  });
});
