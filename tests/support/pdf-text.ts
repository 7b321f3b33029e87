import { inflateSync } from 'node:zlib';

/** Returns the text of every page: hex strings of the content streams, in Windows-1252. */
export function pdfText(pdf: Buffer): string {
  const decoder = new TextDecoder('windows-1252');
  const raw = pdf.toString('latin1');
  const streams = [...raw.matchAll(/stream\n([\s\S]*?)\nendstream/g)].map((match) => {
    const bytes = Buffer.from(match[1] ?? '', 'latin1');
    return inflateSync(bytes).toString('latin1');
  });
  return streams
    .flatMap((stream) => stream.match(/\[.*?\] TJ/g) ?? [])
    .map((shown) =>
      [...shown.matchAll(/<([0-9a-f]*)>/g)]
        .map(([, hex]) => decoder.decode(Buffer.from(hex ?? '', 'hex')))
        .join(''),
    )
    .join('\n');
}
