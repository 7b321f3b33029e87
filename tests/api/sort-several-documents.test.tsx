import { expect, test } from 'vitest';
import VaultPage from '#app/panel/documentos/page.tsx';
import { MINUTE } from '#lib/platform/process/durations.ts';
import { makeUser } from '#tests/support/accounts.ts';
import { andesCompany } from '#tests/support/companies.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { postForm } from '#tests/support/post-form.ts';
import { samples } from '#tests/support/sample-files.ts';
import { uploadUncategorized } from '#tests/support/uncategorized-uploads.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest({ RATE_LIMITS: 'off' });

const kinds = ['certificado_f30', 'formulario_29', 'contrato'];

test('after several documents are saved together, the notice names those that they replaced', async () => {
  const { cookies } = await makeUser(andesCompany);
  const sort = async (names: string[]) => {
    const ids = await uploadUncategorized(
      cookies,
      names.map((name) => ({ bytes: samples.pdf, name })),
    );
    const fields = ids.flatMap((id, n) => [
      [`doc.${id}.category`, kinds[n] ?? ''],
      [`doc.${id}.issuedAt`, '2026-11-02'],
    ]);
    const form = Object.fromEntries(fields);
    return postForm('/panel/documentos/ordenar/guardar', { form, cookies });
  };
  await sort(['F30 de octubre.pdf', 'F29 de octubre.pdf', 'Contrato.pdf']);
  world.advance(MINUTE);
  await sort(['F30 de noviembre.pdf', 'F29 de noviembre.pdf', 'Otro.pdf']);
  browseAs(cookies);
  const text = textOf(await renderPage(VaultPage, {}, { aviso: 'subido', n: '3' }));
  expect(text).toContain('Guardamos 3 documentos. Reemplazaste ');
  expect(text).toContain('F30 de octubre.pdf por F30 de noviembre.pdf');
});
