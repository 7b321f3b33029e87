import { zipArchive } from '#tests/support/archives.ts';
import type { InspectedFile } from '#tests/support/dangerous-files.ts';
import {
  addPart,
  docx,
  mainTypes,
  officeFile,
  officePackage,
  relationships,
  xlsx,
  zipOfFiles,
} from '#tests/support/sample-files.ts';

const at = 'a.docx';
const relation = (type: string, target: string, mode = 'External') =>
  `<Relationship Id="rId1" Type="${officeFile}/${type}" Target="${target}" TargetMode="${mode}"/>`;
const settings = (content: string) => docx({ 'word/_rels/settings.xml.rels': content });
const template = (target: string) => settings(relationships(relation('attachedTemplate', target)));
const macros = 'application/vnd.ms-word.document.macroEnabled.main+xml';
const inside = (bytes: Buffer, name = 'word/embeddings/a.docx') =>
  addPart(officePackage('word/document.xml', mainTypes.docx), name, bytes);

/** Makes a DOCX with a part that unpacks to `bytes` zeros. Its index claims `unpacked`. */
function large(bytes: number, unpacked = bytes): Buffer {
  const parts = Object.entries(officePackage('word/document.xml', mainTypes.docx));
  return zipArchive([
    ...parts.map(([name, content]) => ({ name, content })),
    { name: 'word/media/a.xml', content: Buffer.alloc(bytes), deflated: true, unpacked },
  ]);
}

export const dangerousOffice: Record<string, InspectedFile> = {
  'a DOCX with macros': [at, docx({ 'word/vbaProject.bin': 'x' }), 'macros'],
  'a DOCX that is a DOCM': [at, zipOfFiles(officePackage('word/document.xml', macros)), 'macros'],
  'a DOCX whose macros have another name': [
    at,
    docx({
      'word/_rels/document.xml.rels': relationships(
        '<Relationship Id="r" Type="http://schemas.microsoft.com/office/2006/relationships/vbaProject" Target="datos.dat"/>',
      ),
    }),
    'macros',
  ],
  'an XLSX with an Excel 4 macro sheet': [
    'a.xlsx',
    xlsx({ 'xl/macrosheets/sheet1.xml': '<xm:macrosheet/>' }),
    'macros',
  ],
  'a DOCX with an OLE object': [at, docx({ 'word/embeddings/oleObject1.bin': 'x' }), 'objects'],
  'a DOCX with an object in a folder of another name': [
    at,
    inside(Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'word/otros/a.bin'),
    'objects',
  ],
  'a DOCX with a program inside': [at, docx({ 'word/x.png': 'MZ\x90\0' }), 'objects'],
  'a DOCX with an ActiveX control': [at, docx({ 'word/activeX/activeX1.xml': '<a/>' }), 'objects'],
  'a DOCX with a linked object': [
    at,
    settings(relationships(relation('oleObject', 'https://malo.cl/a.rtf'))),
    'objects',
  ],
  'a DOCX whose macros have another name and the mark of their format': [
    at,
    addPart(
      officePackage('word/document.xml', mainTypes.docx, {
        'word/_rels/document.xml.rels': relationships(
          '<Relationship Id="r" Type="http://schemas.microsoft.com/office/2006/relationships/vbaProject" Target="datos.dat"/>',
        ),
      }),
      'word/datos.dat',
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    ),
    'macros',
  ],
  'a DOCX with macros in a document within': [
    at,
    inside(docx({ 'word/vbaProject.bin': 'x' })),
    'macros',
  ],
  'a DOCX with an archive of something else within': [
    at,
    inside(zipOfFiles({ 'a.exe': 'x' })),
    'objects',
  ],
  'a DOCX with documents in documents in documents': [
    at,
    inside(inside(inside(docx()))),
    'objects',
  ],
  'a DOCX with a template elsewhere': [at, template('https://malo.cl/a.dotm'), 'template'],
  'a DOCX with a template on a share': [at, template('file:///\\\\malo.cl\\a.dotm'), 'template'],
  'a DOCX with a template elsewhere, in other letters': [
    at,
    settings(
      `<ñ:Relationships xmlns:ñ="a"><ñ:Relationship TargetMode = 'External' Id="a>b" Type='${officeFile}/attached&#x54;emplate' Target='http://malo.cl/a'/></ñ:Relationships>`,
    ),
    'template',
  ],
  'a DOCX with a template that leaves the own disk': [
    at,
    template('file:///C:\\..\\..\\\\malo.cl\\a.dotm'),
    'template',
  ],
  'a DOCX with a frame': [
    at,
    settings(relationships(relation('frame', 'https://malo.cl/a.html'))),
    'template',
  ],
  'a DOCX with relations without an end': [at, settings(relationships().slice(0, -3)), 'broken'],
  'a DOCX without its end': [at, docx().subarray(0, -30), 'broken'],
  'a DOCX that unpacks to 80 MB': [at, large(80 * 1024 * 1024), 'flood'],
  'a DOCX that really unpacks to 80 MB and says it does not': [
    at,
    large(80 * 1024 * 1024, 1_000),
    'broken',
  ],
  'a DOCX with a list of relations of 17 MB': [
    at,
    docx({ 'word/_rels/a.rels': ' '.repeat(17 * 1024 * 1024) }),
    'flood',
  ],
  'a plain zip named DOCX': [at, zipOfFiles({ 'virus.exe': 'x' }), 'mismatch'],
  'slides named DOCX': [
    at,
    zipOfFiles(
      officePackage(
        'ppt/presentation.xml',
        'application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml',
      ),
    ),
    'pptx',
  ],
  'an XLSX named DOCX': [at, xlsx(), 'xlsx'],
};

export const harmlessOffice: Record<string, InspectedFile> = {
  'a DOCX with links, a chart and the template of the company': [
    at,
    docx({
      'word/_rels/document.xml.rels': relationships(
        relation('hyperlink', 'https://www.mercadopublico.cl/?a=1&amp;b=2'),
        relation('attachedTemplate', 'file:///C:\\Users\\ana\\Plantilla.dotx'),
        relation('package', 'embeddings/Hoja1.xlsx', 'Internal'),
      ),
    }),
    null,
  ],
  'a DOCX with a template on a Mac': [at, template('file:///Users/ana/Library/Carta.dotx'), null],
  'a DOCX with a workbook within': [at, inside(xlsx(), 'word/embeddings/Hoja1.xlsx'), null],
  'a DOCX with an empty folder': [at, docx({ 'word/media/': '' }), null],
  'a DOCX that unpacks to 60 MB': [at, large(60 * 1024 * 1024), null],
  'a DOCX whose lists say nothing': [
    at,
    zipOfFiles({ '[Content_Types].xml': '<Types/>', 'word/document2.xml': '<w:document/>' }),
    null,
  ],
  'an XLSX with settings of a printer': [
    'a.xlsx',
    xlsx({ 'xl/printerSettings/printerSettings1.bin': 'x' }),
    null,
  ],
};
