import type { ReactNode } from 'react';
import { RequestPage } from '#app/_components/request-page.tsx';
import { openPageLink } from '#app/_lib/page-link.ts';
import { pageMetadata, secretPageMetadata } from '#app/_lib/page-query.ts';
import { findVisitor } from '#app/_lib/page-user.ts';
import { PanelFrame } from '#app/panel/_components/panel-frame.tsx';
import { EndedLinkPage } from '#components/site/ended-link.tsx';
import { SiteShell } from '#components/site/site-shell.tsx';
import { Container } from '#components/ui/container.tsx';
import { FirstFocus } from '#components/ui/first-focus.tsx';
import { HolderScope } from '#components/ui/holder-scope.tsx';
import { getShownPath } from '#lib/domain/links/reads.ts';
import { getLinkedRequest } from '#lib/domain/requests/applicant/reads.ts';
import { isOwnRequest } from '#lib/domain/requests/leads/reads/leads.ts';
import { formatRequestNumber } from '#lib/platform/chile/format.ts';
import { suggestEmail } from '#lib/platform/mail/email-typos.ts';

export const generateMetadata = pageMetadata('Tu solicitud', secretPageMetadata);

/** The page of a request, without a login. Its URL is a secret. */
export default async function ReceiptPage(props: PageProps<'/comprobante/[token]'>) {
  const { link, path, pageQuery, ended } = await openPageLink('receipt', props);
  if (ended) return <EndedLinkPage {...ended} />;
  const request = await getLinkedRequest(Number(link.subject));
  const suggestion = suggestEmail(request.answers.email);
  const visitor = await findVisitor();
  const isOwn = visitor !== null && (await isOwnRequest(visitor, request.id));
  return (
    <ReceiptFrame>
      {isOwn && (
        <p className="mb-4">
          <a href={`/panel/solicitudes/${request.id}`} className="inline-block py-2">
            Ver la solicitud {formatRequestNumber(request.id)} en tu panel
          </a>
        </p>
      )}
      <RequestPage
        request={request}
        path={path}
        pdfPath={`${path}/pdf`}
        pageQuery={pageQuery}
        hrefOf={({ number }) => getShownPath('issued', number)}
        about={
          <p className="mt-4 max-w-text text-sm">
            Te enviamos el enlace a esta página a{' '}
            <strong className="wrap-anywhere">{request.answers.email}</strong>. Aquí ves cómo va.
            {suggestion && (
              <>
                {' '}
                ¿Quisiste decir {suggestion}?{' '}
                <a href="#mensaje" className="inline-block py-1">
                  Avísale a tu asesor
                </a>
              </>
            )}
          </p>
        }
      />
    </ReceiptFrame>
  );
}

/**
 * Logged-in members see the navigation of the panel. `HolderScope id={null}`: the forms of the page
 * act by its link, not for an account.
 */
async function ReceiptFrame({ children }: { children: ReactNode }) {
  const visitor = await findVisitor();
  if (visitor && visitor.role !== 'admin') {
    return (
      <PanelFrame>
        <HolderScope id={null}>{children}</HolderScope>
      </PanelFrame>
    );
  }
  return (
    <SiteShell quiet>
      <Container>
        <div className="pt-4 pb-16 sm:pt-8">{children}</div>
        <FirstFocus />
      </Container>
    </SiteShell>
  );
}
