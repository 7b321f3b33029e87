import type { InspectedFile } from '#tests/support/dangerous-files.ts';
import { addPart, docx, mainTypes, officePackage, xlsx } from '#tests/support/sample-files.ts';

const at = 'a.docx';
const WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const sheet = (content: string) => ({
  'xl/worksheets/sheet1.xml': `<x:worksheet xmlns:x="urn:x"><x:c>${content}</x:c></x:worksheet>`,
});
const field = (code: string) => ({
  'word/comments.xml': `<w:p ${WORD}><w:fldChar w:fldCharType="begin"/><w:instrText>${code}</w:instrText></w:p>`,
});

const nested = (code: string) =>
  `<w:fldChar w:fldCharType="begin"/><w:instrText>${code}</w:instrText><w:fldChar w:fldCharType="end"/>`;

/** Files with fields, links and formulas that start programs by Dynamic Data Exchange. */
export const dangerousExchange: Record<string, InspectedFile> = {
  'a DOCX with a field of DDE in pieces': [
    at,
    docx({
      'word/footer1.xml':
        `<w:ftr ${WORD}><w:fldChar w:fldCharType="begin"/><w:instrText> DDE</w:instrText>` +
        '<w:instrText>AUTO c:\\\\cmd.exe</w:instrText></w:ftr>',
    }),
    'objects',
  ],
  'a DOCX with a simple field of DDE': [
    at,
    docx({ 'word/header1.xml': `<w:hdr ${WORD}><w:fldSimple w:instr='DDE "cmd"'/></w:hdr>` }),
    'objects',
  ],
  'an XLSX with a link of DDE': [
    'a.xlsx',
    xlsx({
      'xl/externalLinks/externalLink1.xml':
        '<externalLink><ddeLink ddeService="cmd" ddeTopic="/c calc"/></externalLink>',
    }),
    'objects',
  ],
  'a DOCX with a field of DDE in CDATA': [at, docx(field('<![CDATA[DD]]>EAUTO cmd')), 'objects'],
  'a DOCX with a field that spells DDE by codes': [
    at,
    docx(field(`</w:instrText>${nested('QUOTE 68 68 69 65 85 84 79')}<w:instrText> cmd`)),
    'objects',
  ],
  'a DOCX with a field that spells the end of DDE': [
    at,
    docx(field(` d</w:instrText>${nested('QUOTE "de"')}<w:instrText>auto cmd`)),
    'objects',
  ],
  'a DOCX with a field of DDE whose name a simple field spells': [
    at,
    docx(field('dd</w:instrText><w:fldSimple w:instr="QUOTE e"/><w:instrText> cmd')),
    'objects',
  ],
  'a DOCX with a field of DDE around deleted text': [
    at,
    docx(field('DD</w:instrText><w:delInstrText>XX</w:delInstrText><w:instrText>EAUTO cmd')),
    'objects',
  ],
  'a DOCX with a deleted field of DDE': [
    at,
    docx(field('</w:instrText><w:delInstrText>DDEAUTO cmd</w:delInstrText><w:instrText>')),
    'objects',
  ],
  'an XLSX with a formula of DDE': [
    'a.xlsx',
    xlsx(sheet("<x:f>cmd|'/c calc'!A0</x:f>")),
    'objects',
  ],
  'an XLSX with a formula of DDE in codes of letters': [
    'a.xlsx',
    xlsx(sheet("<x:f>1+cmd&#x07c;'/c calc'!A0</x:f>")),
    'objects',
  ],
  'an XLSX with a formula of DDE in UTF-16': [
    'a.xlsx',
    addPart(
      officePackage('xl/workbook.xml', mainTypes.xlsx),
      'xl/hoja.dat',
      Buffer.from('\ufeff<a><f>cmd&#124;x!A0</f></a>', 'utf16le'),
    ),
    'objects',
  ],
  'an XLSX with a name that is a formula of DDE': [
    'a.xlsx',
    xlsx({ 'xl/nombres.xml': "<a><definedName name='a'>cmd|'/c calc'!A0</definedName></a>" }),
    'objects',
  ],
  "an XLSX with LibreOffice's function of DDE": [
    'a.xlsx',
    xlsx(sheet('<x:f>DDE("soffice";"a.ods";"A1")</x:f>')),
    'objects',
  ],
};

export const harmlessExchange: Record<string, InspectedFile> = {
  'a DOCX with a field of the page number, and DDE in its text': [
    at,
    docx({
      'word/footer1.xml':
        `<w:ftr ${WORD}><w:fldChar w:fldCharType="begin"/><w:instrText> PAGE </w:instrText>` +
        '<w:fldChar w:fldCharType="end"/><w:t>DDE</w:t></w:ftr>',
    }),
    null,
  ],
  'an XLSX with bars in texts, in names of sheets and of columns': [
    'a.xlsx',
    xlsx({
      ...sheet(
        `<x:f>A1&amp;"cmd|a!A1"&amp;'Enero | Feb'!A1&amp;SUM(T1[Neto | UF])</x:f><x:is><x:t>cmd|'/c calc'!A0</x:t></x:is>`,
      ),
      'xl/sharedStrings.xml': "<sst><si><t>cmd|'/c calc'!A0 &#10; DDE(1)</t></si></sst>",
    }),
    null,
  ],
  'a DOCX with a field of a quote': [at, docx(field(' QUOTE 72 111 108 97 ')), null],
  'a DOCX with fields within fields': [
    at,
    docx(field(` =</w:instrText>${nested('PAGE')}<w:instrText>-1`)),
    null,
  ],
  'a DOCX with a simple field within a field': [
    at,
    docx(field('IF </w:instrText><w:fldSimple w:instr="MERGEFIELD a"/><w:instrText> = 1')),
    null,
  ],
};
