import type { ReactNode } from 'react';
import { findNotice, type readPageQuery } from '#app/_lib/page-query.ts';
import { ProblemNotice } from '#components/forms/problem-notice.tsx';
import {
  FactsCard,
  GuaranteeDocumentCard,
  HistoryCard,
  StateCard,
} from '#components/issued-guarantees/guarantee-cards.tsx';
import { ReportForm } from '#components/issued-guarantees/report-form.tsx';
import { VerificationBox } from '#components/issued-guarantees/verification-box.tsx';
import { DoneNotice } from '#components/ui/done-notice.tsx';
import { guaranteeEventCopy, issuedNotices } from '#lib/domain/issued-guarantees/copy.ts';
import {
  type IssuedDetail,
  listEvents,
  listOpenGuarantees,
  listPredecessors,
} from '#lib/domain/issued-guarantees/reads/guarantees.ts';
import { formatDate, formatRequestNumber, isoDay } from '#lib/platform/chile/format.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import type { AdminCtx, SignedInCtx } from '#lib/platform/operations/operation.ts';
import { randomId } from '#lib/platform/security/ids.ts';

type PageQuery = Awaited<ReturnType<typeof readPageQuery>>;
type Props = {
  ctx: SignedInCtx | AdminCtx;
  listPath: `/${string}`;
  record: IssuedDetail;
  pageQuery: PageQuery;
  actorNames: Record<string, string>;
  heading: ReactNode;
  nextAct: ReactNode;
  sourceCard: ReactNode;
};

/** The page of an issued guarantee, for its company and for advisors. */
export async function GuaranteePage({ ctx, listPath, record, pageQuery, ...slots }: Props) {
  const { query, problem, values, errors } = pageQuery;
  const { now } = ctx;
  const { id } = record;
  const side = ctx.auth === 'admin' ? 'advisor' : 'company';
  const [events, predecessors, unended] = await Promise.all([
    listEvents(record.number),
    listPredecessors(record),
    side === 'advisor' ? listOpenGuarantees({ owner: record.owner ?? '', now }) : [],
  ]);
  const handover = events.find(({ kind }) => kind === 'entregada');
  const path = `${listPath}/${id}`;
  const api = `/api/guarantees/issued/${id}`;
  const notice = problem ? undefined : findNotice(issuedNotices, query);
  const actionCards = (
    <div key="doing" className="grid gap-5">
      <StateCard {...{ record, now }}>
        {record.successorId && record.successor !== null && (
          <p className="mt-2">
            La reemplaza la{' '}
            <GuaranteeLink home={listPath} id={record.successorId} number={record.successor} />.
          </p>
        )}
        {predecessors.map((predecessor) => (
          <p key={predecessor.id} className="mt-2">
            Reemplaza a la{' '}
            <GuaranteeLink home={listPath} id={predecessor.id} number={predecessor.number} />.
          </p>
        ))}
        {handover && (
          <p className="mt-2">
            {guaranteeEventCopy.entregada}
            {handover.day && ` el ${formatDate(handover.day)}`}.
          </p>
        )}
        {slots.nextAct}
      </StateCard>
      <ReportForm
        {...{ record, side, path, values, errors }}
        isHandedOver={handover !== undefined}
        chosenKind={values.kind ?? query.dice}
        successors={unended
          .filter((record) => record.id !== id)
          .map((record) => ({
            value: record.id,
            label: `N.º ${record.number}, ${record.issuerName}, hasta el ${formatDate(record.validTo)}`,
          }))}
        submissionKey={randomId()}
        today={isoDay(now)}
      />
      <GuaranteeDocumentCard
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
        names={slots.actorNames}
        notice={side === 'advisor' ? notice : undefined}
      />
      {slots.sourceCard}
    </div>
  );
  // Phones stack the columns: a company first sees what it can do, an advisor the facts.
  const [gridStyle, columns] =
    side === 'company'
      ? ['lg:grid-cols-[5fr_7fr]', [actionCards, factCards]]
      : ['lg:grid-cols-[7fr_5fr]', [factCards, actionCards]];
  return (
    <>
      {slots.heading}
      <ProblemNotice problem={problem} />
      <DoneNotice>{side === 'company' ? notice : undefined}</DoneNotice>
      <div className={`grid items-start gap-5 ${gridStyle}`}>{columns}</div>
    </>
  );
}

function GuaranteeLink({ home, id, number }: { home: string; id: string; number: number }) {
  return <a href={`${home}/${id}`}>garantía {formatRequestNumber(number)}</a>;
}
