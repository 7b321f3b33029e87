import { archive } from '#tests/support/archives.ts';
import { dangerousCompound, harmlessCompound } from '#tests/support/dangerous-compound.ts';
import { dangerousPdf, harmlessPdf } from '#tests/support/dangerous-pdf.ts';
import { dangerousPictures, harmlessPictures } from '#tests/support/dangerous-pictures.ts';
import { dangerousTrees, harmlessTrees } from '#tests/support/dangerous-trees.ts';
import { zip } from '#tests/support/sample-files.ts';

const rels = (...relations: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relations.join('')}</Relationships>`;
const at = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
export const relation = (type: string, target: string, mode = 'External') =>
  `<Relationship Id="rId1" Type="${at}/${type}" Target="${target}" TargetMode="${mode}"/>`;
export const docx = (more: Record<string, string>) =>
  zip({ '[Content_Types].xml': '<Types/>', 'word/document.xml': '<w:document/>', ...more });
const xlsx = (more: Record<string, string>) =>
  zip({ '[Content_Types].xml': '<Types/>', 'xl/workbook.xml': '<workbook/>', ...more });
export const docxRels = (...relations: string[]) =>
  docx({ 'word/_rels/settings.xml.rels': rels(...relations) });

/** A DOCX with a part that unpacks to so many zeros; `said`: what its index says of it. */
function largeDocx(bytes: number, said = bytes): Buffer {
  const content = Buffer.alloc(bytes);
  return archive([
    { name: '[Content_Types].xml', content: '<Types/>' },
    { name: 'word/document.xml', content: '<w:document/>' },
    { name: 'word/media/a.xml', content, deflated: true, unpacked: said },
  ]);
}

/** Each must be refused. */
export const dangerous: Record<string, { bytes: Buffer; name: string }> = {
  ...dangerousCompound,
  ...dangerousPdf,
  ...dangerousPictures,
  ...dangerousTrees,
  'a DOCX with macros': { bytes: docx({ 'word/vbaProject.bin': 'x' }), name: 'a.docx' },
  'a DOCX that is a DOCM': {
    bytes: zip({
      '[Content_Types].xml':
        '<Types><Override ContentType="application/vnd.ms-word.document.macroEnabled.main+xml"/></Types>',
      'word/document.xml': '',
    }),
    name: 'a.docx',
  },
  'a DOCX whose macros have another name': {
    bytes: docx({
      'word/_rels/document.xml.rels': rels(
        '<Relationship Id="r" Type="http://schemas.microsoft.com/office/2006/relationships/vbaProject" Target="datos.dat"/>',
      ),
    }),
    name: 'a.docx',
  },
  'an XLSX with an Excel 4 macro sheet': {
    bytes: xlsx({ 'xl/macrosheets/sheet1.xml': '<xm:macrosheet/>' }),
    name: 'a.xlsx',
  },
  'a DOCX with an OLE object': {
    bytes: docx({ 'word/embeddings/oleObject1.bin': 'x' }),
    name: 'a.docx',
  },
  'a DOCX with a program inside': {
    bytes: docx({ 'word/embeddings/factura.exe': 'MZ' }),
    name: 'a.docx',
  },
  'a DOCX with an ActiveX control': {
    bytes: docx({ 'word/activeX/activeX1.xml': '<ax/>' }),
    name: 'a.docx',
  },
  'a DOCX with a template elsewhere': {
    bytes: docxRels(relation('attachedTemplate', 'https://malo.cl/a.dotm')),
    name: 'a.docx',
  },
  'a DOCX with a template on a share': {
    bytes: docxRels(relation('attachedTemplate', 'file:///\\\\malo.cl\\a.dotm')),
    name: 'a.docx',
  },
  'a DOCX with a template elsewhere, in other letters': {
    bytes: docxRels(
      `<Relationship TargetMode = 'External' Id="a>b" Type='${at}/attached&#x54;emplate' Target='http://malo.cl/a'/>`,
    ),
    name: 'a.docx',
  },
  'a DOCX with a template elsewhere, in UTF-16': {
    bytes: (() => {
      const text = `\ufeff${rels(relation('attachedTemplate', 'https://malo.cl/a.dotm'))}`;
      const wide = Buffer.from(text, 'utf16le').toString('latin1');
      const whole = docx({ 'word/_rels/settings.xml.rels': 'x'.repeat(wide.length) });
      Buffer.from(wide, 'latin1').copy(whole, whole.indexOf('x'.repeat(wide.length)));
      return whole;
    })(),
    name: 'a.docx',
  },
  'a DOCX with a template elsewhere, its kind behind many zeros': {
    bytes: docxRels(relation('attached&#x00000054;emplate', 'https://malo.cl/a.dotm')),
    name: 'a.docx',
  },
  'a DOCX with a template elsewhere, its mode behind many zeros': {
    bytes: docxRels(relation('attachedTemplate', 'https://malo.cl/a', 'Exter&#0000000110;al')),
    name: 'a.docx',
  },
  'a DOCX with a template elsewhere, behind what looks like the end of a tag': {
    bytes: docxRels(
      `<Relationship Id="r" Type="${at}/attachedTemplate" Target="http://malo.cl/&#34;/&#62;" TargetMode="External"/>`,
    ),
    name: 'a.docx',
  },
  'a DOCX with a template elsewhere, under a prefix of other letters': {
    bytes: docx({
      'word/_rels/settings.xml.rels': `<ñ:Relationships xmlns:ñ="http://schemas.openxmlformats.org/package/2006/relationships"><ñ:Relationship Id="r" Type="${at}/attachedTemplate" Target="https://malo.cl/a" TargetMode="External"/></ñ:Relationships>`,
    }),
    name: 'a.docx',
  },
  'a DOCX whose macros have another name and many zeros': {
    bytes: zip({
      '[Content_Types].xml':
        '<Types><Override ContentType="application/vnd.ms-word.document.&#x0000006d;acroEnabled.main+xml"/></Types>',
      'word/document.xml': '',
    }),
    name: 'a.docx',
  },
  'a DOCX with a template that leaves the own disk': {
    bytes: docxRels(relation('attachedTemplate', 'file:///C:\\..\\..\\\\malo.cl\\a.dotm')),
    name: 'a.docx',
  },
  'a DOCX with a template of a server that looks like a disk': {
    bytes: docxRels(relation('attachedTemplate', 'file:///z://malo.cl/a.dotm')),
    name: 'a.docx',
  },
  'a DOCX with a linked object': {
    bytes: docxRels(relation('oleObject', 'https://malo.cl/a.rtf')),
    name: 'a.docx',
  },
  'a DOCX with a frame': {
    bytes: docxRels(relation('frame', 'https://malo.cl/a.html')),
    name: 'a.docx',
  },
  'a DOCX that really unpacks to 80 MB and says it does not': {
    bytes: largeDocx(80 * 1024 * 1024, 1_000),
    name: 'a.docx',
  },
  'a DOCX that unpacks to 80 MB': { bytes: largeDocx(80 * 1024 * 1024), name: 'a.docx' },
};

/** Their harmless neighbours. */
export const harmless: Record<string, { bytes: Buffer; name: string }> = {
  ...harmlessCompound,
  ...harmlessPdf,
  ...harmlessPictures,
  ...harmlessTrees,
  'a DOCX with links, a chart and the template of the company': {
    bytes: docx({
      'word/_rels/document.xml.rels': rels(
        relation('hyperlink', 'https://www.mercadopublico.cl/?a=1&amp;b=2'),
        relation('attachedTemplate', 'file:///C:\\Users\\ana\\Plantilla.dotx'),
        relation('package', 'embeddings/Hoja1.xlsx', 'Internal'),
      ),
    }),
    name: 'a.docx',
  },
  'an XLSX with settings of a printer': {
    bytes: xlsx({ 'xl/printerSettings/printerSettings1.bin': 'x' }),
    name: 'a.xlsx',
  },
  'a DOCX that unpacks to 60 MB': { bytes: largeDocx(60 * 1024 * 1024), name: 'a.docx' },
};
