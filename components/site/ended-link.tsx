import { ProblemNotice } from '#components/forms/problem-notice.tsx';
import { SiteShell } from '#components/site/site-shell.tsx';
import { Button } from '#components/ui/button.tsx';
import { Container } from '#components/ui/container.tsx';
import { Form } from '#components/ui/form.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { linkCopy, type ResendableLinkKind } from '#lib/domain/links/copy.ts';

type Props = {
  kind: ResendableLinkKind;
  action: string;
  isRequested: boolean;
  problem: { message: string; fields: Record<string, string> } | null;
};

/** Replaces the page of an ended link. A new link is mailed to the e-mail on record. */
export function EndedLink({ kind, action, isRequested, problem }: Props) {
  return (
    <Container width="text">
      <div className="py-12 sm:py-20">
        <PageHeading intro={linkCopy[kind].ended}>Este enlace ya no sirve</PageHeading>
        <ProblemNotice problem={problem} />
        {isRequested && !problem ? (
          <Notice tone="success" role="status" title="Revisa tu correo">
            <p>
              Si lo enviado sigue con nosotros, un enlace nuevo va en camino a la dirección que se
              escribió al enviar. Puede tardar unos minutos; mandamos como máximo tres al día.
            </p>
          </Notice>
        ) : (
          <Form action={action} className="grid gap-4">
            <p>Pide uno nuevo: llega a la dirección de correo que se escribió al enviar.</p>
            <div>
              <Button wide>Enviar un enlace nuevo</Button>
            </div>
          </Form>
        )}
      </div>
    </Container>
  );
}

/** `EndedLink` for a page that has no layout of the site around it. */
export function EndedLinkPage(props: Props) {
  return (
    <SiteShell quiet>
      <EndedLink {...props} />
    </SiteShell>
  );
}
