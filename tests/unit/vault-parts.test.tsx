import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime.js';
import type { ComponentProps } from 'react';
import { describe, expect, test } from 'vitest';
import { CategoryList } from '#components/documents/category-list.tsx';
import { DocumentCard } from '#components/documents/document-card.tsx';
import { PreviousVersions } from '#components/documents/previous-versions.tsx';
import { ShareCard } from '#components/documents/share-card.tsx';
import { UncategorizedFileList } from '#components/documents/uncategorized-file-list.tsx';
import { DocumentView } from '#components/share-links/document-view.tsx';
import { FolderView } from '#components/share-links/folder-view.tsx';
import type { SharedFile, SharedLinkProps } from '#components/share-links/link-heading.tsx';
import { MAX_LISTED_OPENINGS } from '#lib/domain/share-links/rules.ts';
import { parseRendered, visibleTextOf } from '#tests/support/rendered.ts';
import { SHARED_AT, shownDocument, shownLink } from '#tests/support/shown-documents.ts';

const now = Date.parse(SHARED_AT);

describe('the card of a document', () => {
  type Card = ComponentProps<typeof DocumentCard>;
  const unread = { countedFrom: 'unread' } as const;
  const card = (more: Parameters<typeof shownDocument>[1], advice: Card['advice'] = null) => (
    <DocumentCard
      {...{ now, advice, previousVersions: [], mayReplace: false }}
      document={shownDocument('a', more)}
    />
  );
  const read = (change: object): Card['advice'] => ({ message: 'Leímos', warnings: [], change });

  test.each([
    ['its own, whose end is unknown', card(unread), true],
    ["another RUT's", card({ ...unread, otherRut: '771234567' }), false],
    ['whose end was read', card(unread, read({ expiresAt: '2027-01-31' })), false],
    ['whose day alone was read', card(unread, read({ issuedAt: '2026-11-01' })), true],
  ])('asks when it ends only where that is open: %s', (_, page, isRequested) => {
    expect(visibleTextOf(page).includes('Dinos cuándo vence')).toBe(isRequested);
  });

  test('a denied end is emptied, and a denied issue day is left out', () => {
    const sent = (advice: Card['advice']) =>
      parseRendered(card(unread, advice))
        .querySelectorAll('form[action$="/editar"]')
        .map((form) =>
          Object.fromEntries(
            form
              .querySelectorAll('input')
              .map((field) => [`${field.getAttribute('name')}`, field.getAttribute('value')]),
          ),
        );
    const both = { issuedAt: '2026-11-01', expiresAt: '2027-01-31' };
    expect(sent(read(both))).toEqual([
      { id: 'a', ...both },
      { id: 'a', expiresAt: '' },
    ]);
    expect(sent(read({ issuedAt: '2026-11-01' }))[1]).toEqual({ id: 'a' });
  });
});

test.each([
  [1, 999, true],
  [1, 1000, true],
  [1, 1001, false],
  [MAX_LISTED_OPENINGS, 1, true],
  [MAX_LISTED_OPENINGS + 1, 1, false],
])(
  'a link with %i openings and %i visits names the last one, unless their list was cut',
  (openings, visits, tells) => {
    const lastOpenings = [SHARED_AT, '2026-11-10T15:00:00.000Z'].map((at) => ({
      ...({ at, place: 'local', device: 'Chrome', way: 'view', documentId: null } as const),
    }));
    const link = shownLink('a', { openings, views: visits - 1, downloads: 1, lastOpenings });
    expect(
      /visitas?, (?:la última )?el 20-11-2026/.test(visibleTextOf(<ShareCard share={link} />)),
    ).toBe(tells);
  },
);

test('a required category without an own document comes first, an optional one last', () => {
  const row = (key: string, status: string) => ({
    ...{ key, label: key, status, detail: null, monthly: null, singlePath: null },
  });
  const categories = [
    row('otros', 'other-rut'),
    row('formulario_29', 'valid'),
    row('certificado_f30', 'expired'),
    row('carpeta_tributaria', 'other-rut'),
  ] as ComponentProps<typeof CategoryList>['categories'];
  const page = parseRendered(<CategoryList label="Papeles" categories={categories} />);
  const rows = page.querySelectorAll('li > div:first-child > a').map(({ text }) => text);
  expect(rows).toEqual(['carpeta_tributaria', 'certificado_f30', 'formulario_29', 'otros']);
  expect(page.querySelector('summary')?.text).toContain('Ver 1 por renovar, 1 al día y 1 opcional');
});

test('a refused form keeps a field that its sender emptied, also where a day was read', () => {
  const read = { category: 'formulario_29', issuedAt: '2026-11-01', expiresAt: '2027-01-31' };
  const { id, fileId, fileName, contentType, state, size } = shownDocument('a');
  const row = { id, fileId, fileName, contentType, state, size, read };
  const nothing = {
    message: undefined,
    warnings: [],
    sameAs: undefined,
    otherRut: null,
    claimedCategory: null,
  };
  const values = { 'doc.a.issuedAt': '', 'doc.b.issuedAt': '2026-10-02' };
  const rows = [row, { ...row, id: 'b' }].map((each) => ({ ...each, ...nothing }));
  const page = parseRendered(
    <UncategorizedFileList {...{ rows, values, errors: {}, role: 'juridica' }} />,
  );
  const shown = (name: string) => page.querySelector(`[name="doc.${name}"]`)?.getAttribute('value');
  expect(['a.issuedAt', 'a.expiresAt', 'b.issuedAt'].map(shown)).toEqual([
    '',
    '2027-01-31',
    '2026-10-02',
  ]);
});

test('a former version has its own title, or else the name of its file', () => {
  const versions = [shownDocument('b', { customTitle: 'Poder de 2024' }), shownDocument('c')];
  const links = parseRendered(<PreviousVersions versions={versions} />).querySelectorAll('a');
  expect(links.map(({ text }) => text)).toEqual(['Poder de 2024', 'c.pdf']);
});

describe('shared documents:', () => {
  const WORD = 'application/msword';
  const shared = (
    link: Partial<SharedLinkProps['link']>,
    files: SharedFile[],
  ): SharedLinkProps => ({
    ...{ path: '/c/x', costs: 'nothing', now, contact: null },
    link: {
      ...{ label: null, note: null, owner: null, rut: null, email: 'ana@x.cl', isFolder: true },
      ...{ expiresAt: now, maxOpenings: null, viewOnly: false, openings: 0, documents: files },
      ...link,
    },
  });
  const files = [
    shownDocument('a'),
    shownDocument('b', { fileName: 'b.doc', contentType: WORD, customTitle: 'Balance' }),
    shownDocument('c', { fileName: 'c.doc', contentType: WORD }),
  ];

  test.each([
    [false, 3, 3],
    [true, 1, 0],
  ])(
    'a folder for viewing only (%s) links only to what a browser shows',
    (viewOnly, opened, loaded) => {
      const page = parseRendered(<FolderView shared={shared({ viewOnly }, files)} />);
      const links = page.querySelectorAll('li a').map((a) => `${a.getAttribute('href')}`);
      expect(links.filter((href) => href.startsWith('/c/x?document='))).toHaveLength(opened);
      expect(links.filter((href) => href.startsWith('/c/x/archivo'))).toHaveLength(loaded);
      expect(page.querySelectorAll('li')[1]?.text.includes('pídelo a quien')).toBe(viewOnly);
    },
  );

  test.each([
    [true, 'canvas'],
    [false, 'img'],
  ])(
    'a picture for viewing only (%s) is drawn with a mark, another is shown as it is',
    (viewOnly, tag) => {
      const file = shownDocument('a', { fileName: 'a.png', contentType: 'image/png' });
      const props = {
        shared: shared({ viewOnly, isFolder: false }, [file]),
        file,
        viewer: '/visor',
      };
      const page = parseRendered(
        <AppRouterContext.Provider value={{} as never}>
          <DocumentView {...props} />
        </AppRouterContext.Provider>,
      );
      expect(page.querySelectorAll('canvas, img').map(({ rawTagName }) => rawTagName)).toEqual([
        tag,
      ]);
    },
  );
});
