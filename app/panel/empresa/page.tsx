import { redirect } from 'next/navigation';
import { findNotice, pageMetadata, readPageQuery } from '#app/_lib/page-query.ts';
import { requirePageUser } from '#app/_lib/page-user.ts';
import { CompanyCopy, CompanyData, LeaveOrDelete } from '#components/company/company-cards.tsx';
import { InvitationList, InviteForm } from '#components/company/invitation-list.tsx';
import { MemberList } from '#components/company/member-list.tsx';
import { ProblemNotice } from '#components/forms/problem-notice.tsx';
import { NextPage } from '#components/list/listing.tsx';
import { ActivitySection } from '#components/panel/profile-sections.tsx';
import { BackLink } from '#components/ui/back-link.tsx';
import { Button } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { DoneNotice } from '#components/ui/done-notice.tsx';
import { Form } from '#components/ui/form.tsx';
import { HiddenField } from '#components/ui/hidden-field.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import {
  hasOlderCompanyWithRut,
  listInvitations,
  listMembers,
} from '#lib/domain/accounts/companies/reads.ts';
import type { factorDemandForm } from '#lib/domain/accounts/companies/schema.ts';
import { COMPANY_PAGE } from '#lib/domain/accounts/companies/view.ts';
import { getAccount, hasFactor } from '#lib/domain/accounts/reads/accounts.ts';
import { profileValues } from '#lib/domain/accounts/view.ts';
import { listActivity } from '#lib/domain/dashboard/reads/activity.ts';

const SHOWN_EVENTS = 6;

export const generateMetadata = pageMetadata('Tu empresa');

/**
 * Shows members, invitations and data of the company for which the person acts. Owners may change
 * them.
 */
export default async function CompanyPage(props: PageProps<'/panel/empresa'>) {
  const user = await requirePageUser();
  const { companyId, accountId, memberRole, now } = user;
  if (!companyId) redirect('/panel/titular');
  const { query, problem, values, errors } = await readPageQuery(props);
  const isOwner = memberRole === 'owner';
  const [company, { members, next }, invitations, hasTwinAccount, hasSecondFactor, events] =
    await Promise.all([
      getAccount(companyId),
      listMembers(companyId, query.desde),
      isOwner ? listInvitations(companyId) : [],
      hasOlderCompanyWithRut(companyId),
      hasFactor(accountId),
      listActivity(user, { limit: SHOWN_EVENTS + 1, trails: [companyId] }),
    ]);
  const noticeIn = (card: keyof typeof notices) => (
    <DoneNotice tight>{!problem && findNotice(notices[card], query)}</DoneNotice>
  );
  return (
    <>
      <BackLink href="/panel/perfil" label="Volver al perfil" />
      <PageHeading caption={company.razonSocial ?? undefined}>Tu empresa</PageHeading>
      <ProblemNotice problem={problem} />
      <div className="grid items-start gap-5 lg:grid-cols-[7fr_5fr]">
        <div className="grid gap-5">
          <Card id="personas" title="Quiénes trabajan en ella">
            {noticeIn('members')}
            <MemberList members={members} me={accountId} isOwner={isOwner} />
            <NextPage path={COMPANY_PAGE} values={{}} page={{ next }} cursorParam="desde" />
          </Card>
          {isOwner && (
            <Card title="Invita a alguien">
              {/* The values of a refused change of a member's role are not an invitation's. */}
              <InviteForm values={values.person ? {} : values} errors={errors} />
            </Card>
          )}
          {isOwner && (
            <Card id="invitaciones" title="Invitaciones">
              {noticeIn('invitations')}
              <InvitationList invitations={invitations} now={now} />
            </Card>
          )}
          <ActivitySection
            title="Lo último en la empresa"
            events={events.slice(0, SHOWN_EVENTS)}
            hasMore={events.length > SHOWN_EVENTS}
          />
        </div>
        <div className="grid gap-5">
          <CompanyData values={profileValues(company)} typed={values} {...{ isOwner, errors }}>
            {noticeIn('data')}
          </CompanyData>
          {isOwner && (
            <Card id="seguridad" title="Verificación en dos pasos">
              {noticeIn('security')}
              <p className="mb-5">
                {company.demandsFactor
                  ? 'La pides a todos: sin ella nadie actúa por la empresa.'
                  : 'Hoy cada persona decide si la usa. Puedes pedirla a todos.'}
              </p>
              {company.demandsFactor || hasSecondFactor ? (
                <Form action={`${COMPANY_PAGE}/seguridad`}>
                  <HiddenField<typeof factorDemandForm>
                    name="demand"
                    value={company.demandsFactor ? 'no' : 'yes'}
                  />
                  <Button variant="secondary">
                    {company.demandsFactor ? 'Dejar de pedirla' : 'Pedirla a todos'}
                  </Button>
                </Form>
              ) : (
                <LinkButton href="/panel/seguridad" variant="secondary">
                  Activa primero la tuya
                </LinkButton>
              )}
            </Card>
          )}
          {isOwner && hasTwinAccount && (
            <Card id="otra" title="Tu empresa ya estaba aquí">
              {noticeIn('twin')}
              <p className="mb-5">
                Hay otra cuenta con el mismo RUT. No puedes ver nada de ella, pero puedes pedir que
                te inviten: le llega un correo a quien la administra, con tu dirección.
              </p>
              <Form action={`${COMPANY_PAGE}/pedir-entrada`}>
                <Button variant="secondary">Pedir que me inviten</Button>
              </Form>
            </Card>
          )}
          {isOwner && <CompanyCopy />}
          <LeaveOrDelete {...{ companyId, isOwner }} />
        </div>
      </div>
    </>
  );
}

const notices = {
  members: {
    rol: 'Cambiaste el rol.',
    quitada: 'La persona ya no está en la empresa. Le avisamos por correo.',
  },
  data: { guardado: 'Guardamos los datos de la empresa.' },
  invitations: {
    invitada: 'Enviamos la invitación. Vale 7 días.',
    retirada: 'Retiraste la invitación: su enlace ya no sirve.',
  },
  security: { seguridad: 'Guardamos tu decisión sobre la verificación en dos pasos.' },
  twin: { pedida: 'Le escribimos a quien administra la otra cuenta.' },
} satisfies Record<string, Record<string, string>>;
