import type { ComponentProps } from 'react';
import { expect, test } from 'vitest';
import { RequestConditions } from '#components/requests/request-conditions.tsx';
import { RequestFiles } from '#components/requests/request-files.tsx';
import { RequestPayments } from '#components/requests/request-payments.tsx';
import { parseRendered, visibleTextOf } from '#tests/support/rendered.ts';

const now = Date.parse('2026-11-20T15:00:00Z');

type Conditions = ComponentProps<typeof RequestConditions>;
test.each([
  ['2026-11-24', '2026-11-25', 'Paga hasta el 24-11-2026', true],
  ['2026-11-25', '2026-11-25', 'Hasta el 25-11-2026', false],
  ['2026-11-26', '2026-11-25', 'Hasta el 25-11-2026', false],
  [null, '2026-11-25', 'Hasta el 25-11-2026', false],
  ['2026-11-24', undefined, '', false],
  [undefined, undefined, 'Sin plazo para aceptar', false],
])(
  'the heading of conditions to pay by %s and valid until %s names the earlier day',
  (day, validUntil, heading, isExplained) => {
    const conditions = { version: 2, price: 45_000, issuer: 'HDI', terms: 'Todo.', sentAt: now };
    const props = { action: '/a', declineAction: '/b', values: {}, errors: {}, issueDays: 3 };
    const page = (
      <RequestConditions
        {...(props as unknown as Conditions)}
        conditions={{ ...conditions, sentBy: 'x', ...(validUntil && { validUntil }) }}
        coveredAnswers={
          { garantias: [], tenderId: null } as unknown as Conditions['coveredAnswers']
        }
        state="open"
        payLimit={day === undefined ? null : { day, text: 'Paga pronto.' }}
      />
    );
    expect(parseRendered(page).querySelector('.whitespace-nowrap.text-ink-soft')?.text ?? '').toBe(
      heading,
    );
    expect(visibleTextOf(page).includes('podría llegar tarde')).toBe(isExplained);
  },
);

type Payment = ComponentProps<typeof RequestPayments>['payments'][number];
test.each([
  ['Paga hasta el 24-11-2026.', ['paid']],
  [null, ['waiting', 'paid']],
])('a common last day (%s) replaces the days of the payments that wait', (payByText, dated) => {
  const payment = (id: string, state: 'waiting' | 'paid') =>
    ({
      ...{
        id,
        state,
        amountText: '$ 45.000',
        description: 'Comisión',
        payer: null,
        receiptPath: null,
      },
      ...{ pagePath: null, path: `/pagar/${id}`, attemptText: null, dayText: `El día de ${state}` },
    }) as unknown as Payment;
  const payments = [payment('a', 'waiting'), payment('b', 'paid')];
  const words = visibleTextOf(
    <RequestPayments {...{ payments, payByText }} mainButtonPath="/pagar/b" />,
  );
  expect([...words.matchAll(/El día de (\w+)/g)].map((match) => match[1])).toEqual(dated);
});

type Files = ComponentProps<typeof RequestFiles>;
test.each([
  ['/archivos', true],
  [null, false],
])('requested documents are named only on a page that takes files: %s', (action, isRequested) => {
  const requested = (id: number, title: string) => ({
    ...{ id, title, category: null, until: '2026-11-30', revokedAt: null, isUnrequested: false },
    files: [],
  });
  const documents = [{ label: 'Bases', value: 'bases.pdf' }] as unknown as Files['documents'];
  const page = (
    <RequestFiles
      {...{ documents, action, now, advanceKinds: [], mayTakeMore: true, vault: [], errors: {} }}
      {...{ submissionKey: 's', maxUploadMb: 1, note: 'Con timbre.', doneNotice: null }}
      requestedDocuments={[requested(1, 'Balance'), requested(2, 'Poder')]}
    />
  );
  expect(visibleTextOf(page).includes('Tu asesor espera 2 documentos')).toBe(isRequested);
  expect(visibleTextOf(page).includes('Con timbre.')).toBe(isRequested);
  expect(parseRendered(page).querySelectorAll('form').length > 0).toBe(isRequested);
});

test('a request without files shows no part for them on a page that takes none', () => {
  const page = (
    <RequestFiles
      {...{ documents: [], action: null, now, advanceKinds: [], mayTakeMore: true, vault: [] }}
      {...{ submissionKey: 's', maxUploadMb: 1, note: null, doneNotice: null, errors: {} }}
      requestedDocuments={[
        {
          ...{ id: 1, title: 'Balance', category: null, until: '2026-11-30', revokedAt: null },
          ...{ isUnrequested: false, files: [] },
        },
      ]}
    />
  );
  expect(visibleTextOf(page)).toBe('');
});
