import type { ReactNode } from 'react';
import { foundOrNot } from '#app/_lib/or-not-found.ts';
import { noticeOf, type readPageQuery } from '#app/_lib/page-query.ts';
import { ProblemNotice } from '#components/forms/problem-notice.tsx';
import {
  DocumentCard,
  FactsCard,
  HistoryCard,
  StateCard,
} from '#components/issued/guarantee-cards.tsx';
import { SayForm } from '#components/issued/say-form.tsx';
import { VerificationBox } from '#components/issued/verification-box.tsx';
import { DoneNotice } from '#components/ui/done-notice.tsx';
import { guaranteeEventCopy, issuedNotices } from '#lib/domain/issued-guarantees/copy.ts';
import { listExtensions } from '#lib/domain/issued-guarantees/extensions.ts';
import {
  type IssuedDetail,
  listAlive,
  listEvents,
  listReplaced,
} from '#lib/domain/issued-guarantees/reads.ts';
import type { Extension } from '#lib/domain/issued-guarantees/view.ts';
import { openIssued } from '#lib/domain/issued-guarantees/writes/open-issued.ts';
import { formatDate, isoDay, requestNumber } from '#lib/platform/chile/format.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import type { AdminCtx, MemberCtx } from '#lib/platform/operations/operation.ts';
import { randomId } from '#lib/platform/security/ids.ts';

type Asked = Awaited<ReturnType<typeof readPageQuery>>;
type Own = {
  names: Record<string, string>;
  heading: (record: IssuedDetail) => ReactNode;
  next: (record: IssuedDetail, extension: Extension | undefined) => ReactNode;
  origin: (record: IssuedDetail) => ReactNode;
};

/** A guarantee as either side sees it: `home` is the side's list. */
export async function guaranteePage(
  ctx: MemberCtx | AdminCtx,
  { home, id, asked, ...own }: Own & { home: `/${string}`; id: string; asked: Asked },
) {
  const { query, problem, values, errors } = asked;
  const record = await foundOrNot(() => openIssued(ctx, id));
  const { now } = ctx;
  const side = ctx.auth === 'admin' ? 'advisor' : 'company';
  const [events, replaced, extensions, alive] = await Promise.all([
    listEvents(record.number),
    listReplaced(record),
    listExtensions([record.number]),
    side === 'advisor' ? listAlive({ email: record.email, now }) : [],
  ]);
  const given = events.find(({ kind }) => kind === 'entregada');
  const path = `${home}/${id}`;
  const api = `/api/guarantees/issued/${id}`;
  const done = problem ? undefined : noticeOf(issuedNotices, query);
  const linked = (other: { id: string; number: number }) => (
    <a href={`${home}/${other.id}`}>garantía {requestNumber(other.number)}</a>
  );
  const doing = (
    <div key="doing" className="grid gap-5">
      <StateCard {...{ record, now }}>
        {record.successorId && record.successor !== null && (
          <p className="mt-2">
            La reemplaza la {linked({ id: record.successorId, number: record.successor })}.
          </p>
        )}
        {replaced.map((other) => (
          <p key={other.id} className="mt-2">
            Reemplaza a la {linked(other)}.
          </p>
        ))}
        {given && (
          <p className="mt-2">
            {guaranteeEventCopy.entregada}
            {given.day && ` el ${formatDate(given.day)}`}.
          </p>
        )}
        {own.next(record, extensions.get(record.number))}
      </StateCard>
      <DocumentCard
        record={record}
        hrefs={{ document: `${api}/document`, sheet: `${api}/sheet` }}
      />
      {record.said !== 'anulada' && (
        <VerificationBox {...{ path, record }} appUrl={getEnv().appUrl} />
      )}
      <SayForm
        {...{ record, side, path, values, errors }}
        isGiven={given !== undefined}
        said={values.kind ?? query.dice}
        successors={alive
          .filter((other) => other.id !== id)
          .map((other) => ({
            value: other.id,
            label: `N.º ${other.number}, ${other.issuerName}, hasta el ${formatDate(other.validTo)}`,
          }))}
        once={randomId()}
        today={isoDay(now)}
      />
    </div>
  );
  const saying = (
    <div key="saying" className="grid gap-5">
      <FactsCard {...{ record, side }} />
      <HistoryCard
        {...{ record, events, now }}
        names={own.names}
        done={side === 'advisor' ? done : undefined}
      />
      {own.origin(record)}
    </div>
  );
  // What is first stands above the other on a phone: a company acts, an advisor reads.
  const [look, columns] =
    side === 'company'
      ? ['lg:grid-cols-[5fr_7fr]', [doing, saying]]
      : ['lg:grid-cols-[7fr_5fr]', [saying, doing]];
  return (
    <>
      {own.heading(record)}
      <ProblemNotice problem={problem} />
      <DoneNotice>{side === 'company' ? done : undefined}</DoneNotice>
      <div className={`grid items-start gap-5 ${look}`}>{columns}</div>
    </>
  );
}
