import type { Metadata } from 'next';
import { readPageQuery, secretPageMetadata } from '#app/_lib/page-query.ts';
import { findPageSession } from '#app/_lib/page-user.ts';
import { ProblemNotice } from '#components/forms/problem-notice.tsx';
import { MessagePage } from '#components/site/message-page.tsx';
import { Button } from '#components/ui/button.tsx';
import { Form } from '#components/ui/form.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { SummaryList } from '#components/ui/summary-list.tsx';
import { memberRoleCopy } from '#lib/domain/accounts/companies/copy.ts';
import { findInvitation } from '#lib/domain/accounts/companies/reads.ts';
import { withNext } from '#lib/http/api/safe-next.ts';
import { formatDateTime } from '#lib/platform/chile/format.ts';
import { ownerName } from '#lib/platform/mail/public-names.ts';
import { now } from '#lib/platform/process/clock.ts';

export const metadata: Metadata = { title: 'Invitación a una empresa', ...secretPageMetadata };

const caption = 'Invitación';

/** Shows the inviting person and the rights. Only the invited e-mail can join by the button. */
export default async function InvitationPage(props: PageProps<'/invitacion/[token]'>) {
  const { token } = await props.params;
  const { problem } = await readPageQuery(props);
  const foundInvitation = await findInvitation(token, now());
  if (!foundInvitation) {
    return (
      <MessagePage caption={caption} title="Esta invitación ya no sirve">
        <p>
          Venció, la retiraron, ya la usaste o el enlace se cortó al copiarlo. Pide que te la envíen
          de nuevo.
        </p>
        <LinkButton href="/panel">Ir a mi panel</LinkButton>
      </MessagePage>
    );
  }
  const { invitation, company, inviter } = foundInvitation;
  const { label, may } = memberRoleCopy[invitation.role];
  const path = `/invitacion/${token}` as const;
  const user = await findPageSession();
  const name = ownerName(company);
  return (
    <MessagePage
      caption={caption}
      title={name ? `Te invitan a ${name}` : 'Te invitan a una empresa'}
    >
      <ProblemNotice problem={problem} />
      <SummaryList
        rows={[
          { label: 'Te invita', value: inviter },
          { label: 'Tu rol', value: label },
          { label: 'Podrás', value: may },
          {
            label: 'Verás',
            value: 'Los documentos, garantías, solicitudes y pagos de la empresa.',
          },
          { label: 'Para', value: invitation.email },
          { label: 'Vale hasta', value: formatDateTime(invitation.endsAt) },
        ]}
      />
      {user?.email === invitation.email ? (
        <Form action={`${path}/aceptar`}>
          <Button wide>Entrar a la empresa</Button>
        </Form>
      ) : (
        <>
          <p className="max-w-full wrap-anywhere">
            {user
              ? `Ingresaste con ${user.email}, y la invitación es para ${invitation.email}. Cierra sesión aquí para seguir con ese correo.`
              : 'Para entrar, ingresa o crea tu cuenta con ese correo. Tus documentos personales siguen siendo solo tuyos.'}
          </p>
          {user ? (
            <Form action="/panel/salir" next={path}>
              <Button wide>Cerrar sesión y seguir</Button>
            </Form>
          ) : (
            <div className="flex flex-wrap gap-3">
              <LinkButton
                href={withNext(`/login?email=${encodeURIComponent(invitation.email)}`, path)}
              >
                Ya tengo cuenta
              </LinkButton>
              <LinkButton
                href={withNext(`/register?email=${encodeURIComponent(invitation.email)}`, path)}
                variant="secondary"
              >
                Crear mi cuenta
              </LinkButton>
            </div>
          )}
        </>
      )}
    </MessagePage>
  );
}
