import type { Metadata } from 'next';
import { foundOrNot } from '#app/or-not-found.ts';
import { findPageDraft } from '#app/page-draft.ts';
import { getPageMember } from '#app/page-member.ts';
import { noticeOf, type PageProps, readPageQuery } from '#app/page-query.ts';
import { ProblemNotice } from '#components/forms/problem-notice.tsx';
import { AskRenewal } from '#components/issued/ask-renewal.tsx';
import { DocumentCard } from '#components/issued/document-card.tsx';
import { endText } from '#components/issued/end-text.ts';
import { IssuedEnhancers } from '#components/issued/enhancers.tsx';
import { GuaranteeHistory } from '#components/issued/guarantee-history.tsx';
import { SayForm } from '#components/issued/say-form.tsx';
import { StandingTag } from '#components/issued/standing-tag.tsx';
import { VerificationBox } from '#components/issued/verification-box.tsx';
import { PanelPage } from '#components/panel/panel-page.tsx';
import { BackLink } from '#components/ui/back-link.tsx';
import { Card } from '#components/ui/card.tsx';
import { DatedText } from '#components/ui/dated-text.tsx';
import { DoneNotice } from '#components/ui/done-notice.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { SummaryList } from '#components/ui/summary-list.tsx';
import { isOther } from '#lib/domain/drafts/rules.ts';
import { guaranteeTypeCopy } from '#lib/domain/guarantees/copy.ts';
import {
  codeNotices,
  issuedLabels,
  recordRows,
  sayCopy,
  sideCopy,
} from '#lib/domain/issued/copy.ts';
import {
  getIssued,
  type IssuedDetail,
  listEvents,
  listReplaced,
} from '#lib/domain/issued/reads.ts';
import { mayFollow } from '#lib/domain/issued/rules.ts';
import { eventText } from '#lib/domain/issued/view.ts';
import { getEnv } from '#lib/platform/env.ts';
import { isoDay, requestNumber } from '#lib/platform/format.ts';
import { randomId } from '#lib/platform/ids.ts';

type Props = PageProps & { params: Promise<{ id: string }> };

export const metadata: Metadata = { title: 'Tu garantía', referrer: 'no-referrer' };

const notices = {
  ...codeNotices,
  registrada: 'Agregamos la garantía.',
  anulada: 'La garantía quedó anulada.',
  entregada: sayCopy.entregada.done,
  devuelta: sayCopy.devuelta.done,
  cobrada: sayCopy.cobrada.done,
};

export default async function GuaranteePage({ params, searchParams }: Props) {
  const { id } = await params;
  const { query, problem, values, errors } = await readPageQuery({ searchParams });
  const member = await getPageMember(`/panel/garantias/${encodeURIComponent(id)}`);
  const record = await foundOrNot(() => getIssued(member, id));
  const { now } = member;
  const { number, type, recordedBy, document, submissionId, code, openings } = record;
  const [events, replaced] = await Promise.all([listEvents(number), listReplaced(record)]);
  const path = `/panel/garantias/${id}`;
  const api = `/api/guarantees/issued/${id}`;
  const isOver = isOther(await findPageDraft(), { renews: number });
  return (
    <PanelPage member={member} current="garantias" enhancers={<IssuedEnhancers />}>
      <BackLink href="/panel/garantias" label="Tus garantías" />
      <PageHeading
        caption={recordedBy === 'company' ? 'Registrada por ti' : undefined}
        lead={guaranteeTypeCopy[type].label}
      >
        Garantía {requestNumber(number)}
      </PageHeading>
      <ProblemNotice problem={problem} />
      <DoneNotice>{problem ? undefined : noticeOf(notices, query)}</DoneNotice>
      <div className="grid items-start gap-5 lg:grid-cols-[5fr_7fr]">
        <div className="grid gap-5">
          <Card title="Estado" aside={<StandingTag record={record} now={now} />}>
            <p className="font-semibold">
              <DatedText text={endText(record, now)} />
            </p>
            <Links record={record} replaced={replaced} />
            {mayFollow('prorrogada', record) && (
              <div className="mt-5">
                <AskRenewal path={path} isOver={isOver} />
              </div>
            )}
          </Card>
          <DocumentCard
            document={document}
            documentHref={`${api}/document`}
            sheetHref={record.said === 'anulada' ? null : `${api}/sheet`}
          />
          {record.said !== 'anulada' && (
            <VerificationBox path={path} appUrl={getEnv().appUrl} {...{ code, openings }} />
          )}
          <SayForm
            guarantee={record}
            values={values}
            errors={errors}
            today={isoDay(now)}
            once={randomId()}
          />
        </div>
        <div className="grid gap-5">
          <Card title="Lo que dice">
            <SummaryList rows={rowsOf(record)} />
          </Card>
          <GuaranteeHistory
            events={events.map((event) => ({ ...event, text: eventText(event, record.currency) }))}
            names={sideCopy}
            now={now}
          />
          {submissionId !== null && (
            <p>
              <a href={`/panel/solicitudes/${submissionId}`} className="inline-block py-2">
                Ver la solicitud {requestNumber(submissionId)}
              </a>
            </p>
          )}
        </div>
      </div>
    </PanelPage>
  );
}

function rowsOf(record: IssuedDetail) {
  const { issuerVerifyUrl: url, recordedBy, note } = record;
  return [
    ...recordRows(record),
    ...(url
      ? [
          {
            label: issuedLabels.issuerVerifyUrl,
            value: (
              <a href={url} rel="noreferrer">
                {url}
              </a>
            ),
          },
        ]
      : []),
    ...(recordedBy === 'company' && note ? [{ label: issuedLabels.note, value: note }] : []),
  ];
}

type LinksProps = { record: IssuedDetail; replaced: readonly IssuedDetail[] };

function Links({ record: { successor, successorId }, replaced }: LinksProps) {
  return (
    <>
      {successorId && successor !== null && (
        <p className="mt-2">
          La reemplaza la{' '}
          <a href={`/panel/garantias/${successorId}`}>garantía {requestNumber(successor)}</a>.
        </p>
      )}
      {replaced.map(({ id, number }) => (
        <p key={id} className="mt-2">
          Reemplaza a la <a href={`/panel/garantias/${id}`}>garantía {requestNumber(number)}</a>.
        </p>
      ))}
    </>
  );
}
