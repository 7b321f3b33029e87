import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { notFound } from 'next/navigation';
import { type PageProps, readPageQuery } from '#app/page-query.ts';
import { requestPage } from '#app/request-page.tsx';
import { EndedLink } from '#components/site/ended-link.tsx';
import { SiteShell } from '#components/site/site-shell.tsx';
import { Container } from '#components/ui/container.tsx';
import { getShownPath } from '#lib/domain/links/reads.ts';
import { isEnded, isVisit } from '#lib/domain/links/rules.ts';
import { openLink } from '#lib/domain/links/writes.ts';
import { getLinkedRequest } from '#lib/domain/own-requests/reads.ts';
import { now } from '#lib/platform/clock.ts';
import { meantEmail } from '#lib/platform/email-slips.ts';

export const metadata: Metadata = {
  title: 'Tu solicitud',
  robots: { index: false },
  referrer: 'no-referrer',
};

type Props = PageProps & { params: Promise<{ token: string }> };

/** The page of a request. Its address needs no login, so it is never linked from elsewhere. */
export default async function ReceiptPage({ params, searchParams }: Props) {
  const { token } = await params;
  const link = await openLink('receipt', token, { visit: isVisit(await headers()), now: now() });
  if (!link) notFound();
  const asked = await readPageQuery({ searchParams });
  const path = `/comprobante/${encodeURIComponent(token)}`;
  if (isEnded(link, now())) {
    const isSent = asked.query.aviso === 'enviado';
    return (
      <SiteShell quiet>
        <EndedLink
          kind="receipt"
          action={`/f${path}/pedir`}
          asked={isSent}
          problem={asked.problem}
        />
      </SiteShell>
    );
  }
  const request = await getLinkedRequest(Number(link.subject));
  const meant = meantEmail(request.answers.email);
  return (
    <SiteShell quiet>
      <Container width="form">
        <div className="pt-8 pb-16">
          {
            await requestPage(request, {
              path,
              pdf: `${path}/pdf`,
              asked,
              hrefOf: ({ number }) => getShownPath('issued', number),
              about: (
                <p className="mt-4 text-center">
                  Te enviamos el enlace a esta página a{' '}
                  <strong className="wrap-anywhere">{request.answers.email}</strong>. Aquí ves cómo
                  va.
                  {meant && (
                    <>
                      {' '}
                      ¿Quisiste decir {meant}?{' '}
                      <a href="#mensaje" className="inline-block py-1">
                        Avísale a tu asesor
                      </a>
                    </>
                  )}
                </p>
              ),
            })
          }
        </div>
      </Container>
    </SiteShell>
  );
}
