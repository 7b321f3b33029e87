import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { AnotherCode } from '#components/account/another-code.tsx';
import { ActingMenu } from '#components/company/acting-menu.tsx';
import { Recipients } from '#components/documents/recipients.tsx';
import { ShareMainAction } from '#components/documents/share-acts.tsx';
import { EndedLinks } from '#components/documents/share-card.tsx';
import { PasswordField } from '#components/forms/password-field.tsx';
import { SessionsSection } from '#components/panel/sessions-section.tsx';
import { Form } from '#components/ui/form.tsx';
import { RadioGroup } from '#components/ui/radio-group.tsx';
import type { ActingAccount } from '#lib/domain/dashboard/rules.ts';
import type { Share } from '#lib/domain/share-links/schema.ts';
import { browserWindowForTest } from '#tests/support/browser-window.ts';
import { textOf } from '#tests/support/page-request.ts';
import { linkedDocument, SHARED_AT, shownLink } from '#tests/support/shown-documents.ts';

const { draw, find, fire } = browserWindowForTest();
afterEach(() => {
  vi.unstubAllGlobals();
});
const markup = (page: ReactNode) => renderToStaticMarkup(page);
const unfolded = (html: string) => html.match(/<details[^>]* open=""/g)?.length ?? 0;

test('the button for another code is not disabled before a script runs', () => {
  const html = markup(<AnotherCode waitSeconds={30} action="/otro" />);
  expect(html).toContain('Podrás pedir otro en 30 s.');
  expect(html).not.toContain('disabled');
});

test.each([
  ['nothing below', { nombre1: 'Banco' }, {}, 0],
  ['a name in the second row', { nombre2: 'Banco' }, {}, 1],
  ['only an error in the third row', {}, { email3: 'Revisa el correo.' }, 2],
])('the form of recipients with %s is open down to that row', (_, values, errors, count) => {
  const html = markup(<Recipients values={{ ...values }} errors={{ ...errors }} />);
  expect(unfolded(html)).toBe(count);
});

describe('an ended link', () => {
  const ended = (id: string, more: Partial<Share> = {}) =>
    shownLink(id, { state: 'revoked', shortUrl: null, ...more });

  test.each([
    ['nobody', [ended('a'), ended('b')], 0],
    ['somebody', [ended('a', { askedAt: SHARED_AT }), ended('b')], 1],
  ])('is unfolded only if somebody requested a new one: %s', (_, shares, count) => {
    expect(unfolded(markup(<EndedLinks shares={shares} total={2} />))).toBe(count);
  });

  test('can be made again only while one of its documents exists', () => {
    const read = (documents: Share['documents']) =>
      markup(<ShareMainAction share={ended('a', { documents })} title="a" now={undefined} />);
    const gone = { ...linkedDocument, id: 'g', fileName: null };
    expect(read([gone, { ...linkedDocument, id: 'd' }])).toContain('Crear otro igual');
    expect(read([gone])).not.toContain('Crear otro igual');
  });
});

test.each([
  ['a', 0],
  ['c', 1],
])('with %s chosen, folded options are open only if one of them is chosen', (value, count) => {
  const options = ['a', 'b', 'c'].map((each) => ({ value: each, label: each }));
  const group = { name: 'x', legend: 'X', options, defaultValue: value, foldedFrom: 2 };
  expect(unfolded(markup(<RadioGroup {...group} />))).toBe(count);
});

test.each([1, 2, 3])(
  'the list of %i sessions can end all others only if there are others',
  (count) => {
    const sessions = Array.from({ length: count }, (_, n) => ({
      ...{ id: `${n}`, device: 'Firefox', place: '10.0.0.0/24', createdAt: 1, seenAt: 1 },
      current: n === 0,
    }));
    const html = markup(<SessionsSection sessions={sessions} />);
    expect(html.includes('Cerrar todas las demás')).toBe(count > 1);
  },
);

test('each open session says since when it is open, and when it was last used', () => {
  const day = (n: number) => Date.UTC(2026, 10, n, 15);
  const base = { place: '10.0.0.0/24', current: false };
  const sessions = [
    { ...base, id: 'a', device: 'Firefox', createdAt: day(2), seenAt: day(19) },
    { ...base, id: 'b', device: 'Safari', createdAt: day(11), seenAt: day(12) },
  ];
  const text = textOf(markup(<SessionsSection sessions={sessions} />));
  for (const [device, since, used] of [
    ['Firefox', '02', '19'],
    ['Safari', '11', '12'],
  ]) {
    const row = `${device} Desde ${since}-11-2026.*?Último uso: ${used}-11-2026`;
    expect(text).toMatch(new RegExp(row));
  }
});

test('a form can be sent once, and again after the back button brought it back', async () => {
  vi.stubGlobal('navigator', { onLine: true });
  const sent = vi.fn();
  await draw(
    <Form action="/x" onSubmit={sent}>
      {null}
    </Form>,
  );
  const submit = () => fire('Event', 'submit', { on: find('form') });
  await submit();
  await submit();
  expect(sent).toHaveBeenCalledTimes(1);
  await fire('Event', 'pageshow', { on: document.documentElement });
  await submit();
  expect(sent).toHaveBeenCalledTimes(2);
});

test('a form without a connection sends nothing by its own script either', async () => {
  const sent = vi.fn();
  await draw(
    <Form action="/x" onSubmit={sent}>
      {null}
    </Form>,
  );
  for (const [onLine, times] of [
    [false, 0],
    [false, 0],
    [true, 1],
  ] as const) {
    vi.stubGlobal('navigator', { onLine });
    await fire('Event', 'submit', { on: find('form') });
    expect(sent).toHaveBeenCalledTimes(times);
    expect(find('[role=alert]')?.textContent ?? '').toContain(onLine ? '' : 'No hay conexión');
  }
});

test.each([true, false])(
  'both shown passwords are hidden as their form is sent (online: %s)',
  async (onLine) => {
    vi.stubGlobal('navigator', { onLine });
    await draw(
      <Form action="/x">
        <PasswordField name="password" label="Contraseña" autoComplete="current-password" />
        <PasswordField name="next" label="Contraseña nueva" autoComplete="new-password" />
      </Form>,
    );
    const types = () => [...document.querySelectorAll('input')].map(({ type }) => type);
    for (const on of document.querySelectorAll('button')) await fire('MouseEvent', 'click', { on });
    expect(types()).toEqual(['text', 'text']);
    await fire('Event', 'submit', { on: find('form') });
    expect(types()).toEqual(['password', 'password']);
  },
);

test('the number beside another company is the sum of all that waits there', () => {
  const none = { urgentCount: 0, guaranteesToActOn: 0, requests: 0, duePayments: 0 };
  const scopes = [
    { ...none, id: '', name: 'Ana', isCurrent: true },
    {
      ...none,
      id: 'a',
      name: 'Andes',
      isCurrent: false,
      urgentCount: 1,
      guaranteesToActOn: 2,
      requests: 4,
      duePayments: 8,
    },
  ];
  expect(
    textOf(markup(<ActingMenu scopes={scopes as ActingAccount[]} email="ana@x.cl" />)),
  ).toMatch(/Actuar por Andes 15/);
});
