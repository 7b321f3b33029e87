import type { ComponentProps } from 'react';
import { describe, expect, test } from 'vitest';
import { AccountActions } from '#components/admin/account-actions.tsx';
import { AccountEntry } from '#components/admin/account-entry.tsx';
import { AdvisorReassignment } from '#components/admin/advisor-reassignment.tsx';
import { DeadDeliveries } from '#components/admin/dead-deliveries.tsx';
import { DeliveryButton } from '#components/admin/delivery-button.tsx';
import { EraseForm } from '#components/admin/erase-form.tsx';
import { FactorReset } from '#components/admin/factor-reset.tsx';
import { OfferExtensionLink } from '#components/admin/offer-extension-link.tsx';
import { PeopleFound } from '#components/admin/people-found.tsx';
import { PreviousEmails } from '#components/admin/previous-emails.tsx';
import { QueueTable } from '#components/admin/queue-table.tsx';
import { NOT_CONFIGURED } from '#lib/domain/deliveries/copy.ts';
import { HOUR } from '#lib/platform/process/durations.ts';
import { hrefsOf, parseRendered, queryOf, visibleTextOf } from '#tests/support/rendered.ts';

const now = Date.parse('2026-11-20T15:00:00Z');
const buttonsOf = (page: Parameters<typeof parseRendered>[0]) =>
  parseRendered(page)
    .querySelectorAll('button')
    .map(({ text }) => text.trim());

describe('the team’s page of an account', () => {
  const actions = (sessionCount: number) => (
    <AccountActions
      {...{ sessionCount, id: 'a', name: 'Ana', isSuspended: false, mayErase: false }}
      {...{ values: {}, errors: {} }}
    />
  );
  test.each([
    [0, 1],
    [1, 2],
    [2, 2],
  ])('with %i sessions has a button to end them if there are any', (count, buttons) => {
    expect(buttonsOf(actions(count))).toHaveLength(buttons);
  });

  type Entry = Partial<ComponentProps<typeof AccountEntry>>;
  const entry = (more: Entry) => (
    <AccountEntry
      {...{ id: 'a', verifiedAt: now, suspendedAt: null, suspendedReason: null, mayHelp: true }}
      {...{ hasPassword: true, hasGoogle: false, lockedUntil: null, refusedSignIns: [], ...more }}
    />
  );
  const [CODE, LOCK, PASSWORD] = [
    ...['Enviar otro código', 'Quitar bloqueo', 'Enviar enlace de contraseña'],
  ] as const;
  test.each<[Entry, boolean, string[]]>([
    [{}, true, [PASSWORD]],
    [{ verifiedAt: null }, false, [CODE, PASSWORD]],
    [{ lockedUntil: now }, false, [LOCK, PASSWORD]],
    [{ suspendedAt: now, verifiedAt: null }, false, []],
    [{ suspendedAt: now, lockedUntil: now }, false, [LOCK]],
    [{ mayHelp: false, verifiedAt: null, lockedUntil: now }, false, []],
  ])(
    'with %j says whether it can log in, and has a button for each obstacle',
    (more, canLogIn, buttons) => {
      expect(visibleTextOf(entry(more)).includes('Nada se lo impide')).toBe(canLogIn);
      expect(buttonsOf(entry(more))).toEqual(buttons);
    },
  );

  test.each([
    [true, true, 'Con contraseña o con Google'],
    [true, false, 'Con contraseña'],
    [false, true, 'Con Google, sin contraseña'],
    [false, false, 'Todavía no tiene contraseña'],
  ])('with a password (%s) and Google (%s) says how it logs in', (hasPassword, hasGoogle, text) => {
    const rows = parseRendered(entry({ hasPassword, hasGoogle })).querySelectorAll('dd');
    expect(rows.map((row) => row.text)).toContain(text);
  });

  test.each([
    [false, false, ['Pedir que se quite']],
    [true, true, ['No quitarlo']],
    [true, false, ['Aprobar y quitar', 'No quitarlo']],
  ])(
    'with a requested reset of the second factor (%s, own account: %s) has the buttons %j',
    (isRequested, isOwn, buttons) => {
      expect(buttonsOf(<FactorReset id="a" {...{ isRequested, isOwn }} />)).toEqual(buttons);
    },
  );

  test.each([
    [0, []],
    [1, ['Traspasar su solicitud']],
    [2, ['Traspasar sus 2 solicitudes']],
  ])('of an advisor with %i requests links their hand-over', (count, labels) => {
    const page = <AdvisorReassignment id="id-7" email="bea@x.cl" count={count} />;
    expect(
      parseRendered(page)
        .querySelectorAll('a')
        .map(({ text }) => text),
    ).toEqual(labels);
    for (const href of hrefsOf(page)) expect(queryOf(href).assigned).toBe('id-7');
  });
});

describe('the page of deliveries', () => {
  test.each([
    ['sent', null, false, ['Enviar otra vez']],
    ['sent', 'ya estaba', false, []],
    ['waiting', null, false, []],
    ['waiting', null, true, ['Enviar ahora']],
    ['waiting', 'HTTP 500', false, ['Reintentar']],
    ['dead', 'HTTP 500', false, ['Reintentar']],
  ] as const)(
    'has buttons for a delivery that is %s with the reason %s (due now: %s)',
    (state, lastError, maySendNow, labels) => {
      const props = { id: 7, kind: 'lead.reply-mail' as const, state, lastError, maySendNow };
      const buttons = buttonsOf(<DeliveryButton {...props} />);
      expect(buttons.map((text) => text.split(':')[0])).toEqual(labels);
    },
  );

  test('can retry failed ones by kind, and says if more failed than are listed', () => {
    const row = {
      partition: 'x',
      attempts: 2,
      leadId: null,
      to: 'ana@x.cl',
      isCorrectable: false,
      createdAt: 1,
      settledAt: now,
    };
    const group = (kind: string, total: number) => ({
      ...{ kind, total, reason: 'HTTP 500', state: 'dead' },
      newest: [1, 2].map((id) => ({ ...row, id })),
    });
    const groups = [group('lead.reply-mail', 2), group('account.code-mail', 30)];
    const page = (
      <DeadDeliveries groups={groups as ComponentProps<typeof DeadDeliveries>['groups']} />
    );
    const kinds = parseRendered(page).querySelectorAll('form[action$=reintentar] [name=kind]');
    expect(kinds.map((field) => field.getAttribute('value'))).toEqual(groups.map((g) => g.kind));
    expect(visibleTextOf(page).match(/Se muestran las \d+ más recientes/g)).toEqual([
      'Se muestran las 2 más recientes',
    ]);
  });

  const trouble = (kind: string, reason: string, state = 'waiting') => ({
    ...{ kind, reason, state, total: 1 },
  });
  const kinds = ['lead.reply-mail', 'account.code-mail'] as const;
  const queue = kinds.map((kind, n) => ({ kind, depth: 1, oldestAt: now - (n + 1) * 2 * HOUR }));
  test('says since when deliveries wait, and the reason for each kind', () => {
    const troubles = [trouble(kinds[0], NOT_CONFIGURED), trouble(kinds[1], 'HTTP 500')];
    const page = <QueueTable {...{ queue, troubles, now }} />;
    expect(visibleTextOf(page)).toContain('Lo más antiguo espera desde hace 4 h');
    const rows = parseRendered(page)
      .querySelectorAll('dl dd')
      .map(({ text }) => text);
    expect(rows.map((text) => [text.includes('500'), text.match(/\(1\)/g)?.length])).toEqual([
      [false, 1],
      [true, 1],
    ]);
  });

  test.each([
    ['dead', false],
    ['waiting', true],
  ])('does not say that everything was sent while a delivery is %s', (state, isSaid) => {
    const troubles = [trouble(kinds[0], 'HTTP 500', state)];
    const words = visibleTextOf(<QueueTable queue={[]} {...{ troubles, now }} />);
    expect(words.includes('ya salió')).toBe(isSaid);
  });
});

describe('the team’s pages of people', () => {
  test('link each person once, whatever the letter case of the e-mail', () => {
    const page = <PeopleFound emails={['Ana@x.cl', null, 'ana@x.cl', 'bea@x.cl']} />;
    expect(hrefsOf(page).map((href) => queryOf(href).q)).toEqual(['ana@x.cl', 'bea@x.cl']);
  });

  test('link the requests that are still under each former e-mail', () => {
    const counts = [
      { email: 'b@x.cl', count: 1 },
      { email: 'c@x.cl', count: 2 },
    ];
    const page = <PreviousEmails emails={['a@x.cl', 'b@x.cl', 'c@x.cl']} counts={counts} />;
    expect(hrefsOf(page).map((href) => queryOf(href).q)).toEqual(['b@x.cl', 'c@x.cl']);
    expect(visibleTextOf(page)).toMatch(
      /Una solicitud sigue bajo b@x\.cl 2 solicitudes siguen bajo c/,
    );
  });

  test.each([true, false])('say the total of an erasure if its list is cut: %s', (isTruncated) => {
    const erased = ['a', 'b'].map((name) => ({ name, href: null, details: '' }));
    const affected = { erased, kept: [], isTruncated } as never;
    const person = { email: 'ana@x.cl', rut: null };
    const page = (
      <EraseForm sentCountText="90 mensajes" errors={{}} action="/x" {...{ affected, person }} />
    );
    expect(visibleTextOf(page).includes('En total se borra: 90 mensajes')).toBe(isTruncated);
  });
});

describe('the offer of an extension for an issued guarantee', () => {
  type Offer = ComponentProps<typeof OfferExtensionLink>;
  const record = { id: 'g', number: 3, email: 'ana@x.cl', reported: null, leadId: null } as object;
  const extension = {
    ...{
      contactId: 8,
      offeredAt: null,
      requestLeadId: 9,
      requestSubmissionId: 30,
      requestedAt: null,
    },
    ...{ requesterEmail: null, requesterName: null },
  };
  const offer = (more: object, about: Partial<Offer['extension']>, compact = false) => (
    <OfferExtensionLink
      record={{ ...record, validTo: '2027-01-31', ...more } as Offer['record']}
      extension={{ ...extension, ...about }}
      {...{ now, compact }}
    />
  );

  test.each([
    ['its lead', { leadId: 5 }, {}, '/admin/leads/5?plantilla=prorroga&garantia=3#responder'],
    ['its contact', {}, {}, '/admin/leads/8?plantilla=prorroga&garantia=3#responder'],
    ['its e-mail', {}, { contactId: null }, 'mailto:ana%40x.cl'],
  ])('links %s', (_, more, about, href) => {
    expect(hrefsOf(offer(more, about))[0]?.startsWith(href)).toBe(true);
  });

  test.each([
    ['2026-11-20', 1],
    ['2026-11-19', 0],
  ])('is shown until the last day of the guarantee: %s', (validTo, count) => {
    expect(hrefsOf(offer({ validTo }, {}))).toHaveLength(count);
  });

  test('shows in a list when it was requested or else offered, and both on its page', () => {
    const [requestedAt, offeredAt] = ['2026-11-10', '2026-11-12'].map((d) =>
      Date.parse(`${d}T15:00Z`),
    );
    const both = { requestedAt, offeredAt } as Partial<Offer['extension']>;
    expect(visibleTextOf(offer({}, both, true))).toBe('Pedida el 10-11-2026');
    expect(hrefsOf(offer({}, both, true))).toEqual(['/admin/leads/9']);
    expect(visibleTextOf(offer({}, { offeredAt } as typeof both, true))).toMatch(
      /Ofrecida el 12-11-2026$/,
    );
    expect(visibleTextOf(offer({}, both))).toMatch(
      /10-11-2026: solicitud N\.º 30 .*ofrecida el 12-11-2026/,
    );
  });
});
