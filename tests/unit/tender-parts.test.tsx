import { describe, expect, test } from 'vitest';
import { LawRemarks } from '#components/marketplace/law-remarks.tsx';
import { TenderCard } from '#components/marketplace/tender-card.tsx';
import { TenderFilters } from '#components/marketplace/tender-filters.tsx';
import { TenderIdForm } from '#components/marketplace/tender-id-form.tsx';
import { TenderResults } from '#components/marketplace/tender-results.tsx';
import { ownRemarkAdvice, remarkAdvice } from '#lib/domain/law/copy.ts';
import { DAY } from '#lib/platform/process/durations.ts';
import { hrefsOf, parseRendered, queryOf, visibleTextOf } from '#tests/support/rendered.ts';

const open = Date.parse('2026-11-20T15:00:00Z');

describe('a search for tenders', () => {
  const tender = (code: string, more: object = {}) => ({
    ...{ code, name: 'ASEO DE OFICINAS', type: 'LE', state: null, stateCode: 5, region: null },
    ...{ buyerCode: null, buyerName: 'MUNICIPALIDAD DE TALCA', unitName: null, amount: null },
    ...{ publishedAt: null, closesAt: open + 9 * DAY, currency: null },
    ...more,
  });
  const card = (more: object = {}) => (
    <TenderCard tender={tender('4809-45-LE26', more)} draft={undefined} now={open} />
  );

  test.each([
    [2 * DAY, false],
    [2 * DAY - 1, true],
  ])('warns of a closing in less than two days (%i ms left)', (left, warns) => {
    const tag = parseRendered(card({ closesAt: open + left })).querySelector('p span');
    expect(tag?.outerHTML.includes('warning')).toBe(warns);
  });

  test('writes in normal case the names that Mercado Público has in capitals', () => {
    expect(visibleTextOf(card({ unitName: 'DIRECCIÓN DE ASEO' }))).toContain(
      'Municipalidad de Talca, Dirección de Aseo',
    );
    expect(visibleTextOf(card())).toMatch(/Municipalidad de Talca(?!,)/);
    expect(hrefsOf(card(), 'Pedir')).toEqual(['/gestiona-tu-garantia?licitacion=4809-45-LE26']);
  });

  test.each([
    [{}, false, false],
    [{ desde: 'x' }, false, false],
    [{ q: 'aseo' }, false, true],
    [{ cierre: '3' }, true, true],
    [{ tipo: 'LE' }, true, true],
    [{ organismo: 'MOP', desde: 'x' }, true, true],
  ])(
    'by %j unfolds its filters on phones, or not, and offers to remove them',
    (filter, unfolded, removed) => {
      const page = <TenderFilters filter={filter as never} draft="b1" />;
      expect(parseRendered(page).querySelector('#filtros')?.hasAttribute('checked')).toBe(unfolded);
      expect(hrefsOf(page, 'Quitar filtros')).toHaveLength(removed ? 1 : 0);
    },
  );

  test.each([
    ['4809-45-le26', undefined, '4809-45-LE26'],
    ['aseo', undefined, ''],
    ['aseo', 'Ese no es.', 'aseo'],
  ])('offers the id in %j, or shows the refused text', (initialText, error, value) => {
    const page = parseRendered(<TenderIdForm {...{ initialText, error }} draft={undefined} />);
    expect(page.querySelector('[name=id]')?.getAttribute('value') ?? '').toBe(value);
  });

  const status = (more: object) =>
    ({ code: '1-1-LE26', state: 'Cerrada', isClosed: true, closesAt: open, ...more }) as never;
  const results = (
    filter: object,
    next: string | null,
    count = 2,
    tenderStatus = null as never,
  ) => (
    <TenderResults
      {...{ filter: filter as never, draft: 'b1', tenderStatus, now: open }}
      page={{
        tenders: ['1-1-LE26', '2-2-LE26'].slice(0, count).map((c) => tender(c)),
        next,
        count,
      }}
    />
  );

  test('keeps filters and draft in the links to the next and the first page', () => {
    const page = results({ q: 'aseo', desde: 'p1' }, 'p2');
    const queries = (label: string) => hrefsOf(page, label).map(queryOf);
    expect(queries('Ver las que cierran')).toEqual([{ q: 'aseo', desde: 'p2', borrador: 'b1' }]);
    expect(queries('Volver a las primeras')).toEqual([{ q: 'aseo', borrador: 'b1' }]);
    expect(hrefsOf(results({ q: 'aseo' }, null), 'V').filter((h) => /desde|q=/.test(h))).toEqual(
      [],
    );
  });

  test.each([
    [{ q: '1-1-LE26' }, status({}), '1-1-LE26 ya cerró'],
    [{ q: '1-1-LE26' }, status({ isClosed: false }), 'Esa licitación no está entre las abiertas'],
    [{ q: '1-1-LE26' }, null as never, 'Esa licitación no está entre las abiertas'],
    [{ q: 'aseo' }, null as never, 'Ninguna licitación abierta calza'],
    [{}, null as never, 'Todavía no hay licitaciones para mostrar'],
  ])('by %j that finds nothing says why: %j', (filter, tenderStatus, heading) => {
    const page = parseRendered(results(filter, null, 0, tenderStatus));
    expect(page.querySelector('h2')?.text).toBe(heading);
  });

  test.each([
    [true, ownRemarkAdvice, remarkAdvice],
    [false, remarkAdvice, ownRemarkAdvice],
  ])('has an advice of its own for a remark on an own request (%s)', (isOwn, advice, other) => {
    const words = visibleTextOf(<LawRemarks remarks={['seriedad-above']} isOwn={isOwn} />);
    expect(words).toContain(advice);
    expect(words).not.toContain(other);
  });
});
