import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { company } from '#tests/e2e/support/account.ts';
import { exampleVault, inDays, syntheticFile } from '#tests/e2e/support/vault.ts';
import { registerLiveAccount } from '#tests/support/account-over-http.ts';
import { call } from '#tools/demo/calls.ts';

/**
 * Creates a company's account through the API of the running demo, with a vault that has documents
 * in every state. Returns its login.
 */
export async function fillDemoVault(url: string, dataDir: string) {
  const { email, password, fields } = company('demo@constructora.cl');
  const cookie = await registerLiveAccount({ url, dataDir }, { email, password, ...fields });
  for (const { category, name, days, title } of exampleVault) {
    const form = new FormData();
    form.append('category', category);
    if (title) form.append('customTitle', title);
    if (days !== undefined) form.append('expiresAt', inDays(days));
    const { buffer, mimeType } = syntheticFile(name);
    const bytes = name.endsWith('.pdf') ? await examplePdf(name) : buffer;
    form.append('file', new Blob([new Uint8Array(bytes)], { type: mimeType }), name);
    await call(`${url}/api/documents/upload`, form, cookie);
  }
  return { email, password };
}

/** Returns a PDF that names its document, so that a preview shows something. */
export async function examplePdf(name: string): Promise<Buffer> {
  const pdf = new PDFDocument({ size: 'LETTER', margin: 72 });
  pdf.fontSize(26).text('Documento de ejemplo').moveDown().fontSize(14).text(name);
  pdf.end();
  return buffer(pdf);
}
