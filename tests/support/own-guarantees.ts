import { cookiesOf } from '#tests/support/call.ts';
import { issuedFacts } from '#tests/support/issued.ts';
import { postForm } from '#tests/support/post-form.ts';
import { samples } from '#tests/support/sample-files.ts';
import type { Member } from '#tests/support/shares.ts';
import { uploadForm } from '#tests/support/vault.ts';

/** A guarantee as a company types it. */
export const typed = {
  ...issuedFacts,
  amount: '1.500.000',
  validFrom: '01-12-2026',
  validTo: '1/3/27',
};
export const pdf = { bytes: samples.pdf, name: 'Póliza.pdf' };

/** Sends the form of an own guarantee: where it leads, and what a refusal leaves. */
export async function sendOwn(
  { cookies }: Member,
  fields: Record<string, string>,
  file: { bytes: Buffer; name: string } | null = null,
) {
  const body = uploadForm(fields, file);
  const response = await postForm('/panel/garantias/nueva/guardar', { body, cookies });
  const { formulario = '' } = cookiesOf(response);
  return { place: response.headers.get('location') ?? '', formulario };
}
