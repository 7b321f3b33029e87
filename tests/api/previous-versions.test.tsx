import { beforeEach, expect, test } from 'vitest';
import VaultPage from '#app/panel/documentos/page.tsx';
import { browseAs, renderPage } from '#tests/support/page-request.ts';
import { samples } from '#tests/support/sample-files.ts';
import { type Cookies, makeCompany, uploadToVault } from '#tests/support/vault.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest();
const pdf = (name: string) => ({ bytes: samples.pdf, name });

let cookies: Cookies;
beforeEach(async () => {
  cookies = await makeCompany();
  browseAs(cookies);
});

test('the replacement that can be undone is the last one, although another replaced document was uploaded later', async () => {
  const put = (name: string, fields: Record<string, string>) => {
    world.advance(3_600_000);
    return uploadToVault(cookies, 'otros', pdf(name), fields);
  };
  const old = await put('balance-2024.pdf', { customTitle: 'Balance 2024' });
  const young = await put('patente-2025.pdf', { customTitle: 'Patente 2025' });
  await put('patente-2026.pdf', { customTitle: 'Patente 2026', replaces: young.id });
  await put('balance-2025.pdf', { customTitle: 'Balance 2025', replaces: old.id });
  const shown = await renderPage(VaultPage, {}, { aviso: 'subido' });
  expect(shown).toContain(`value="${old.id}"`);
  expect(shown).not.toContain(`value="${young.id}"`);
});
