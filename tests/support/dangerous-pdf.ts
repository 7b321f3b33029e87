import { PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib';
import type { InspectedFile } from '#tests/support/dangerous-files.ts';
import { samples } from '#tests/support/sample-files.ts';

const at = 'a.pdf';
const pdf = (before: string, more = '') =>
  Buffer.from(
    `${before}%PDF-1.7\n1 0 obj<</Type/Catalog${more}>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n`,
    'latin1',
  );
const opening = (action: string) => pdf('', `/OpenAction<<${action}>>`);
const noted = (text: string) => pdf('', `>>endobj\n${text}\n2 0 obj<<`);

type Options = {
  action?: Record<string, string>;
  onLink?: boolean;
  password?: string;
  owner?: string;
  useObjectStreams?: boolean;
};

/** Makes a PDF like writers since 1.5: all objects except streams lie in object streams. */
async function packed({ action, onLink, password, owner }: Options = {}): Promise<Buffer> {
  const made = await PDFDocument.create();
  const page = made.addPage();
  page.drawText('Contrato');
  if (action) {
    const acts = made.context.obj({ S: PDFName.of(action.S ?? '') });
    for (const key of ['JS', 'F'])
      if (action[key]) acts.set(PDFName.of(key), PDFString.of(action[key]));
    const ref = made.context.register(acts);
    if (onLink) {
      const link = made.context.obj({ Type: 'Annot', Subtype: 'Link', Rect: [0, 0, 9, 9], A: ref });
      page.node.set(PDFName.of('Annots'), made.context.obj([made.context.register(link)]));
    } else made.catalog.set(PDFName.of('OpenAction'), ref);
  }
  if (owner) await made.encrypt({ userPassword: password ?? '', ownerPassword: owner });
  return Buffer.from(await made.save({ useObjectStreams: true }));
}

type More = {
  catalog?: Record<string, object>;
  page?: Record<string, object>;
  files?: string[];
  owner?: string;
  useObjectStreams?: boolean;
};

/** Makes a PDF with files like PDF/A-3, and actions when it, or a page, is opened. */
async function holding({ catalog = {}, page = {}, files = [], owner, ...options }: More) {
  const made = await PDFDocument.create();
  const [first, { context }] = [made.addPage(), made];
  for (const [key, value] of Object.entries(catalog))
    made.catalog.set(PDFName.of(key), context.obj(value as Record<string, string>));
  for (const [key, value] of Object.entries(page))
    first.node.set(PDFName.of(key), context.obj(value as Record<string, string>));
  for (const name of files) await made.attach(Buffer.from('hola'), name);
  if (owner) await made.encrypt({ userPassword: '', ownerPassword: owner });
  return Buffer.from(await made.save(options));
}

const away = (S: string) => ({ S, F: PDFString.of('otro.pdf'), URI: PDFString.of('https://a.cl') });
const leading = Object.fromEntries(
  await Promise.all(
    ['GoToR', 'GoToE', 'SubmitForm', 'ImportData', 'URI'].flatMap((kind) =>
      [true, false].map(
        async (isPacked): Promise<[string, InspectedFile]> => [
          `a PDF that does ${kind} when it is opened${isPacked ? ', packed' : ''}`,
          [
            at,
            await holding({ catalog: { OpenAction: away(kind) }, useObjectStreams: isPacked }),
            'script',
          ],
        ],
      ),
    ),
  ),
);
const programs = Object.fromEntries(
  await Promise.all(
    [
      'exe',
      'COM',
      'cmd',
      'js',
      'vbs',
      'msi',
      'ps1',
      'lnk',
      'hta',
      'docm',
      'xlsb',
      'iso',
      'command',
    ].map(
      async (ending): Promise<[string, InspectedFile]> => [
        `a PDF with a ${ending} in it`,
        [at, await holding({ files: ['factura.xml', `Pago ñ.${ending}`] }), 'script'],
      ],
    ),
  ),
);

const script = { S: 'JavaScript', JS: 'app.alert(1)' };
const spelled = [...'JavaScript'].map((c) => `#${c.charCodeAt(0).toString(16)}`).join('');

export const dangerousPdf: Record<string, InspectedFile> = {
  ...leading,
  ...programs,
  'a PDF with a program in it, in the plain': [
    at,
    await holding({ files: ['a.pdf.exe. '], useObjectStreams: false }),
    'script',
  ],
  'an encrypted PDF with a program in it': [
    at,
    await holding({ files: ['a.exe'], owner: 'dueño' }),
    'script',
  ],
  'a PDF whose page leads away': [
    at,
    await holding({ page: { AA: { O: away('SubmitForm') } } }),
    'script',
  ],
  'a PDF that leads away after another action': [
    at,
    await holding({ catalog: { OpenAction: { S: 'GoTo', Next: [{ ...away('URI') }] } } }),
    'script',
  ],
  'a PDF made by hand, with a program in it': [
    at,
    pdf('', '/Names<</EmbeddedFiles<</Names[(a)<</EF<<>>/F(a.exe)>>]>>>>'),
    'script',
  ],
  'a PDF with a script in an object stream': [at, await packed({ action: script }), 'script'],
  'a PDF with a script of a link in an object stream': [
    at,
    await packed({ action: script, onLink: true }),
    'script',
  ],
  'a PDF that starts a program from an object stream': [
    at,
    await packed({ action: { S: 'Launch', F: 'cmd.exe' }, onLink: true }),
    'script',
  ],
  'an encrypted PDF that everybody opens, with a script': [
    at,
    await packed({ action: script, owner: 'dueño' }),
    'script',
  ],
  'a PDF with a password': [at, await packed({ password: 'secreta', owner: 'dueño' }), 'locked'],
  'a PDF whose script lies in what looks like a text': [
    at,
    pdf('', '\n% (\n/OpenAction<</S/JavaScript/JS 3 0 R>>\n% )\n'),
    'script',
  ],
  'a PDF that starts a program': [at, opening('/S/Launch/F(cmd.exe)'), 'script'],
  'a PDF that runs a script': [at, opening('/S/JavaScript/JS(app.alert\\(1\\))'), 'script'],
  'a PDF that runs a script by another spelling': [at, opening(`/S/${spelled}/JS(1)`), 'script'],
  'a PDF with a script in its middle, across two pieces': [
    at,
    noted(`%${'.'.repeat(262_070)}\n4 0 obj<</S/${spelled}/JS(1)>>endobj\n%${'.'.repeat(400_000)}`),
    'script',
  ],
  'a PDF with a script in a rendition': [at, opening('/S/Rendition/JS(1)'), 'script'],
  'a PDF with a form of scripts': [at, pdf('', '/AcroForm<</XFA 2 0 R>>'), 'script'],
  'a PDF behind a page': [at, pdf('<html><body>'), 'mixed'],
  'a PDF behind a page, after a blank': [at, pdf('\n \n<script>1</script>'), 'mixed'],
  'a PDF behind a shell script': [at, pdf('#!/bin/sh\nrm -rf /\n'), 'mixed'],
  'a PDF behind a program': [at, pdf(`MZ\x90\0${'\0'.repeat(80)}PE`), 'mixed'],
  'a PDF behind a 7z archive': [at, pdf('7z\xbc\xaf\x27\x1c\0\x04'), 'mixed'],
  'a PDF behind RTF': [at, pdf('{\\rtf1 hola}'), 'mixed'],
  'a PDF that is a page as well': [at, pdf('', '/X(<html><script>1</script>)'), 'mixed'],
  'a PDF that is a page by another tag': [at, pdf('', '/X(<img src=x onerror=a\\(1\\)>)'), 'mixed'],
  'a PDF with an archive behind it': [at, Buffer.concat([samples.pdf, samples.docx]), 'mixed'],
  'a PDF with a 7z archive far behind it': [
    at,
    Buffer.concat([
      samples.pdf,
      Buffer.alloc(300_000, ' '),
      Buffer.from('7z\xbc\xaf\x27\x1c\0\x04', 'latin1'),
      Buffer.alloc(100_000),
    ]),
    'mixed',
  ],
  'a PDF with a RAR archive behind it': [
    at,
    Buffer.concat([samples.pdf, Buffer.from('Rar!\x1a\x07\x01\0', 'latin1')]),
    'mixed',
  ],
};

export const harmlessPdf: Record<string, InspectedFile> = {
  'a PDF/A-3 with its data in it': [
    at,
    await holding({ files: ['factura.xml', 'Planilla.xlsx', 'exe', 'a.exe.pdf'] }),
    null,
  ],
  'a PDF that opens at a page, and a form and links that lead away by a click': [
    at,
    await holding({
      catalog: { OpenAction: [0, 'Fit'] },
      page: { Annots: [{ Subtype: 'Link', A: away('URI') }, { A: away('SubmitForm') }] },
      useObjectStreams: false,
    }),
    null,
  ],
  'a PDF with links to pages about scripts and programs': [
    at,
    await holding({
      page: {
        Annots: ['https://mdn.io/Web/JavaScript', 'https://a.cl/Launch/(1)'].map((url) => ({
          Subtype: 'Link',
          A: { S: 'URI', URI: PDFString.of(url) },
        })),
      },
      useObjectStreams: false,
    }),
    null,
  ],
  'a PDF of object streams': [at, await packed(), null],
  'an encrypted PDF that everybody opens': [at, await packed({ owner: 'dueño' }), null],
  'a PDF behind a byte-order mark': [at, pdf('\xef\xbb\xbf'), null],
  'a PDF behind 1,000 bytes of a mail': [
    at,
    pdf(`Content-Type: application/pdf\r\n\r\n${'\n'.repeat(950)}`),
    null,
  ],
  'a PDF that begins with its description': [
    at,
    noted('2 0 obj<</Type/Metadata/Length 9>>stream\n<?xpacket?><x:xmpmeta/>\nendstream endobj'),
    null,
  ],
  'a PDF whose page is about tags of a page': [
    at,
    noted(
      '4 0 obj<</Length 43>>stream\nBT (<html><body onload=1><script>) Tj ET\nendstream endobj',
    ),
    null,
  ],
  'a PDF whose packed bytes look like a tag': [
    at,
    noted('4 0 obj<</Length 9>>stream\nx\x01<p \x02<a\x0c/XFAb<h1>\nendstream endobj'),
    null,
  ],
};
