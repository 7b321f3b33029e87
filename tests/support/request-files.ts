import { type CallOptions, cookiesOf } from '#tests/support/call.ts';
import { postForm } from '#tests/support/post-form.ts';
import { samples } from '#tests/support/sample-files.ts';
import { announceUpload, putUpload } from '#tests/support/upload-client.ts';

export const textFile = (name: string, bytes: Buffer = samples.pdf) =>
  new File([new Uint8Array(bytes)], name);

type Sent = {
  contrato?: File[];
  adicional?: File[];
  /** URLs of uploads, of the second field. */
  subido?: string[];
  carpeta?: string;
  envio?: string;
};

/** Sends the form of the request's page as browsers do. */
export function sendRequestFiles(
  token: string,
  sent: Sent,
  options: CallOptions = {},
): Promise<Response> {
  const body = new FormData();
  body.set('envio', sent.envio ?? 'una-vista');
  for (const kind of ['contrato', 'adicional'] as const) {
    for (const item of sent[kind] ?? [new File([], '')]) body.append(kind, item);
  }
  body.set('subido-contrato', '');
  body.set('subido-adicional', (sent.subido ?? []).join(' '));
  if (sent.carpeta) body.set('carpeta-adicional', sent.carpeta);
  return postForm(`/comprobante/${token}/archivos`, { body, ...options });
}

/** Returns the next URL after sending the form, and the cookie of a refusal. */
export async function addRequestFiles(token: string, sent: Sent, options: CallOptions = {}) {
  const response = await sendRequestFiles(token, sent, options);
  const to = response.headers.get('location')?.replace(`/comprobante/${token}`, '');
  return { to, cookies: cookiesOf(response) };
}

/** Uploads a file ahead as a script would, and returns its URL. */
export async function uploadFileFirst(name: string, bytes: Buffer = samples.pdf): Promise<string> {
  const { presignedUrl, downloadUrl } = await announceUpload(name, 'adicional');
  await putUpload(presignedUrl, bytes);
  return downloadUrl;
}

export const FILES_ADDED_NOTICE = '?aviso=documentos#documentos';
