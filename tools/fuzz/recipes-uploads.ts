import { samples } from '#tests/support/sample-files.ts';
import { api, lastPart } from '#tools/fuzz/api.ts';
import type { Recipe } from '#tools/fuzz/recipes.ts';

const pdf = samples.pdf;

/** The text of a file part has one byte per character. */
export const fileText = pdf.toString('latin1');

async function announce(): Promise<URL> {
  const { token } = await api('GET', '/api/csrf-token');
  const reply = await api('GET', '/api/guarantees/upload-url', {
    query: { type: 'contrato', fileName: 'contrato.pdf' },
    cookies: { 'csrf-token': token },
    headers: { 'x-csrf-token': token },
  });
  return new URL(reply.presignedUrl);
}

export const uploadRecipes: Record<string, Recipe> = {
  'GET /api/guarantees/upload-url': () => ({ query: { fileName: 'contrato.pdf' } }),
  'PUT /api/guarantees/uploads/{id}': async () => {
    const { href, searchParams } = await announce();
    return { path: { id: lastPart(href) }, query: Object.fromEntries(searchParams), body: pdf };
  },
  'POST /api/guarantees/upload-proxy': () => ({ body: { file: fileText } }),
  'GET /api/guarantees/files/{token}': async () => {
    const form = new FormData();
    form.set('type', 'contrato');
    form.set('file', new File([new Uint8Array(pdf)], 'contrato.pdf'));
    const { downloadUrl } = await api('POST', '/api/guarantees/upload-proxy', { body: form });
    return { path: { token: lastPart(downloadUrl) } };
  },
  'POST /api/guarantees/public': () => ({
    body: { contratoUrl: undefined, adicionalUrl: undefined },
  }),
  'POST /api/documents/arrivals': () => ({ body: { file: fileText } }),
  'POST /api/documents/upload': () => ({
    body: { file: fileText, category: 'otros', customTitle: 'Patente', replaces: undefined },
  }),
};
