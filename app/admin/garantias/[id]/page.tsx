import { notFound } from 'next/navigation';
import { GuaranteePage } from '#app/_components/guarantee-page.tsx';
import { orNotFound } from '#app/_lib/or-not-found.ts';
import { pageMetadata, pathPart, readPageQuery } from '#app/_lib/page-query.ts';
import { getPageAdmin } from '#app/_lib/page-user.ts';
import { OfferExtensionLink } from '#components/admin/offer-extension-link.tsx';
import { BackLink } from '#components/ui/back-link.tsx';
import { Card } from '#components/ui/card.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { SummaryList } from '#components/ui/summary-list.tsx';
import { listAdvisors } from '#lib/domain/accounts/reads/advisors.ts';
import { listExtensions } from '#lib/domain/issued-guarantees/reads/extensions.ts';
import { issuedParams } from '#lib/domain/issued-guarantees/schema.ts';
import { openIssuedGuarantee } from '#lib/domain/issued-guarantees/writes/open-guarantee.ts';
import { guaranteeTypeCopy } from '#lib/domain/requests/submissions/copy.ts';
import { formatDateTime } from '#lib/platform/chile/format.ts';

type Props = PageProps<'/admin/garantias/[id]'>;

const listPath = '/admin/garantias';

export const generateMetadata = pageMetadata('Garantía');

export default async function AdminGuaranteePage(props: Props) {
  const id = pathPart((await props.params).id);
  const pageQuery = await readPageQuery(props);
  const admin = await getPageAdmin();
  if (!issuedParams.safeParse({ id }).success) notFound();
  const advisorNames = Object.fromEntries(
    (await listAdvisors()).map(({ id, name, email }) => [id, name ?? email]),
  );
  const record = await orNotFound(() => openIssuedGuarantee(admin, id));
  const { number, submissionId, leadId } = record;
  const extension = (await listExtensions([number])).get(number);
  return (
    <>
      <BackLink href={listPath} label="Garantías" />
      <GuaranteePage
        {...{ listPath, record, pageQuery }}
        ctx={admin}
        actorNames={{ advisor: 'El equipo', company: 'La empresa', ...advisorNames }}
        heading={
          <PageHeading caption={`Garantía N.º ${number}`}>
            {guaranteeTypeCopy[record.type].label}, {record.issuerName}
          </PageHeading>
        }
        nextAct={
          <div className="mt-4 empty:hidden">
            {record.reported === 'anulada' && leadId !== null && (
              <LinkButton href={`/admin/leads/${leadId}/emision/${record.item}`} compact>
                Registrarla corregida
              </LinkButton>
            )}
            <OfferExtensionLink {...{ record, extension, now: admin.now }} />
          </div>
        }
        sourceCard={
          <Card title="De dónde viene">
            <SummaryList
              dense
              rows={[
                {
                  label: 'La registró',
                  value:
                    record.recordedBy === 'advisor' ? 'El equipo' : 'La empresa, por su cuenta',
                },
                { label: 'Cuándo', value: formatDateTime(record.createdAt) },
                { label: 'Correo', value: record.email },
                ...(leadId === null
                  ? []
                  : [
                      {
                        label: 'Solicitud',
                        value: <a href={`/admin/leads/${leadId}#emision`}>N.º {submissionId}</a>,
                      },
                    ]),
              ]}
            />
          </Card>
        }
      />
    </>
  );
}
