import { notFound } from 'next/navigation';
import { guaranteePage } from '#app/_lib/guarantee-page.tsx';
import { getPageAdmin } from '#app/_lib/page-member.ts';
import { addressOf, pathPart, readPageQuery, titled } from '#app/_lib/page-query.ts';
import { RenewLink } from '#components/admin/renew-link.tsx';
import { BackLink } from '#components/ui/back-link.tsx';
import { Card } from '#components/ui/card.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { SummaryList } from '#components/ui/summary-list.tsx';
import { listAdvisors } from '#lib/domain/accounts/reads.ts';
import { issuedId } from '#lib/domain/issued-guarantees/schema.ts';
import { guaranteeTypeCopy } from '#lib/domain/requests/submissions/copy.ts';
import { formatDateTime } from '#lib/platform/chile/format.ts';

type Props = PageProps<'/admin/garantias/[id]'>;

const home = '/admin/garantias';

export const generateMetadata = titled('Garantía');

export default async function GuaranteePage(props: Props) {
  const id = pathPart((await props.params).id);
  const asked = await readPageQuery(props);
  const admin = await getPageAdmin(addressOf(`${home}/${encodeURIComponent(id)}`, asked.query));
  if (!issuedId.safeParse({ id }).success) notFound();
  const people = Object.fromEntries(
    (await listAdvisors()).map(({ id, name, email }) => [id, name ?? email]),
  );
  return (
    <>
      <BackLink href={home} label="Garantías" />
      {
        await guaranteePage(admin, {
          ...{ home, id, asked },
          names: { advisor: 'El equipo', company: 'La empresa', ...people },
          heading: ({ number, type, issuerName }) => (
            <PageHeading caption={`Garantía N.º ${number}`}>
              {guaranteeTypeCopy[type].label}, {issuerName}
            </PageHeading>
          ),
          next: (record, extension) => (
            <div className="mt-4 empty:hidden">
              {record.said === 'anulada' && record.leadId !== null && (
                <LinkButton href={`/admin/leads/${record.leadId}/emision/${record.item}`} compact>
                  Registrarla corregida
                </LinkButton>
              )}
              <RenewLink {...{ record, extension, now: admin.now }} />
            </div>
          ),
          origin: ({ recordedBy, createdAt, email, submissionId, leadId }) => (
            <Card title="De dónde viene" compact>
              <SummaryList
                dense
                rows={[
                  {
                    label: 'La registró',
                    value: recordedBy === 'advisor' ? 'El equipo' : 'La empresa, por su cuenta',
                  },
                  { label: 'Cuándo', value: formatDateTime(createdAt) },
                  { label: 'Correo', value: email },
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
          ),
        })
      }
    </>
  );
}
