import { RequestPage } from '#app/_components/request-page.tsx';
import { getByPathNumber } from '#app/_lib/or-not-found.ts';
import { findNotice, pageMetadata, readPageQuery } from '#app/_lib/page-query.ts';
import { requirePageUser } from '#app/_lib/page-user.ts';
import { OtherAccount } from '#components/requests/other-account.tsx';
import { RequestLinks } from '#components/requests/request-links.tsx';
import { RequestMoves } from '#components/requests/request-moves.tsx';
import { BackLink } from '#components/ui/back-link.tsx';
import { DoneNotice } from '#components/ui/done-notice.tsx';
import { EditorsOnly } from '#components/ui/holder-scope.tsx';
import { Tag } from '#components/ui/tag.tsx';
import { listCompaniesOf } from '#lib/domain/accounts/companies/reads.ts';
import { findLastEnd } from '#lib/domain/links/reads.ts';
import { findOtherAccount, listRequestMoves } from '#lib/domain/requests/applicant/moves.ts';
import { getLinkedRequest, getOwnRequest } from '#lib/domain/requests/applicant/reads.ts';
import type { SignedInCtx } from '#lib/platform/operations/operation.ts';

type Props = PageProps<'/panel/solicitudes/[id]'>;

export const generateMetadata = pageMetadata('Tu solicitud', { referrer: 'no-referrer' });

const notices = {
  cerrados: 'Cerraste los enlaces: ya no abren nada.',
  enviado: 'Te enviamos un enlace nuevo a tu correo. Puede tardar unos minutos.',
};

export default async function OwnRequestPage({ params, searchParams }: Props) {
  const { id } = await params;
  const pageQuery = await readPageQuery({ searchParams });
  const user = await requirePageUser();
  const lookup = await getByPathNumber(id, (number) => getOwnRequestOrHolder(user, number));
  if (lookup.other) {
    return (
      <>
        <BackLink href="/panel/solicitudes" label="Volver a las solicitudes" />
        <OtherAccount submissionId={Number(id)} {...lookup.other} />
      </>
    );
  }
  const { submissionId, events, isUnsigned, email } = lookup.request;
  const path = `/panel/solicitudes/${submissionId}`;
  return (
    <>
      <BackLink href="/panel/solicitudes" label="Volver a las solicitudes" />
      <DoneNotice>
        {pageQuery.problem ? undefined : findNotice(notices, pageQuery.query)}
      </DoneNotice>
      {!user.companyId && <RequestMoves moves={await listRequestMoves(user, { submissionId })} />}
      <RequestPage
        request={{ ...(await getLinkedRequest(submissionId)), events }}
        path={path}
        pdfPath={`${path}/comprobante`}
        pageQuery={pageQuery}
        hrefOf={(record) => `/panel/garantias/${record.id}`}
        me={user.holderId}
        about={isUnsigned && <UnsignedNote email={email} />}
        footer={
          <>
            <RequestLinks
              submissionId={submissionId}
              openUntil={await findLastEnd('receipt', submissionId, user.now)}
            />
            <EditorsOnly>
              <p>
                <a href={`${path}/borrar`} className="inline-block py-2">
                  Borrar los datos de esta solicitud
                </a>
              </p>
            </EditorsOnly>
          </>
        }
      />
    </>
  );
}

/** Returns the request, or else the other account of the person where it is. */
async function getOwnRequestOrHolder(user: SignedInCtx, number: number) {
  try {
    return { request: await getOwnRequest(user, number) };
  } catch (error) {
    const companies = await listCompaniesOf(user.accountId);
    const other = await findOtherAccount(user, number, companies);
    if (!other) throw error;
    return { other };
  }
}

function UnsignedNote({ email }: { email: string }) {
  return (
    <div className="mt-4 grid max-w-text justify-items-start gap-2">
      <Tag tone="warning">Enviada sin iniciar sesión</Tag>
      <p className="text-sm wrap-anywhere text-ink-soft">
        Llegó con el correo {email}, sin que nadie de la empresa hubiera ingresado. Confirma con esa
        persona que la pidió.
      </p>
    </div>
  );
}
