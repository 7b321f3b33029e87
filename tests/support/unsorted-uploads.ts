import { expect } from 'vitest';
import { listUncategorizedDocuments } from '#lib/domain/documents/reads/documents.ts';
import { readDocumentsWithin } from '#lib/domain/documents/writes/read-documents.ts';
import { api } from '#tests/support/call.ts';
import type { Cookies } from '#tests/support/vault.ts';
import { waitFor } from '#tests/support/wait-for.ts';

export function unsortedForm(files: readonly { bytes: Buffer; name: string }[], once?: string) {
  const form = new FormData();
  if (once) form.set('once', once);
  files.forEach(({ bytes, name }, n) => {
    form.set(n === 0 ? 'file' : `file${n + 1}`, new File([new Uint8Array(bytes)], name));
  });
  return form;
}

/** Uploads files without a category, expects success and returns the ids. */
export async function uploadUnsorted(
  cookies: Cookies,
  files: readonly { bytes: Buffer; name: string }[],
  once?: string,
): Promise<string[]> {
  const body = unsortedForm(files, once);
  const reply = await (await api('/api/documents/arrivals', { body, cookies })).json();
  expect(reply).toMatchObject({ success: true });
  return reply.data.map(({ id }: { id: string }) => id);
}

/** Waits until all unplaced documents were read, however slow the machine. */
export async function waitForReads(accountId: string): Promise<void> {
  await waitFor(async () => {
    const unplaced = await listUncategorizedDocuments(accountId);
    await readDocumentsWithin(unplaced, 60_000);
    return unplaced.every(
      ({ contentType, reading }) => contentType !== 'application/pdf' || reading,
    );
  });
}
