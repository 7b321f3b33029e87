import { notFound } from 'next/navigation';
import { orNotFound } from '#app/_lib/or-not-found.ts';
import { pageMetadata, readPageQuery } from '#app/_lib/page-query.ts';
import { requirePageUser } from '#app/_lib/page-user.ts';
import { ProblemNotice } from '#components/forms/problem-notice.tsx';
import { ExtensionForm } from '#components/issued-guarantees/extension-form.tsx';
import { ReadNotice } from '#components/issued-guarantees/read-notice.tsx';
import { BackLink } from '#components/ui/back-link.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { issuedLabels } from '#lib/domain/issued-guarantees/copy.ts';
import { formValuesOf } from '#lib/domain/issued-guarantees/form-values.ts';
import { getIssuedGuarantee } from '#lib/domain/issued-guarantees/reads/guarantees.ts';
import { dayAfter } from '#lib/domain/issued-guarantees/receive-extension.ts';
import { mayReportNext } from '#lib/domain/issued-guarantees/rules.ts';
import { guaranteeTypeCopy } from '#lib/domain/requests/submissions/copy.ts';
import { formatDate, formatRequestNumber, isoDay } from '#lib/platform/chile/format.ts';
import { getEnv } from '#lib/platform/config/env.ts';

export const generateMetadata = pageMetadata('Anotar el nuevo plazo');

export default async function ExtensionPage(props: PageProps<'/panel/garantias/[id]/nuevo-plazo'>) {
  const { id } = await props.params;
  const { problem, values, errors } = await readPageQuery(props);
  const user = await requirePageUser();
  const record = await orNotFound(() => getIssuedGuarantee(user, id));
  if (!mayReportNext('prorrogada', record)) notFound();
  const { number, type, validTo, issuerName, issuerNumber } = record;
  const path = `/panel/garantias/${id}` as const;
  // Without errors the form only returns to show what a program read in the document.
  const isRead = problem?.code === 'validation_failed' && Object.keys(errors).length === 0;
  return (
    <div className="max-w-text">
      <BackLink href={path} label={`Garantía ${formatRequestNumber(number)}`} />
      <PageHeading
        caption={`${guaranteeTypeCopy[type].label}, ${issuerName} ${issuerNumber}, hasta el ${formatDate(validTo)}`}
        intro="Para la prórroga, el endoso o la garantía nueva que conseguiste. Lo demás queda como en la de ahora, y los avisos siguen la fecha nueva."
      >
        Anotar el nuevo plazo
      </PageHeading>
      {isRead && <ReadNotice message={problem?.message} />}
      <ProblemNotice problem={isRead ? null : problem} labels={issuedLabels} />
      <ExtensionForm
        action={`${path}/nuevo-plazo/guardar`}
        values={{
          ...formValuesOf(record, ['issuerName', 'amount', 'currency']),
          validFrom: dayAfter(record),
          ...values,
        }}
        errors={errors}
        today={isoDay(user.now)}
        maxUploadMb={getEnv().maxUploadMb}
        isReceived={Boolean(values.subido) && !errors.file}
      />
    </div>
  );
}
