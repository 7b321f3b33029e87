import { samples } from '#tests/support/sample-files.ts';

const pdf = (start: string, more = '') =>
  Buffer.from(
    `${start}%PDF-1.7\n1 0 obj<</Type/Catalog${more}>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n`,
  );
const afterStart = (text: string) => ({
  bytes: Buffer.from(
    `%PDF-1.7\n${text}\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n`,
    'latin1',
  ),
  name: 'a.pdf',
});
/** So that its name begins at this byte. */
function actingAt(byte: number, name: string, after = 0): { bytes: Buffer; name: string } {
  const start = '%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\n%';
  const text = `${start.padEnd(byte - 1, '.')}\n${name}/JS(1)>>endobj\n%${'.'.repeat(after)}\n%%EOF\n`;
  return { bytes: Buffer.from(text), name: 'a.pdf' };
}
const spelled = [...'JavaScript'].map((c) => `#${c.charCodeAt(0).toString(16)}`).join('');

export const dangerousPdf: Record<string, { bytes: Buffer; name: string }> = {
  'a PDF that is a page as well': {
    bytes: pdf('', '/X(<html><script>1</script>)'),
    name: 'a.pdf',
  },
  'a PDF behind a tag of music': {
    bytes: pdf(`ID3\x03\0\0\0\0\0\x40${'x'.repeat(64)}`),
    name: 'a.pdf',
  },
  'a PDF that is a page by another tag': {
    bytes: pdf('', '/X(<img src=x onerror=alert\\(1\\)>)'),
    name: 'a.pdf',
  },
  'a PDF that runs a script by another spelling': {
    bytes: pdf('', '/OpenAction<</S/J#61vaScript/JS(app.alert\\(1\\))>>'),
    name: 'a.pdf',
  },
  'a PDF behind a byte-order mark': { bytes: pdf('\ufeff'), name: 'a.pdf' },
  'a PDF that starts a program': {
    bytes: pdf('', '/OpenAction<</S/Launch/F(cmd.exe)>>'),
    name: 'a.pdf',
  },
  'a PDF that runs a script': {
    bytes: pdf('', '/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>'),
    name: 'a.pdf',
  },
  ...Object.fromEntries(
    [
      '<a href=javascript:alert(1)>',
      '<p onmouseover=alert(1)>',
      '<x onfocus=alert(1) autofocus tabindex=1>',
      '<textarea autofocus onfocus=alert(1)>',
      '<SELECT autofocus>',
      '<frame src=x>',
      '<h1 onclick=alert(1)>',
      '<dialog open>',
      '<applet code=x>',
      '<plaintext>',
      '<script\0>',
      '<!--',
      '<?xml version="1.0"?>',
    ].map((tag) => [`a PDF that begins with ${tag.replace('\0', 'NUL')}`, afterStart(tag)]),
  ),
  'a PDF that is a page behind its first object': afterStart(
    '1 0 obj<</X 1>>endobj\n<x/onfocus=alert(1) autofocus tabindex=1>',
  ),
  'a PDF with a script across the end of its first 128 KB': actingAt(131_068, '/JavaScript'),
  'a PDF with a spelled script across the same, and more behind': actingAt(
    131_060,
    `/${spelled}`,
    400_000,
  ),
  'a PDF with a form of scripts': { bytes: pdf('', '/AcroForm<</XFA 2 0 R>>'), name: 'a.pdf' },
  'a PDF with a form of scripts in parts': {
    bytes: pdf('', '/AcroForm<</X#46A[(template)2 0 R]>>'),
    name: 'a.pdf',
  },
  'a PDF with a script in a rendition': {
    bytes: pdf('', '/OpenAction<</S/Rendition/JS(app.alert\\(1\\))>>'),
    name: 'a.pdf',
  },
  'a PDF with an archive behind it': {
    bytes: Buffer.concat([samples.pdf, samples.docx]),
    name: 'a.pdf',
  },
  'a PDF with an archive behind it that ends with a long comment': {
    bytes: Buffer.concat([samples.pdf, samples.docx, Buffer.alloc(60_000, '.')]),
    name: 'a.pdf',
  },
};

/** Their harmless neighbours. */
export const harmlessPdf: Record<string, { bytes: Buffer; name: string }> = {
  'a PDF made for the web': afterStart(
    '%\xe2\xe3\xcf\xd3\n7 0 obj<</Linearized 1/L 7945/ID[<ab12e0><AB12E0>]>>endobj',
  ),
  'a PDF that begins with its description': afterStart(
    '2 0 obj<</Type/Metadata/Length 9>>stream\n<?xpacket begin="\xef\xbb\xbf"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF/></x:xmpmeta>\nendstream endobj',
  ),
  'a PDF whose packed bytes look like a tag': afterStart(
    '4 0 obj<</Length 9/Filter/FlateDecode>>stream\nx\x01<p \x02<a\x0c/XFAb<h1>\nendstream endobj',
  ),
  'a PDF that speaks of JavaScripting': { bytes: pdf('', '/T(/JavaScripting)'), name: 'a.pdf' },
};
