import '#lib/platform/process/without-network.ts';
import { buffer } from 'node:stream/consumers';
import { readText } from '#lib/domain/documents/reading/read-text.ts';
import { documentText } from '#lib/platform/files/document-text.ts';

// The file is a program of its own, because parsing a PDF may take long or crash. It reads a PDF
// from stdin and writes the facts of the document as JSON.
const pdf = new Uint8Array(await buffer(process.stdin));
process.stdout.write(JSON.stringify(await readText(await documentText(pdf))));
