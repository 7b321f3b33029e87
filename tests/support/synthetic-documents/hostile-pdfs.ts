import { deflateSync } from 'node:zlib';

/** PDFs that would keep a reader busy forever, fill its memory, or are none. */
export const hostilePdfs: Record<string, () => Buffer> = {
  'what is no PDF inside': () => Buffer.from('%PDF-1.7\nnothing of it\n%%EOF\n'),
  'a page tree that is its own child': () =>
    pdf(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[2 0 R]/Count 1000000>>']),
  'forms that draw one another': () => paged('/A Do', { A: '/B Do /B Do', B: '/A Do /A Do' }),
  'ten levels of forms, ten of each': () =>
    paged(
      '/F0 Do',
      Object.fromEntries(
        Array.from({ length: 10 }, (_, n) => [`F${n}`, `/F${n + 1} Do `.repeat(10)]),
      ),
    ),
  'a stream that unpacks to gigabytes': () => {
    const once = deflateSync(Buffer.alloc(64 * 1024 * 1024, 'BT (a) Tj ET '), { level: 9 });
    const twice = deflateSync(once, { level: 9 });
    const filter = '/Filter[/FlateDecode/FlateDecode]';
    return pages(Array.from({ length: 3 }, () => stream(twice, filter)));
  },
  'a text of a hundred million words': () =>
    pages([
      stream(deflateSync(Buffer.alloc(200 * 1024 * 1024, 'BT (aa) Tj ET ')), '/Filter/FlateDecode'),
    ]),
  'nested arrays without an end': () =>
    pdf(['<</Type/Catalog/Pages 2 0 R>>', '['.repeat(2_000_000)]),
};

function stream(bytes: Buffer, more = ''): Buffer {
  return Buffer.concat([
    Buffer.from(`<</Length ${bytes.length}${more}>>stream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ]);
}

/** Makes one page with a content, and forms by name that know one another. */
function paged(content: string, forms: Record<string, string>): Buffer {
  const names = Object.keys(forms);
  const list = names.map((name, n) => `/${name} ${n + 5} 0 R`).join('');
  const resources = `/Resources<</XObject<<${list}>>>>`;
  return pdf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R${resources}>>`,
    stream(Buffer.from(content)),
    ...Object.values(forms).map((body) =>
      stream(Buffer.from(body), `/Type/XObject/Subtype/Form/BBox[0 0 9 9]${resources}`),
    ),
  ]);
}

function pages(contents: Buffer[]): Buffer {
  const first = 3 + contents.length;
  const kids = contents.map((_, n) => `${n + 3} 0 R`).join(' ');
  const font = '/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>';
  return pdf([
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${kids}]/Count ${contents.length}>>`,
    ...contents.map(
      (_, n) => `<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents ${first + n} 0 R${font}>>`,
    ),
    ...contents,
  ]);
}

function pdf(objects: (string | Buffer)[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  objects.forEach((object, n) => {
    parts.push(Buffer.from(`${n + 1} 0 obj `), Buffer.from(object), Buffer.from('\nendobj\n'));
  });
  parts.push(Buffer.from('trailer<</Root 1 0 R>>\n%%EOF\n'));
  return Buffer.concat(parts);
}
