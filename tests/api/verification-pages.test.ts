import { readdir } from 'node:fs/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { GET as typeRoute } from '#app/v/route.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { tempDirectory } from '#lib/platform/storage/temp.ts';
import { publicBody } from '#tests/support/bodies.ts';
import { call } from '#tests/support/call.ts';
import { say } from '#tests/support/issued.ts';
import { samples } from '#tests/support/sample-files.ts';
import { upload } from '#tests/support/vault.ts';
import {
  bodyOf,
  changeCode,
  compareFile,
  compareHash,
  openCode,
  openVerification,
  sha256Of,
  type Verification,
  verify,
} from '#tests/support/verification.ts';

let id: string;
let code: string;
let mine: Verification['mine'];
let own: Verification['own'];
beforeEach(async () => {
  ({ id, code, mine, own } = await openVerification());
});

describe('a file', () => {
  const changed = Buffer.concat([samples.pdf, Buffer.from('\n')]);

  test('is the same or another, by its hash', async () => {
    const same = await (await compareHash(code, sha256Of(samples.pdf).toUpperCase())).json();
    expect(same).toEqual({ success: true, data: { matches: true } });
    const other = await (await compareHash(code, sha256Of(changed))).json();
    expect(other).toEqual({ success: true, data: { matches: false } });
    for (const wrong of ['', 'a'.repeat(63), 'g'.repeat(64), null, 7]) {
      const response = await compareHash(code, wrong);
      expect(response.status).toBe(400);
      expect((await response.json()).fields).toHaveProperty('sha256');
    }
  });

  test('is hashed where no script runs, and nothing of it is kept', async () => {
    const shown = (text: string) => /data-result="(\w+)" >/.exec(text)?.[1];
    const headline = (text: string) =>
      /data-head="\w+" ><div class="verdict (.*?)<\/h1>/.exec(text)?.[1];
    const same = await bodyOf(compareFile(code, samples.pdf));
    expect(shown(same)).toBe('same');
    expect(headline(same)).toMatch(/^plain.*Todavía no rige/);
    const other = await compareFile(code, changed, '<b>otra.pdf');
    expect(other.status).toBe(200);
    const text = await other.text();
    expect(shown(text)).toBe('other');
    expect(headline(text)).toMatch(/^bad.*<h1>Tu archivo no es el que se registró/);
    expect(text).toContain('El registro dice: «Todavía no rige');
    expect(text.match(/Tu archivo no es|No es el mismo/g)).toHaveLength(2); // title and verdict
    expect(text).toContain('<strong>&lt;b&gt;otra.pdf</strong> es distinto');
    expect(await readdir(await tempDirectory())).toEqual([]);
  });

  test.each([
    ['a photo', samples.jpg],
    ['a PDF of pictures alone', Buffer.from('%PDF-1.4\n1 0 obj<</Subtype /Image>>endobj')],
  ])('that is %s is neither the same nor a forgery', async (_name, bytes) => {
    const text = await bodyOf(compareFile(code, bytes, 'foto.jpg'));
    expect(text).toMatch(
      /data-head="scan" ><div class="verdict unsure">.*?<h1>Un escaneo o una foto no se puede comparar<\/h1>/,
    );
    expect(text).toContain('data-result="scan" ><strong>foto.jpg</strong> es una imagen');
    expect(text).toContain('Pide el archivo original');
    const written = Buffer.concat([bytes, Buffer.from('/Font')]);
    const other = await bodyOf(compareFile(code, written, 'foto.pdf'));
    expect(/data-head="(\w+)" >/.exec(other)?.[1]).toBe(bytes === samples.jpg ? 'scan' : 'other');
  });

  test('has the limit of uploads, and none is asked for again', async () => {
    const large = await compareFile(code, Buffer.alloc(getEnv().maxUploadBytes + 1));
    expect(large.status).toBe(413);
    expect(await large.text()).toContain('El archivo supera el máximo de 10 MB.');
    const none = await compareFile(code, Buffer.alloc(0), '');
    expect(none.status).toBe(400);
    const text = await none.text();
    expect(text).toContain('<title>Error: no comparamos ningún archivo');
    expect(text).toMatch(
      /data-head="problem" role="alert" tabindex="-1" autofocus>.*<h1>No comparamos ningún archivo<\/h1><p><a href="#file">Elige un archivo\.<\/a>/s,
    );
    expect(text).toContain('aria-describedby="problem how" aria-invalid="true"');
    // The verdict of the record is no result of a comparison: it waits for a script, hidden.
    expect(text.match(/data-head="\w+" (?!hidden)/g)).toEqual(['data-head="problem" ']);
    expect((await compareFile('0'.repeat(20), samples.pdf)).status).toBe(404);
  });

  test('is compared with nothing where nothing was recorded', async () => {
    const { verificationCode: bare } = await own();
    expect((await compareHash(bare, 'a'.repeat(64))).status).toBe(409);
    expect((await compareFile(bare, samples.pdf)).status).toBe(409);
    const text = await bodyOf(openCode(bare));
    expect(text).not.toContain('<form');
    expect(text).not.toContain('<script');
    expect((await (await verify(bare)).json()).data.hasDocument).toBe(false);
  });
});

describe('the page of a code', () => {
  test('is kept no longer than what it shows', async () => {
    expect((await openCode(code)).status).toBe(200);
    await say(mine, id, { kind: 'devuelta' });
    expect(await bodyOf(openCode(code))).toMatch(
      /class="verdict bad">.*<h1>Devuelta, según la empresa<\/h1>/,
    );
    await changeCode(mine, id, 'end');
    expect((await openCode(code)).status).toBe(404);
  });

  test('says first that it does not replace the issuer’s word, and whose address that is', async () => {
    const response = await openCode(code);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'x-robots-tag': 'noindex, nofollow, noarchive',
      'cache-control': 'private, no-store',
      'referrer-policy': 'same-origin',
    });
    const text = await response.text();
    const [first = ''] = text.split('<dl');
    expect(first).toMatch(
      /verdict plain.*<h1>Todavía no rige: empieza el <span class="whole">01-12-2026<\/span><\/h1>/,
    );
    expect(first).toContain('No reemplaza la confirmación del emisor.');
    expect(first).toContain(
      'según Resguardo: <a href="https://verifica.andes.example/poliza" rel="noopener noreferrer nofollow">verifica.andes.example</a>',
    );
    expect(first).toContain('La registró un asesor de Resguardo el 20-11-2026, 12:00');
    expect(text).toContain('76.***.***-0');
    for (const hidden of ['123.456', '69.265.000', 'auténtica', publicBody.email]) {
      expect(text).not.toContain(hidden);
    }
  });

  test('of what a company recorded itself says so as large as its title, without our mark', async () => {
    const document = await upload(mine, 'poliza_garantia');
    const { verificationCode } = await own({ documentId: document.id });
    const text = await bodyOf(openCode(verificationCode));
    expect(text).toMatch(
      /<h1>[^<]+<\/h1>\s*<p class="title">Registrada por la propia empresa<\/p>/,
    );
    expect(text).toContain('Resguardo no revisó lo que dice.');
    expect(text).not.toContain('class="mark"');
    expect(text).toContain('Busca su contacto en su sitio oficial');
    expect(text).toContain('class="verdict plain"');
    expect(await bodyOf(openCode(code))).toContain('class="mark"');
  });
});

describe('the page to type a code', () => {
  const typed = (query = '') => call(typeRoute, `/v${query}`);

  test('leads to the address of the code as it is written', async () => {
    const sloppy = ` ${code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o')} `;
    const response = await typed(`?${new URLSearchParams({ codigo: sloppy })}`);
    expect([response.status, response.headers.get('location')]).toEqual([303, `/v/${code}`]);
  });

  test('keeps what was typed and says what is wrong with it', async () => {
    const first = await typed();
    expect(first.status).toBe(200);
    expect(await first.text()).not.toContain('role="alert"');
    expect(await (await typed('?codigo=')).text()).toMatch(
      /role="alert">Escribe el código.*aria-invalid="true"/s,
    );
    const response = await typed('?codigo=%22ABCDE');
    expect(response.status).toBe(400);
    const text = await response.text();
    expect(text).toContain('<title>Error: ');
    expect(text).toContain('value="&quot;ABCDE"');
    expect(text).toContain('Revisa el código: son 20 letras y números');
    expect((await typed(`?codigo=${'A'.repeat(101)}`)).status).toBe(400);
  });

  test('comes back with a code that shows nothing', async () => {
    const response = await openCode('11111-11111-11111-11111');
    expect(response.status).toBe(404);
    const text = await response.text();
    expect(text).toContain('value="11111-11111-11111-11111"');
    expect(text).toContain('<h1>No existe un registro con este código</h1>');
  });
});
