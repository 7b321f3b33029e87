import { api, type CallOptions } from '#tests/support/call.ts';
import { postForm } from '#tests/support/post-form.ts';

export const conditionTerms = {
  price: 45_000,
  issuer: 'Aseguradora Andes',
  terms: 'Póliza a la vista.\nSale en 24 horas.',
};

/** Sends an advisor's offer and returns the status of the answer. */
export async function sendConditions(
  cookies: Record<string, string>,
  id: number | string,
  changes: object = {},
): Promise<number> {
  const json = { ...conditionTerms, ...changes };
  const path = `/api/admin/leads/${id}/conditions`;
  return (await api(path, { json, cookies })).status;
}

/** Presses the button of the request's page and returns where it leads. */
export async function acceptConditions(
  token: string,
  version: number | string,
  options: CallOptions = {},
): Promise<string> {
  const form = { version: `${version}` };
  const response = await postForm(`/comprobante/${token}/condiciones`, { form, ...options });
  return response.headers.get('location') ?? '';
}
