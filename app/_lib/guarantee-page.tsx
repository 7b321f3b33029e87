import type { ReactNode } from 'react';
import { noticeOf, type readPageQuery } from '#app/_lib/page-query.ts';
import { ProblemNotice } from '#components/forms/problem-notice.tsx';
import {
  DocumentCard,
  FactsCard,
  HistoryCard,
  StateCard,
} from '#components/issued-guarantees/guarantee-cards.tsx';
import { ReportForm } from '#components/issued-guarantees/report-form.tsx';
import { VerificationBox } from '#components/issued-guarantees/verification-box.tsx';
import { DoneNotice } from '#components/ui/done-notice.tsx';
import { guaranteeEventCopy, issuedNotices } from '#lib/domain/issued-guarantees/copy.ts';
import {
  type IssuedDetail,
  listAlive,
  listEvents,
  listReplaced,
} from '#lib/domain/issued-guarantees/reads/guarantees.ts';
import { formatDate, isoDay, requestNumber } from '#lib/platform/chile/format.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import type { AdminCtx, SignedInCtx } from '#lib/platform/operations/operation.ts';
import { randomId } from '#lib/platform/security/ids.ts';

type PageQuery = Awaited<ReturnType<typeof readPageQuery>>;
type Props = {
  ctx: SignedInCtx | AdminCtx;
  home: `/${string}`;
  record: IssuedDetail;
  pageQuery: PageQuery;
  names: Record<string, string>;
  heading: ReactNode;
  next: ReactNode;
  origin: ReactNode;
};

/** The page of an issued guarantee, for its company and for advisors. */
export async function GuaranteePage({ ctx, home, record, pageQuery, ...own }: Props) {
  const { query, problem, values, errors } = pageQuery;
  const { now } = ctx;
  const { id } = record;
  const side = ctx.auth === 'admin' ? 'advisor' : 'company';
  const [events, replaced, alive] = await Promise.all([
    listEvents(record.number),
    listReplaced(record),
    side === 'advisor' ? listAlive({ owner: record.owner ?? '', now }) : [],
  ]);
  const delivery = events.find(({ kind }) => kind === 'entregada');
  const path = `${home}/${id}`;
  const api = `/api/guarantees/issued/${id}`;
  const notice = problem ? undefined : noticeOf(issuedNotices, query);
  const actionCards = (
    <div key="doing" className="grid gap-5">
      <StateCard {...{ record, now }}>
        {record.successorId && record.successor !== null && (
          <p className="mt-2">
            La reemplaza la{' '}
            <GuaranteeLink home={home} id={record.successorId} number={record.successor} />.
          </p>
        )}
        {replaced.map((record) => (
          <p key={record.id} className="mt-2">
            Reemplaza a la <GuaranteeLink home={home} id={record.id} number={record.number} />.
          </p>
        ))}
        {delivery && (
          <p className="mt-2">
            {guaranteeEventCopy.entregada}
            {delivery.day && ` el ${formatDate(delivery.day)}`}.
          </p>
        )}
        {own.next}
      </StateCard>
      <ReportForm
        {...{ record, side, path, values, errors }}
        isGiven={delivery !== undefined}
        chosen={values.kind ?? query.dice}
        successors={alive
          .filter((record) => record.id !== id)
          .map((record) => ({
            value: record.id,
            label: `N.º ${record.number}, ${record.issuerName}, hasta el ${formatDate(record.validTo)}`,
          }))}
        submissionKey={randomId()}
        today={isoDay(now)}
      />
      <DocumentCard
        record={record}
        hrefs={{ document: `${api}/document`, sheet: `${api}/sheet` }}
      />
      {record.reported !== 'anulada' && (
        <VerificationBox {...{ path, record }} appUrl={getEnv().appUrl} />
      )}
    </div>
  );
  const factCards = (
    <div key="saying" className="grid gap-5">
      <FactsCard {...{ record, side }} />
      <HistoryCard
        {...{ record, events, now }}
        names={own.names}
        notice={side === 'advisor' ? notice : undefined}
      />
      {own.origin}
    </div>
  );
  // Phones stack the columns: a company first sees what it can do, an advisor the facts.
  const [gridStyle, columns] =
    side === 'company'
      ? ['lg:grid-cols-[5fr_7fr]', [actionCards, factCards]]
      : ['lg:grid-cols-[7fr_5fr]', [factCards, actionCards]];
  return (
    <>
      {own.heading}
      <ProblemNotice problem={problem} />
      <DoneNotice>{side === 'company' ? notice : undefined}</DoneNotice>
      <div className={`grid items-start gap-5 ${gridStyle}`}>{columns}</div>
    </>
  );
}

function GuaranteeLink({ home, id, number }: { home: string; id: string; number: number }) {
  return <a href={`${home}/${id}`}>garantía {requestNumber(number)}</a>;
}
