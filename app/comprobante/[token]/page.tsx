import { openPageLink } from '#app/_lib/page-link.ts';
import { titled, unlisted } from '#app/_lib/page-query.ts';
import { RequestPage } from '#app/_lib/request-page.tsx';
import { EndedLink } from '#components/site/ended-link.tsx';
import { SiteShell } from '#components/site/site-shell.tsx';
import { Container } from '#components/ui/container.tsx';
import { FirstFocus } from '#components/ui/first-focus.tsx';
import { getShownPath } from '#lib/domain/links/reads.ts';
import { getLinkedRequest } from '#lib/domain/requests/applicant/reads.ts';
import { suggestEmail } from '#lib/platform/mail/email-typos.ts';

export const generateMetadata = titled('Tu solicitud', unlisted);

/** The page of a request, without a login. Its URL is a secret. */
export default async function ReceiptPage(props: PageProps<'/comprobante/[token]'>) {
  const { link, path, pageQuery, ended } = await openPageLink('receipt', props);
  if (ended) {
    return (
      <SiteShell quiet>
        <EndedLink {...ended} />
      </SiteShell>
    );
  }
  const request = await getLinkedRequest(Number(link.subject));
  const suggestion = suggestEmail(request.answers.email);
  return (
    <SiteShell quiet>
      <Container>
        <div className="pt-4 pb-16 sm:pt-8">
          <RequestPage
            request={request}
            path={path}
            pdf={`${path}/pdf`}
            pageQuery={pageQuery}
            hrefOf={({ number }) => getShownPath('issued', number)}
            about={
              <p className="mt-4 max-w-text text-sm">
                Te enviamos el enlace a esta página a{' '}
                <strong className="wrap-anywhere">{request.answers.email}</strong>. Aquí ves cómo
                va.
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
        </div>
        <FirstFocus />
      </Container>
    </SiteShell>
  );
}
