import { getByPathNumber } from '#app/_lib/or-not-found.ts';
import { pageMetadata, readPageQuery } from '#app/_lib/page-query.ts';
import { getPageAdmin } from '#app/_lib/page-user.ts';
import { fromList, leadHref } from '#components/admin/lead/lead-form.ts';
import { ProblemNotice } from '#components/forms/problem-notice.tsx';
import { ReadNotice } from '#components/issued-guarantees/read-notice.tsx';
import { RecordForm } from '#components/issued-guarantees/record-form.tsx';
import { BackLink } from '#components/ui/back-link.tsx';
import { Card } from '#components/ui/card.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { SummaryList } from '#components/ui/summary-list.tsx';
import { UnbrokenText } from '#components/ui/unbroken-text.tsx';
import { issuedLabels, issuedRefusals } from '#lib/domain/issued-guarantees/copy.ts';
import { namesTender } from '#lib/domain/issued-guarantees/differences.ts';
import { listIssueGaps } from '#lib/domain/issued-guarantees/issue-gaps.ts';
import { prefillRecord } from '#lib/domain/issued-guarantees/record-form.ts';
import { mayRecordIssue } from '#lib/domain/requests/leads/rules.ts';
import { guaranteeTypeCopy } from '#lib/domain/requests/submissions/copy.ts';
import { guaranteeRows } from '#lib/domain/requests/submissions/view.ts';
import { inboxSearchParams } from '#lib/domain/requests/team/list-query.ts';
import { openLead } from '#lib/domain/requests/team/writes/open-lead.ts';
import { findTenderStatus } from '#lib/domain/tenders/reads.ts';
import { tenderCautionText } from '#lib/domain/tenders/view.ts';
import { capitalise, isoDay } from '#lib/platform/chile/format.ts';
import { getEnv } from '#lib/platform/config/env.ts';

type Props = PageProps<'/admin/leads/[id]/emision/[item]'>;

export const generateMetadata = pageMetadata('Registrar emisión');

export default async function IssuePage(props: Props) {
  const { id, item } = await props.params;
  const { query, problem, values, errors } = await readPageQuery(props);
  const admin = await getPageAdmin();
  const lead = await getByPathNumber(id, (number) => openLead(admin, number));
  const {
    prefilled,
    known: storedRecord,
    requested,
    stored: storedFile,
    record: existingRecord,
    duplicate,
    differences,
  } = await getByPathNumber(item, (position) => prefillRecord(admin, lead, position, values));
  const cautionText = tenderCautionText(await findTenderStatus(lead.tenderId, admin.now), [
    requested,
  ]);
  const list = inboxSearchParams(query.lista);
  const isUnapproved = lead.state !== 'aprobada' && lead.state !== 'emitida';
  const gaps = await listIssueGaps(admin, lead);
  const requestedRows = [
    ...guaranteeRows(requested),
    {
      label: issuedLabels.holderName,
      value: `${prefilled.holderName ?? ''} ${prefilled.holderRut}`,
    },
    {
      label: issuedLabels.beneficiaryName,
      value: `${prefilled.beneficiaryName ?? ''} ${prefilled.beneficiaryRut}`,
    },
    ...(prefilled.tenderId ? [{ label: issuedLabels.tenderId, value: prefilled.tenderId }] : []),
    ...(prefilled.glosa && !namesTender(prefilled.glosa, prefilled.tenderId)
      ? [{ label: 'Ojo', value: `Su glosa no menciona ${prefilled.tenderId}.` }]
      : []),
  ];
  const isReading = values.leer && Object.keys(errors).length === 0;
  const isSessionExpired = problem?.code === 'no_session';
  return (
    <>
      <BackLink href={`${leadHref(lead.id, list)}#emision`} label="Volver a la solicitud" />
      <PageHeading caption={`Solicitud N.º ${lead.submissionId} · ${lead.company ?? lead.name}`}>
        Registrar emisión: {guaranteeTypeCopy[requested.tipoGarantia].label}
      </PageHeading>
      {existingRecord ? (
        <Notice title={issuedRefusals.item}>
          <RecordLink {...existingRecord} />
        </Notice>
      ) : !mayRecordIssue(lead) ? (
        <Notice tone="warning">
          <p>{issuedRefusals.state}</p>
        </Notice>
      ) : (
        <>
          {isReading && <ReadNotice message={problem?.message} />}
          {isSessionExpired ? (
            <div className="mb-6">
              <Notice role="status">
                <p>Tu sesión había vencido. Revisa lo que escribiste y envíalo otra vez.</p>
              </Notice>
            </div>
          ) : (
            <ProblemNotice problem={isReading ? null : problem} labels={issuedLabels}>
              {problem?.code === 'conflict' && duplicate && <RecordLink {...duplicate} />}
            </ProblemNotice>
          )}
          {gaps.length > 0 && (
            <div className="mb-6">
              <Notice tone="warning" title="Todavía falta">
                <ul className="list-disc pl-5">
                  {gaps.map((gap) => (
                    <li key={gap}>
                      <UnbrokenText text={capitalise(gap)} />
                    </li>
                  ))}
                </ul>
              </Notice>
            </div>
          )}
          {cautionText && (
            <div className="mb-6">
              <Notice tone="danger">
                <p>{cautionText}</p>
              </Notice>
            </div>
          )}
          <div className="grid items-start gap-5 lg:grid-cols-[7fr_4fr]">
            <Card>
              <RecordForm
                action={`/admin/leads/${lead.id}/emision/${item}/guardar${fromList(list)}`}
                values={{ ...prefilled, ...storedRecord, ...values }}
                maxUploadMb={getEnv().maxUploadMb}
                today={isoDay(admin.now)}
                received={
                  storedFile && {
                    field: 'documentId',
                    id: storedFile.id,
                    name: storedFile.fileName,
                  }
                }
                fileLabel="Documento emitido"
                buttonLabel="Registrar emisión"
                {...{ errors, differences }}
              />
              <p className="mt-3 text-sm text-ink-soft">
                {isUnapproved && 'La solicitud queda aprobada. '}
                Quien la pidió recibe un correo con el enlace a su garantía.
              </p>
            </Card>
            <Card title="Lo que pidió" compact>
              <SummaryList dense rows={requestedRows} />
            </Card>
          </div>
        </>
      )}
    </>
  );
}

function RecordLink({ id, number }: { id: string; number: number }) {
  return (
    <p>
      <a href={`/admin/garantias/${id}`} className="inline-block py-1.5">
        Ver la Garantía N.º {number}
      </a>
    </p>
  );
}
