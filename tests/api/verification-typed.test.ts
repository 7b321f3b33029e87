import { beforeEach, describe, expect, test } from 'vitest';
import ContactPage from '#app/(sitio)/contacto/page.tsx';
import { renderPage } from '#tests/support/page-request.ts';
import { openCodeForm, openCodePage, openVerification } from '#tests/support/verification.ts';

beforeEach(async () => {
  await openVerification();
});

describe('a typed code', () => {
  test.each(['PZ-3052', 'B 7001', '20261-88'])(
    'is told from the number of a policy: %s',
    async (codigo) => {
      const text = await (await openCodeForm({ codigo })).text();
      expect(text).toContain('Ese parece el número de la póliza o boleta.');
    },
  );

  test('that no record has can be reported, and the message begins with it', async () => {
    const text = await (await openCodePage('11111-11111-11111-11111')).text();
    expect(text).toContain('href="/contacto?codigo=11111-11111-11111-11111"');
    const contact = (codigo: string) => renderPage(ContactPage, {}, { codigo });
    expect(await contact('11111-11111-11111-11111')).toContain(
      'Sobre la garantía con el código 11111-11111-11111-11111: ',
    );
    expect(await contact('Transfiere a otra cuenta')).not.toContain('Sobre la garantía');
  });
});
