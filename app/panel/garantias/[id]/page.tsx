import { guaranteePage } from '#app/_lib/guarantee-page.tsx';
import { getPageMember } from '#app/_lib/page-member.ts';
import { readPageQuery, titled } from '#app/_lib/page-query.ts';
import { IssuedEnhancers } from '#components/issued/enhancers.tsx';
import { AskRenewal } from '#components/issued/guarantee-cards.tsx';
import { BackLink } from '#components/ui/back-link.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { sideCopy } from '#lib/domain/issued-guarantees/copy.ts';
import { mayFollow } from '#lib/domain/issued-guarantees/rules.ts';
import { guaranteeTypeCopy } from '#lib/domain/requests/submissions/copy.ts';
import { requestNumber } from '#lib/platform/chile/format.ts';

type Props = PageProps<'/panel/garantias/[id]'>;

const home = '/panel/garantias';

export const generateMetadata = titled('Tu garantía', { referrer: 'no-referrer' });

export default async function GuaranteePage(props: Props) {
  const { id } = await props.params;
  const asked = await readPageQuery(props);
  const member = await getPageMember(`${home}/${encodeURIComponent(id)}`);
  return (
    <>
      <IssuedEnhancers />
      <BackLink href={home} label="Tus garantías" />
      {
        await guaranteePage(member, {
          ...{ home, id, asked },
          names: sideCopy,
          heading: ({ number, type, recordedBy }) => (
            <PageHeading
              caption={recordedBy === 'company' ? 'Registrada por ti' : undefined}
              lead={guaranteeTypeCopy[type].label}
            >
              Garantía {requestNumber(number)}
            </PageHeading>
          ),
          next: (record, extension) => (
            <div className="mt-5 empty:hidden">
              {record.recordedBy === 'company' && mayFollow('anulada', record) && (
                <p className="mb-4">
                  <a href={`${home}/nueva?corrige=${id}`} className="inline-block py-2">
                    {record.document
                      ? 'Corregir sus datos'
                      : 'Corregir sus datos o agregar su documento'}
                  </a>
                </p>
              )}
              <AskRenewal {...{ record, extension, now: member.now }} path={`${home}/${id}`} />
              {extension?.askedIn && mayFollow('prorrogada', record) && (
                <p>
                  <a href={`/panel/solicitudes/${extension.askedIn}`} className="inline-block py-2">
                    Ver la solicitud {requestNumber(extension.askedIn)}
                  </a>
                </p>
              )}
            </div>
          ),
          origin: ({ submissionId }) =>
            submissionId !== null && (
              <p>
                <a href={`/panel/solicitudes/${submissionId}`} className="inline-block py-2">
                  Ver la solicitud {requestNumber(submissionId)}
                </a>{' '}
                <a href={`/panel/solicitudes/${submissionId}#otra`} className="inline-block py-2">
                  Pedir otra garantía con sus datos
                </a>
              </p>
            ),
        })
      }
    </>
  );
}
