import '#lib/platform/process/without-network.ts';
import { buffer } from 'node:stream/consumers';
import { readText } from '#lib/domain/documents/reading/read-text.ts';
import { documentText } from '#lib/platform/files/document-text.ts';

const pdf = new Uint8Array(await buffer(process.stdin));
process.stdout.write(JSON.stringify(await readText(await documentText(pdf))));
