/** Returns rows of cells, read as a spreadsheet reads them. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain, end] of text.matchAll(
    /(?:"((?:[^"]|"")*)"|([^;\r\n]*))(;|\r\n|$)/g,
  )) {
    row.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end === ';') continue;
    rows.push(row);
    row = [];
    if (end === '') break;
  }
  return rows.filter((cells) => cells.length > 1);
}
