import type { Metadata } from 'next';
import { getPageMember, type PanelMember } from '#app/page-member.ts';
import { PanelPage } from '#components/panel/panel-page.tsx';
import { DuePayments } from '#components/payments/due-payments.tsx';
import { StateTag } from '#components/requests/state-tag.tsx';
import { Card } from '#components/ui/card.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { getAccount } from '#lib/domain/accounts/reads.ts';
import { firstNameOf, missingOfProfile } from '#lib/domain/accounts/view.ts';
import { overviewOf } from '#lib/domain/alerts/overview.ts';
import { listVault } from '#lib/domain/documents/reads.ts';
import { stateMeaning } from '#lib/domain/own-requests/copy.ts';
import { listOwnRequests } from '#lib/domain/own-requests/reads.ts';
import { listDuePayments } from '#lib/domain/payments/due.ts';

export const metadata: Metadata = { title: 'Tu panel' };

export default async function PanelHome() {
  const member = await getPageMember('/panel');
  const [account, own, due] = await Promise.all([
    getAccount(member.accountId),
    listOwnRequests(member, { limit: 1 }),
    listDuePayments(member),
  ]);
  const [latest] = own.requests;
  const name = firstNameOf(account);
  const missing = missingOfProfile(account);
  return (
    <PanelPage member={member} current="inicio">
      <PageHeading caption={account.razonSocial ?? undefined}>
        {name ? `Hola, ${name}` : 'Hola'}
      </PageHeading>
      <div className="grid items-start gap-5 lg:grid-cols-2">
        {due.length > 0 && (
          <Card title="Por pagar">
            <DuePayments payments={due} />
          </Card>
        )}
        {missing.length > 0 && (
          <Card title="Completa tu perfil">
            <p>
              Te falta: <span className="font-semibold">{listOf(missing)}</span>. Solo usamos estos
              datos para gestionar tus garantías.
            </p>
            <div className="mt-5">
              <LinkButton href="/panel/perfil">Completar perfil</LinkButton>
            </div>
          </Card>
        )}
        {account.role === 'admin' && (
          <Card title="Bandeja de asesores">
            <p>Quiénes escribieron, qué piden y qué falta por atender.</p>
            <div className="mt-5">
              <LinkButton href="/admin">Ir a la bandeja</LinkButton>
            </div>
          </Card>
        )}
        {latest && (
          <Card title="Tu última solicitud" aside={<StateTag state={latest.state} />}>
            <p>
              <a href={`/panel/solicitudes/${latest.submissionId}`}>
                Solicitud N.º {latest.submissionId}
              </a>
              . {stateMeaning[latest.state]}
            </p>
            <div className="mt-5">
              <LinkButton href="/panel/solicitudes" variant="secondary">
                Ver tus solicitudes
              </LinkButton>
            </div>
          </Card>
        )}
        <DocumentsCard member={member} />
        <Card title="Pide una garantía">
          <p>Seriedad de la oferta, fiel cumplimiento, anticipo y más. Te toma unos minutos.</p>
          <div className="mt-5">
            <LinkButton
              href="/gestiona-tu-garantia"
              variant={missing.length > 0 ? 'secondary' : 'primary'}
            >
              Pedir garantía
            </LinkButton>
          </div>
        </Card>
      </div>
    </PanelPage>
  );
}

async function DocumentsCard({
  member: { accountId, role, now, critical },
}: {
  member: PanelMember;
}) {
  const { asked, upToDate } = overviewOf(await listVault(accountId), role, now);
  return (
    <Card title="Tus documentos">
      <p>
        <span className="font-semibold">
          {upToDate} de {asked} al día.
        </span>{' '}
        {critical > 0
          ? `${critical === 1 ? 'Uno venció o vence' : `${critical} vencieron o vencen`} en 7 días o menos.`
          : 'Tenlos listos para cuando te los pidan.'}
      </p>
      <div className="mt-5">
        <LinkButton href="/panel/documentos" variant="secondary">
          {upToDate === 0 ? 'Subir documentos' : 'Ver documentos'}
        </LinkButton>
      </div>
    </Card>
  );
}

function listOf(words: readonly string[]): string {
  return new Intl.ListFormat('es-CL').format(words);
}
