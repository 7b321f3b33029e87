import { GuaranteePage } from '#app/_components/guarantee-page.tsx';
import { orNotFound } from '#app/_lib/or-not-found.ts';
import { pageMetadata, readPageQuery } from '#app/_lib/page-query.ts';
import { requirePageUser } from '#app/_lib/page-user.ts';
import { AskRenewal } from '#components/issued-guarantees/guarantee-cards.tsx';
import { BackLink } from '#components/ui/back-link.tsx';
import { EditorsOnly } from '#components/ui/holder-scope.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { listAllMembers } from '#lib/domain/accounts/companies/reads.ts';
import { sideCopy } from '#lib/domain/issued-guarantees/copy.ts';
import { listExtensions } from '#lib/domain/issued-guarantees/reads/extensions.ts';
import { mayReportNext } from '#lib/domain/issued-guarantees/rules.ts';
import { openIssuedGuarantee } from '#lib/domain/issued-guarantees/writes/open-guarantee.ts';
import { guaranteeTypeCopy } from '#lib/domain/requests/submissions/copy.ts';
import { formatRequestNumber } from '#lib/platform/chile/format.ts';

type Props = PageProps<'/panel/garantias/[id]'>;

const listPath = '/panel/garantias';

export const generateMetadata = pageMetadata('Tu garantía', { referrer: 'no-referrer' });

export default async function OwnGuaranteePage(props: Props) {
  const { id } = await props.params;
  const pageQuery = await readPageQuery(props);
  const user = await requirePageUser();
  const record = await orNotFound(() => openIssuedGuarantee(user, id));
  const { number, recordedBy, companyId, submissionId } = record;
  const [extensions, members] = await Promise.all([
    listExtensions([number]),
    companyId ? listAllMembers(companyId) : [],
  ]);
  const extension = extensions.get(number);
  const names = Object.fromEntries(members.map(({ id, name, email }) => [id, name ?? email]));
  return (
    <>
      <BackLink href={listPath} label="Tus garantías" />
      <GuaranteePage
        {...{ listPath, record, pageQuery }}
        ctx={user}
        actorNames={{ ...sideCopy, ...names }}
        heading={
          <PageHeading
            caption={
              recordedBy === 'company'
                ? `Registrada por ${companyId ? 'la empresa' : 'ti'}`
                : undefined
            }
            intro={guaranteeTypeCopy[record.type].label}
          >
            Garantía {formatRequestNumber(number)}
          </PageHeading>
        }
        nextAct={
          <div className="mt-5 grid gap-3 empty:hidden">
            <AskRenewal
              {...{ record, extension, now: user.now, me: user.email }}
              path={`${listPath}/${id}`}
              typed={pageQuery}
            />
            {extension?.requestSubmissionId && mayReportNext('prorrogada', record) && (
              <p>
                <a
                  href={`/panel/solicitudes/${extension.requestSubmissionId}`}
                  className="inline-block py-2"
                >
                  Ver la solicitud {formatRequestNumber(extension.requestSubmissionId)}
                </a>
              </p>
            )}
            {recordedBy === 'company' && mayReportNext('anulada', record) && (
              <EditorsOnly>
                <p>
                  <a href={`${listPath}/nueva?corrige=${id}`} className="inline-block py-2">
                    {record.document
                      ? 'Corregir sus datos'
                      : 'Corregir sus datos o agregar su documento'}
                  </a>
                </p>
              </EditorsOnly>
            )}
          </div>
        }
        sourceCard={
          submissionId !== null && (
            <p className="flex flex-wrap gap-x-6">
              <a href={`/panel/solicitudes/${submissionId}`} className="inline-block py-2">
                Ver la solicitud {formatRequestNumber(submissionId)}
              </a>
              <EditorsOnly>
                <a href={`/panel/solicitudes/${submissionId}#otra`} className="inline-block py-2">
                  Pedir otra garantía con sus datos
                </a>
              </EditorsOnly>
            </p>
          )
        }
      />
    </>
  );
}
