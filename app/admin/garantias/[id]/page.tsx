import { notFound } from 'next/navigation';
import { getPageAdmin } from '#app/page-member.ts';
import {
  addressOf,
  noticeOf,
  type PageProps,
  pathPart,
  readPageQuery,
  titled,
} from '#app/page-query.ts';
import { AdminPage } from '#components/admin/admin-page.tsx';
import { GuaranteeSaid } from '#components/admin/guarantee-said.tsx';
import { ProblemNotice } from '#components/forms/problem-notice.tsx';
import { IssuedEnhancers } from '#components/issued/enhancers.tsx';
import { GuaranteeHistory } from '#components/issued/guarantee-history.tsx';
import { StandingTag } from '#components/issued/standing-tag.tsx';
import { VerificationBox } from '#components/issued/verification-box.tsx';
import { BackLink } from '#components/ui/back-link.tsx';
import { Card } from '#components/ui/card.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { SummaryList } from '#components/ui/summary-list.tsx';
import { guaranteeTypeCopy } from '#lib/domain/guarantees/copy.ts';
import { getGuaranteeRequest } from '#lib/domain/guarantees/reads.ts';
import { codeNotices, factRows, issuedLabels } from '#lib/domain/issued/copy.ts';
import { type IssuedDetail, listAlive, listEvents } from '#lib/domain/issued/reads.ts';
import { mayFollow } from '#lib/domain/issued/rules.ts';
import { issuedId, spokenKinds } from '#lib/domain/issued/schema.ts';
import { eventText } from '#lib/domain/issued/view.ts';
import { openIssued } from '#lib/domain/issued/writes/open-issued.ts';
import { getEnv } from '#lib/platform/env.ts';
import { AppError } from '#lib/platform/errors.ts';
import { formatAmount, formatDate, formatDateTime, isoDay } from '#lib/platform/format.ts';
import { randomId } from '#lib/platform/ids.ts';
import { formatRut } from '#lib/platform/rut.ts';

type Props = PageProps & { params: Promise<{ id: string }> };

export const generateMetadata = titled('Garantía');

export default async function GuaranteePage(props: Props) {
  const id = pathPart((await props.params).id);
  const { query, problem, values, errors } = await readPageQuery(props);
  const admin = await getPageAdmin(addressOf(`/admin/garantias/${encodeURIComponent(id)}`, query));
  if (!issuedId.safeParse({ id }).success) notFound();
  const record = await openIssued(admin, id).catch(missing);
  const { number, submissionId, email, recordedBy, document, code, openings } = record;
  const [events, alive, request] = await Promise.all([
    listEvents(number),
    listAlive({ email, now: admin.now }),
    submissionId === null ? null : getGuaranteeRequest(submissionId),
  ]);
  const kinds = spokenKinds.filter(
    (kind) => mayFollow(kind, record) && (kind !== 'anulada' || recordedBy === 'advisor'),
  );
  const said = values.kind ?? query.dice;
  return (
    <AdminPage email={admin.email} current="garantias" enhancers={<IssuedEnhancers />}>
      <BackLink href="/admin/garantias" label="Garantías" />
      <PageHeading caption={`Garantía N.º ${number}`}>
        {guaranteeTypeCopy[record.type].label}, {record.issuerName}
      </PageHeading>
      <ProblemNotice problem={problem} />
      <div className="grid items-start gap-5 lg:grid-cols-[7fr_5fr]">
        <div className="grid gap-5">
          <Card title="Qué dice" aside={<StandingTag record={record} now={admin.now} />}>
            <SummaryList dense rows={[...factRows(record), ...moreRows(record)]} />
            {document && (
              <div className="mt-5">
                <LinkButton href={`/api/guarantees/issued/${id}/document`} variant="secondary">
                  Descargar {document.fileName}
                </LinkButton>
              </div>
            )}
          </Card>
          <GuaranteeHistory
            events={events.map((event) => ({ ...event, text: eventText(event, record.currency) }))}
            names={{ advisor: 'El equipo', company: 'La empresa' }}
            now={admin.now}
            done={problem ? undefined : noticeOf(notices, query)}
          />
        </div>
        <div className="grid gap-5">
          <GuaranteeSaid
            {...{ record, kinds, values, errors }}
            kind={kinds.find((kind) => kind === said)}
            once={randomId()}
            today={isoDay(admin.now)}
            successors={alive
              .filter((other) => other.number !== number)
              .map((other) => ({
                value: other.id,
                label: `N.º ${other.number}, ${other.issuerName}, hasta el ${formatDate(other.validTo)}`,
              }))}
          />
          {record.said !== 'anulada' && (
            <VerificationBox
              path={`/admin/garantias/${id}`}
              appUrl={getEnv().appUrl}
              {...{ code, openings }}
            />
          )}
          <Card title="De dónde viene" compact>
            <SummaryList
              dense
              rows={[
                {
                  label: 'La registró',
                  value: recordedBy === 'advisor' ? 'El equipo' : 'La empresa, por su cuenta',
                },
                { label: 'Cuándo', value: formatDateTime(record.createdAt) },
                { label: 'Correo', value: email },
                ...(request
                  ? [
                      {
                        label: 'Solicitud',
                        value: (
                          <a href={`/admin/leads/${request.leadId}#emision`}>N.º {submissionId}</a>
                        ),
                      },
                    ]
                  : []),
              ]}
            />
          </Card>
        </div>
      </div>
    </AdminPage>
  );
}

function missing(error: unknown): never {
  if (error instanceof AppError && error.code === 'not_found') notFound();
  throw error;
}

/** What only the team and the company need of it. */
function moreRows(record: IssuedDetail) {
  const { issuerRut, issuerVerifyUrl, tenderId, glosa, note, claimed, successorId } = record;
  const isOurs = record.recordedBy === 'advisor';
  return [
    { label: issuedLabels.beneficiaryRut, value: formatRut(record.beneficiaryRut) },
    { label: issuedLabels.holderName, value: record.holderName },
    { label: issuedLabels.holderRut, value: formatRut(record.holderRut) },
    { label: issuedLabels.issuerRut, value: issuerRut && formatRut(issuerRut) },
    {
      label: issuedLabels.issuerVerifyUrl,
      value: issuerVerifyUrl && (
        <a href={issuerVerifyUrl} rel="noopener noreferrer" className="wrap-anywhere">
          {issuerVerifyUrl}
        </a>
      ),
    },
    { label: issuedLabels.tenderId, value: tenderId },
    { label: 'Cobrado', value: claimed && formatAmount(claimed, record.currency) },
    {
      label: 'La reemplaza',
      value: successorId && <a href={`/admin/garantias/${successorId}`}>Ver la garantía nueva</a>,
    },
    { label: issuedLabels.glosa, value: glosa && <Long>{glosa}</Long> },
    { label: issuedLabels.note, value: isOurs && note && <Long>{note}</Long> },
  ].filter(({ value }) => value);
}

function Long({ children }: { children: string }) {
  return <span className="font-normal whitespace-pre-line wrap-anywhere">{children}</span>;
}

const notices: Record<string, string> = {
  ...codeNotices,
  entregada: 'Anotamos la entrega.',
  devuelta: 'Anotamos la devolución.',
  cobrada: 'Anotamos el cobro.',
  prorrogada: 'Anotamos qué garantía la reemplaza.',
  anulada: 'Quedó anulada.',
};
