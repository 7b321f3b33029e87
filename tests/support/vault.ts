import { expect } from 'vitest';
import type { DocumentMetadata } from '#lib/domain/documents/schema.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { documents } from '#lib/platform/db/schema/documents.ts';
import { makeUser } from '#tests/support/accounts.ts';
import { api } from '#tests/support/call.ts';
import { samples } from '#tests/support/sample-files.ts';

export type Cookies = Record<string, string>;
type Vault = Record<string, DocumentMetadata & DocumentMetadata[]>;

/** Makes a logged-in company. */
export async function makeCompany(name = 'empresa', overrides: object = {}): Promise<Cookies> {
  const own = { role: 'juridica', rut: '76.123.456-0', razonSocial: 'Andes SpA', ...overrides };
  return (await makeUser({ email: `${name}@andes.cl`, ...own })).cookies;
}

type Fields = Record<string, string>;
type Attached = { bytes: Buffer; name: string } | null;
const pdf = { bytes: samples.pdf, name: 'Certificado.pdf' };

/**
 * Makes the multipart body of an upload, with the fields in this order; `file` is last by default.
 */
export function uploadForm(
  fields: Fields,
  file: Attached = pdf,
  { fileFirst = false } = {},
): FormData {
  const form = new FormData();
  const attach = () => {
    if (file) form.set('file', new File([new Uint8Array(file.bytes)], file.name));
  };
  if (fileFirst) attach();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  if (!fileFirst) attach();
  return form;
}

export const postUpload = (cookies: Cookies | undefined, form: FormData) =>
  api('/api/documents/upload', { body: form, ...(cookies && { cookies }) });

export async function uploadToVault(
  cookies: Cookies,
  category: string,
  file: Attached = pdf,
  fields: Fields = {},
): Promise<DocumentMetadata> {
  const response = await postUpload(cookies, uploadForm({ category, ...fields }, file));
  const reply = await response.json();
  expect(reply).toMatchObject({ success: true });
  return reply.data;
}

export async function refusalStatusAndCode(response: Promise<Response>) {
  const reply = await (await response).json();
  return { status: (await response).status, error: reply.error, fields: reply.fields, reply };
}

export const readProfile = async (cookies: Cookies, query = ''): Promise<Vault> =>
  (await api(`/api/documents/profile${query}`, { cookies })).json();

export const removeDocument = (cookies: Cookies, category: string, documentId?: string) =>
  api('/api/documents/delete', { cookies, json: { category, documentId } });

export const patchDocument = (cookies: Cookies, id: string, json: object) =>
  api(`/api/documents/${id}`, { method: 'PATCH', json, cookies });

export const restoreDocument = (cookies: Cookies, documentId: string) =>
  api('/api/documents/restore', { cookies, json: { documentId } });

export const documentRows = () => getDb().read.select().from(documents);
