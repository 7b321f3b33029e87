import { describe, expect, test } from 'vitest';
import { categoryStatus, documentStatus, monthsOf } from '#lib/domain/alerts/rules.ts';
import { buildOverview } from '#lib/domain/alerts/view.ts';
import { documentItems } from '#lib/domain/dashboard/document-items.ts';
import type { StoredDocument } from '#lib/domain/documents/reads/documents.ts';
import { addDays, endOfDay } from '#lib/platform/chile/calendar.ts';
import { isoDay } from '#lib/platform/chile/format.ts';
import { DAY } from '#lib/platform/process/durations.ts';
import { storedDocumentRow } from '#tests/support/document-rows.ts';

const now = Date.UTC(2026, 10, 20, 15);
const inDays = (days: number | null) =>
  days === null ? null : endOfDay(addDays(isoDay(now), days));

/** Makes a document with the fields that these tests read. */
function document(
  category: StoredDocument['category'],
  days: number | null,
  state: StoredDocument['state'] = 'kept',
) {
  const dates = { issuedAt: null, expiresAt: inDays(days), countedFrom: null };
  const row = storedDocumentRow('ana', { category, state, fileName: `${category}.pdf`, ...dates });
  return { ...row, customTitle: null, reading: null } as StoredDocument;
}

const stored = (days: number | null, category = 'contrato') => ({
  category,
  state: 'kept' as const,
  expiresAt: inDays(days),
});

describe('a document', () => {
  test('gets its status from its state and its days left', () => {
    const of = (days: number | null) => documentStatus(stored(days), now);
    expect([null, 16, 15, 0, -1].map(of)).toEqual([
      'endless',
      'valid',
      'lapsing',
      'lapsing',
      'expired',
    ]);
    expect(documentStatus({ ...stored(-5), state: 'waiting' }, now)).toBe('checking');
    expect(documentStatus({ ...stored(null), state: 'infected' }, now)).toBe('refused');
  });
});

describe('of two documents', () => {
  test('the one that ends first never has the better status, whatever their categories', () => {
    const lives = ['certificado_deuda_tgr', 'carpeta_tributaria', 'balance_general', 'contrato'];
    for (let days = 0; days <= 30; days++) {
      const statuses = lives.map((category) => documentStatus(stored(days, category), now));
      expect(new Set(statuses).size).toBe(1);
    }
    expect(documentStatus(stored(14, 'certificado_deuda_tgr'), now)).toBe('lapsing');
    expect(documentStatus(stored(30, 'certificado_deuda_tgr'), now)).toBe('valid');
  });
});

describe('a category of documents', () => {
  test('in a monthly or yearly series has the status of the newest', () => {
    const of = (category: string, ...days: (number | null)[]) =>
      categoryStatus(
        days.map((day) => stored(day, category)),
        now,
      );
    expect(of('balance_general', -40, -5, 5, 80)).toBe('valid');
    expect(of('balance_general', -40, 5)).toBe('lapsing');
    expect(of('formulario_29', -40, -5)).toBe('expired');
    expect(of('certificado_f30_1', -30, 25)).toBe('valid');
    expect(of('formulario_22', -300, -2)).toBe('expired');
    expect(of('poliza_garantia', 5, 200)).toBe('lapsing');
  });

  test('of twelve months is complete with each of the last twelve that are due', () => {
    const monthly = (...issued: string[]) =>
      issued.map((issuedAt) => ({ ...stored(80, 'formulario_29'), issuedAt }));
    const of2026 = '01 02 03 04 05 06 07 08 09 10 11'.split(' ').map((month) => `2026-${month}-12`);
    const all = monthly('2025-12-12', ...of2026);
    expect(categoryStatus(all, now)).toBe('valid');
    expect(categoryStatus(all.slice(1), now)).toBe('partial');
    expect(categoryStatus(monthly('2025-11-12').concat(all.slice(0, -1)), now)).toBe('valid');
    expect(categoryStatus(monthly('2025-11-12').concat(all.slice(0, -1)), now + DAY)).toBe(
      'partial',
    );
    const held = (documents: typeof all, at = now) =>
      monthsOf(documents, at)?.months.flatMap((item) =>
        item.isCovered ? isoDay(item.at).slice(0, 7) : [],
      );
    expect(held(monthly('2026-01-12', '2026-11-20'))).toEqual(['2025-12', '2026-10']);
    expect(held(monthly('2024-01-12'))).toEqual([]);
    expect(monthsOf([stored(80, 'formulario_29')], now)?.undated).toBe(1);
    expect(monthsOf([stored(80)], now)).toBeNull();
  });

  test('has the worst status of its documents', () => {
    const of = (...days: (number | null)[]) =>
      categoryStatus(
        days.map((day) => stored(day)),
        now,
      );
    expect(of()).toBe('missing');
    expect(of(-40, 90)).toBe('expired');
    expect(of(5, 90)).toBe('lapsing');
    expect(of(-40, -2)).toBe('expired');
    expect(categoryStatus([{ ...stored(null), state: 'waiting' }, stored(-2)], now)).toBe(
      'expired',
    );
    expect(categoryStatus([{ ...stored(null), state: 'infected' }], now)).toBe('refused');
  });
});

describe('the overview of the vault', () => {
  const of = (role: 'natural' | 'juridica', ...documents: StoredDocument[]) =>
    buildOverview(documents, role, now);
  const detail = (key: string, ...documents: StoredDocument[]) =>
    of('juridica', ...documents)
      .groups.flatMap(({ categories }) => categories)
      .find((category) => category.key === key)?.detail;

  test('counts the required categories of the role, and those that are up to date', () => {
    expect(of('juridica')).toMatchObject({ requiredCount: 13, upToDate: 0 });
    expect(of('natural')).toMatchObject({ requiredCount: 10, upToDate: 0 });
    const some = of(
      'juridica',
      document('e_rut', null),
      document('certificado_f30', 5),
      document('certificado_deuda_tgr', -1),
      document('poliza_garantia', 100),
    );
    expect(some.upToDate).toBe(2);
    expect(some.outstanding).toHaveLength(11);
    expect(some.outstanding.map(({ key }) => key)).toContain('certificado_deuda_tgr');
  });

  test('shows only the categories of the role', () => {
    const keys = (role: 'natural' | 'juridica') =>
      of(role).groups.flatMap(({ categories }) => categories.map(({ key }) => key));
    expect(keys('natural')).toContain('certificado_antecedentes');
    expect(keys('natural')).not.toContain('e_rut');
    expect(keys('juridica')).not.toContain('certificado_antecedentes');
  });

  test('describes each category in one line', () => {
    expect(detail('e_rut', document('e_rut', null))).toBe('No vence.');
    expect(detail('e_rut')).toBeNull();
    expect(detail('certificado_f30', document('certificado_f30', 5))).toBe(
      'Vence en 5 días, el 25-11-2026.',
    );
    const forms = [41, -12, -40].map((days) => document('formulario_29', days));
    expect(detail('formulario_29', ...forms)).toBe(
      '3 archivos, 2 vencidos. El más nuevo vence en 41 días, el 31-12-2026.',
    );
    expect(detail('formulario_29', ...forms.slice(1))).toBe(
      '2 archivos. El último venció hace 12 días, el 08-11-2026.',
    );
    expect(detail('contrato', document('contrato', null), document('contrato', null))).toBe(
      '2 archivos.',
    );
    expect(detail('e_rut', document('e_rut', null, 'waiting'))).toMatch(/virus/);
    const policies = [41, 9].map((days) => document('poliza_garantia', days));
    expect(detail('poliza_garantia', ...policies)).toBe(
      '2 archivos. El próximo vence en 9 días, el 29-11-2026.',
    );
    expect(detail('poliza_garantia', document('poliza_garantia', null))).toBe(
      'Sin fecha de término: no podemos avisarte.',
    );
  });
});

describe('the list of documents by their ends', () => {
  test('has the soonest first, the far ones too, and only documents that are kept', () => {
    const items = documentItems(
      [
        document('carpeta_tributaria', 80),
        document('certificado_f30', -2),
        document('e_rut', null),
        document('informe_comercial', 3, 'waiting'),
        document('formulario_29', -3),
        document('formulario_29', 85),
        document('poliza_garantia', 900),
      ],
      now,
    );
    expect(items.map(({ title, tone, action }) => [title, tone, action])).toEqual([
      ['Certificado de antecedentes laborales (F30)', 'danger', 'Reemplazar'],
      ['Carpeta tributaria electrónica', 'calm', 'Ver'],
      ['Formulario 29', 'calm', 'Ver'],
      ['Póliza o certificado de garantía emitido', 'calm', 'Ver'],
    ]);
    expect(items.map(({ detail }) => detail)).toMatchObject(
      [
        /^Venció hace 2 días, el 18-11-2026\. certificado_f30/,
        /^Vence en 3 meses, el 08/,
        /^Vence en 3 meses, el /,
        /^Vence el \d\d-\d\d-2029\. poliza/,
      ].map((words) => expect.stringMatching(words)),
    );
  });
});

test.each([
  [[0, 5], 'El próximo vence hoy'],
  [[-1, 5], 'El próximo vence en 5 días'],
  [[-2, -1], 'El último venció ayer'],
])(
  'for several documents of one category that end in %o days the overview names one',
  (days, named) => {
    const documents = days.map((left) => document('poliza_garantia', left));
    const found = buildOverview(documents, 'juridica', now)
      .groups.flatMap(({ categories }) => categories)
      .find(({ key }) => key === 'poliza_garantia');
    expect(found?.detail).toContain(named);
  },
);
