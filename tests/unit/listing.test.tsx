import type { ComponentProps } from 'react';
import { describe, expect, test } from 'vitest';
import { ListFilters } from '#components/list/list-filters.tsx';
import { ListTable } from '#components/list/list-table.tsx';
import { Listing } from '#components/list/listing.tsx';
import { hrefsOf, parseRendered, visibleTextOf } from '#tests/support/rendered.ts';

const search = { name: 'q', label: 'Buscar', placeholder: 'RUT' };
const state = { name: 'state', label: 'Estado', choices: { open: 'Abierta', over: 'Vencida' } };
const filters = [
  state,
  { name: 'from', label: 'Desde' },
  { name: 'buyer', label: 'Para quién', isWord: true, chip: 'Para' },
  { name: 'kind', label: 'Tipo', choices: { a: 'Todo' }, chip: 'Tipo' },
];
const columns = [
  { label: 'Recibida', sort: { asc: 'old', desc: '' } },
  { label: 'Monto', sort: { asc: 'less', desc: 'more' }, isRightAligned: true },
];

describe('the filters of a list', () => {
  type Props = Partial<ComponentProps<typeof ListFilters>>;
  const filtersWith = (values: Record<string, string>, more: Props = {}) => (
    <ListFilters path="/lista" {...{ search, filters, columns, values }} {...more} />
  );

  test('are shown as chips, each with a link to the list without that filter', () => {
    const values = { q: 'ana', state: 'over', from: '2026-11-02', buyer: 'MOP', kind: 'x' };
    const page = filtersWith({ ...values, tab: '2' });
    const chips = parseRendered(page).querySelectorAll('[aria-label="Filtros puestos"] a');
    expect(chips.map(({ text }) => text)).toEqual([
      ...['Quitar “ana”×', 'Quitar Vencida×', 'Quitar Desde 02-11-2026×'],
      ...['Quitar Para: MOP×', 'Quitar Tipo: x×', 'Quitar todo'],
    ]);
    expect(hrefsOf(page, 'Quitar Vencida')).toEqual([
      '/lista?q=ana&from=2026-11-02&buyer=MOP&kind=x&tab=2',
    ]);
  });

  test('are sent once each', () => {
    const page = parseRendered(filtersWith({ q: 'ana', state: 'open', sort: 'more', tab: '2' }));
    const names = page.querySelectorAll('input, select').map((e) => e.getAttribute('name'));
    expect(names).toEqual(['q', 'tab', 'state', 'from', 'buyer', 'kind', 'sort']);
  });

  test('begin with the default, unless the value was emptied', () => {
    const defaults = { state: 'open', buyer: 'MOP' };
    const page = parseRendered(filtersWith({ buyer: '' }, { defaults }));
    expect(page.querySelector('option[selected][value=open]')?.text).toBe('Abierta');
    expect(page.querySelector('[name=buyer]')?.getAttribute('value')).toBe('');
  });

  test('offer each sorting of a column in words', () => {
    const options = parseRendered(filtersWith({ sort: 'more' })).querySelectorAll(
      '[name=sort] option',
    );
    expect(options.map((o) => [o.getAttribute('value'), o.text])).toEqual([
      ['', 'Recibida, más nuevas primero'],
      ['old', 'Recibida, más antiguas primero'],
      ['more', 'Monto, de mayor a menor'],
      ['less', 'Monto, de menor a mayor'],
    ]);
    expect(options.map((o) => o.hasAttribute('selected'))).toEqual([false, false, true, false]);
  });

  test('are set and removed together by a shortcut', () => {
    const shortcuts = [{ label: 'Mes', query: { from: '2026-11-01', state: '' } }];
    expect(hrefsOf(filtersWith({ state: 'over', q: 'ana' }, { shortcuts }), 'Mes')).toEqual([
      '/lista?q=ana&from=2026-11-01',
    ]);
  });
});

test.each([
  ['', ['descending', undefined], ['/lista?q=ana&sort=old', '/lista?q=ana&sort=more']],
  ['old', ['ascending', undefined], ['/lista?q=ana', '/lista?q=ana&sort=more']],
  ['more', [undefined, 'descending'], ['/lista?q=ana', '/lista?q=ana&sort=less']],
])('a heading shows the sorting %j and links the opposite one', (sort, orders, hrefs) => {
  const shown = columns.map((column) => ({ ...column, cell: () => 'x' }));
  const sorting = { path: '/lista', values: { q: 'ana', ...(sort && { sort }) } };
  const props = { caption: 'X', rows: [1, 2], keyOf: (row: number) => row, now: 0, sorting };
  const page = <ListTable {...props} columns={shown} />;
  expect(
    parseRendered(page)
      .querySelectorAll('th')
      .map((th) => th.getAttribute('aria-sort')),
  ).toEqual(orders);
  expect(hrefsOf(page)).toEqual(hrefs);
});

test('a cell can span others, and has its own tooltip and label', () => {
  const cells = [
    { label: 'A', cell: (row: number) => `a${row}`, span: (row: number) => (row === 2 ? 2 : 1) },
    { label: 'B', cell: () => 'b', span: (row: number) => (row === 2 ? 0 : 1), title: () => 'B!' },
    { label: 'C', cell: (row: number) => (row === 2 ? '' : 'c'), isLabelledOnPhones: true },
  ];
  const props = { caption: 'X', rows: [1, 2], keyOf: (row: number) => row, now: 0 };
  const rows = parseRendered(<ListTable {...props} columns={cells} />).querySelectorAll('tbody tr');
  expect(rows.map((row) => row.querySelectorAll('td').map((td) => td.text))).toEqual([
    ['a1', 'b', 'C: c'],
    ['a2', ''],
  ]);
  const titles = rows[0]?.querySelectorAll('td').map((td) => td.getAttribute('title'));
  expect(titles).toEqual(['a1', 'B!', 'c']);
});

describe('a list', () => {
  type Page = ComponentProps<typeof Listing<number>>['page'];
  const list = (page: Page, isSearch = false) => (
    <Listing
      {...{ search, page, isSearch, filters, path: '/lista', title: 'Lista', csv: '/lista/csv' }}
      {...{ values: { state: 'over' }, defaults: { state: 'open', sort: 'more' }, now: 0 }}
      columns={columns.map((column) => ({ ...column, cell: () => 'x' }))}
      keyOf={(row) => row}
      empty="Nada todavía."
    />
  );

  test('is downloaded with its filters and defaults, unless it is empty', () => {
    expect(hrefsOf(list({ rows: [1, 2], next: null }), 'Descargar CSV')).toEqual([
      '/lista/csv?state=over&sort=more',
    ]);
    expect(hrefsOf(list({ rows: [], next: null }), 'Descargar CSV')).toEqual([]);
  });

  test.each<[Page, string, string]>([
    [{ rows: [1], next: 7 }, 'Ver las que siguen', '/lista?state=over&before=7'],
    [{ rows: [1], next: 7, isCut: true }, 'Seguir buscando', '/lista?state=over&before=7'],
  ])('links the next page if there are more rows: %j', (page, label, href) => {
    expect(hrefsOf(list(page), label)).toEqual([href]);
  });

  test('that is empty says whether older rows were not searched', () => {
    expect(visibleTextOf(list({ rows: [], next: null }))).toContain('Nada todavía.');
    const cut = visibleTextOf(list({ rows: [], next: 7, isCut: true }));
    expect(cut).toContain('No está entre las más recientes.');
    expect(cut).not.toContain('Nada todavía.');
  });

  test('that a search sorts offers no other sorting', () => {
    const page = parseRendered(list({ rows: [1], next: null }, true));
    expect(page.querySelectorAll('th a, [name=sort]')).toEqual([]);
  });
});
