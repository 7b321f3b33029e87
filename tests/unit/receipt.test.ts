import { describe, expect, test } from 'vitest';
import { receiptBytes } from '#lib/domain/guarantees/receipt.ts';
import { winAnsi } from '#lib/platform/pdf.ts';
import { privateBody, publicBody } from '#tests/support/bodies.ts';
import { pdfText } from '#tests/support/pdf-text.ts';
import { requestOf } from '#tests/support/requests.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest();
const url = 'https://resguardo.cl/comprobante/abc.def';

describe('the receipt', () => {
  test('has the same bytes each time, also at another hour', async () => {
    const first = await receiptBytes(requestOf(publicBody), url);
    world.advance(3_600_000);
    expect(first.toString('latin1')).toContain(`/URI (${url})`);
    const second = await receiptBytes(requestOf(publicBody), url);
    expect(first.equals(second)).toBe(true);
    expect(first.subarray(0, 5).toString()).toBe('%PDF-');
  });

  test('says what was asked for, with Spanish letters and exact amounts', async () => {
    const text = pdfText(
      await receiptBytes(
        requestOf(publicBody, {
          contrato: { uploadId: 'u', fileName: 'Bases Ñuñoa.pdf', size: 1 },
        }),
        url,
      ),
    );
    for (const part of [
      'N.º 1284',
      '20-11-2026, 12:00',
      'Ana Muñoz',
      'Seriedad de la oferta',
      '$ 1.500.000,50',
      '01-12-2026',
      '76.123.456-0',
      'Bases Ñuñoa.pdf',
      'Página 1 de 1',
      'Qué sigue',
      'Ver cómo va tu solicitud',
    ]) {
      expect(text).toContain(part);
    }
  });

  test('takes 20 guarantees with long wordings over several numbered pages', async () => {
    const [item] = privateBody.garantias;
    const garantias = Array.from({ length: 20 }, () => ({
      ...item,
      glosaGarantia: `${'W'.repeat(900)}\n${'ñandú '.repeat(180)}`,
    }));
    const bytes = await receiptBytes(requestOf({ ...privateBody, garantias }), url);
    const pages = bytes.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0;
    expect(pages).toBeGreaterThan(10);
    expect(pages).toBeLessThan(25);
    const text = pdfText(bytes);
    expect(text).toContain(`Página 1 de ${pages}`);
    expect(text).toContain(`Página ${pages} de ${pages}`);
  });

  test('replaces what the font has not, once for each character that people see', () => {
    expect(winAnsi('Ñandú ° “€” –')).toBe('Ñandú ° “€” –');
    expect(winAnsi('n\u0303 č')).toBe('ñ c');
    expect(winAnsi('a 👩‍👩‍👧‍👦 b 李\tc')).toBe('a ? b ? c');
  });
});
