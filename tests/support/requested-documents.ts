import { findLeadWithDocuments } from '#lib/domain/requests/requested-documents/reads.ts';
import { isoDay } from '#lib/platform/chile/format.ts';
import { now } from '#lib/platform/process/clock.ts';
import { DAY } from '#lib/platform/process/durations.ts';
import { randomId } from '#lib/platform/security/ids.ts';
import type { CallOptions } from '#tests/support/call.ts';
import { contactBody, sendContact, storedLeads } from '#tests/support/contact.ts';
import { postForm } from '#tests/support/post-form.ts';

/** Returns the date in `days` days. */
export const isoDayIn = (days: number) => isoDay(now() + days * DAY);

/** Sends the form of a lead's page and returns where it leads. */
export async function postDocumentRequest(
  id: number,
  cookies: Record<string, string>,
  requested: object = {},
) {
  const form = { hasta: isoDayIn(7), ...requested };
  const response = await postForm(`/admin/leads/${id}/documentos`, { form, cookies });
  return response.headers.get('location')?.replace(`/admin/leads/${id}`, '') ?? '';
}

/** Returns the documents that were requested of a lead. */
export const requestedDocumentsOf = async (id: number) =>
  (await findLeadWithDocuments(id))?.requestedDocuments ?? [];

/** Requests documents and returns them. */
export async function requestDocuments(
  id: number,
  cookies: Record<string, string>,
  requestFields: object,
) {
  await postDocumentRequest(id, cookies, requestFields);
  return requestedDocumentsOf(id);
}

/** Sends a message of the contact form and returns its lead. */
export async function sendContactMessage(correo: string): Promise<number> {
  await sendContact({ ...contactBody, correo });
  return (await storedLeads()).at(-1)?.id ?? 0;
}

type Sent = { files?: Record<string, File[]>; fields?: Record<string, string>; view?: string };

/** Sends a text from the page of a message. */
export const sendTextFromPage = (page: `/${string}`, mensaje: string) =>
  sendRequestedDocuments(page, { fields: { mensaje }, view: randomId() });

/** Sends the form of a page that takes documents, and returns where it leads. */
export async function sendRequestedDocuments(
  page: `/${string}`,
  { files = {}, fields = {}, view = 'una-vista' }: Sent,
  options: CallOptions = {},
): Promise<string> {
  const body = new FormData();
  body.set('envio', view);
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  for (const [name, all] of Object.entries(files)) for (const item of all) body.append(name, item);
  const response = await postForm(`${page}/archivos`, { body, ...options });
  return response.headers.get('location')?.replace(page, '') ?? '';
}
