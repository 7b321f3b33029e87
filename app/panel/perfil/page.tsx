import { findNotice, pageMetadata, readPageQuery } from '#app/_lib/page-query.ts';
import { requirePageUser } from '#app/_lib/page-user.ts';
import { ProblemNotice } from '#components/forms/problem-notice.tsx';
import { ProfileForm } from '#components/panel/profile-form.tsx';
import {
  ActivitySection,
  CompanyCard,
  GoogleSection,
  OwnEmail,
  PasswordSection,
  PersonalDataSection,
} from '#components/panel/profile-sections.tsx';
import { SessionsSection } from '#components/panel/sessions-section.tsx';
import { Card } from '#components/ui/card.tsx';
import { DoneNotice } from '#components/ui/done-notice.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { roleCopy } from '#lib/domain/accounts/copy.ts';
import { deviceOf } from '#lib/domain/accounts/device.ts';
import { getPerson, hasFactor, listSessions } from '#lib/domain/accounts/reads/accounts.ts';
import { profileValues } from '#lib/domain/accounts/view.ts';
import { listActivity } from '#lib/domain/dashboard/reads/activity.ts';
import { SECURITY_PAGE } from '#lib/domain/factors/rules.ts';
import { isGoogleConfigured } from '#lib/platform/identity/google.ts';
import { now } from '#lib/platform/process/clock.ts';

const SHOWN_EVENTS = 5;

export const generateMetadata = pageMetadata('Tu perfil');

export default async function ProfilePage(props: PageProps<'/panel/perfil'>) {
  const user = await requirePageUser();
  const { accountId, companyId, sessionId, email, role } = user;
  const { query, problem, values, errors } = await readPageQuery(props);
  const [person, hasSecondFactor, sessions, events] = await Promise.all([
    getPerson(accountId),
    hasFactor(accountId),
    listSessions(accountId, now()),
    listActivity(user, { limit: SHOWN_EVENTS + 1, trails: [accountId] }),
  ]);
  const hasPassword = person.passwordHash !== null;
  return (
    <>
      <PageHeading caption={roleCopy[person.role]}>Tu perfil</PageHeading>
      <ProblemNotice problem={problem} />
      <DoneNotice>{!problem && findNotice(noticesOf(email), query)}</DoneNotice>
      <div className="grid items-start gap-5 lg:grid-cols-[7fr_5fr]">
        <div className="grid gap-5">
          <Card title="Tus datos">
            <OwnEmail email={email} isFixed={role === 'admin'} />
            <ProfileForm
              kind="person"
              values={{ ...profileValues(person), ...values }}
              errors={errors}
            />
          </Card>
          {role !== 'admin' && <CompanyCard isCompany={companyId !== null} />}
          <PasswordSection {...{ email, hasPassword, errors }} />
          <Card title="Seguridad">
            <p>
              {hasSecondFactor
                ? 'Tu cuenta tiene verificación en dos pasos.'
                : 'Agrega una llave de acceso o una app de códigos: así nadie ingresa solo con tu contraseña.'}
            </p>
            <div className="mt-5">
              <LinkButton href={SECURITY_PAGE} variant="secondary">
                {hasSecondFactor
                  ? 'Ver tus llaves y códigos'
                  : 'Activar la verificación en dos pasos'}
              </LinkButton>
            </div>
          </Card>
          {(person.googleSub || isGoogleConfigured()) && (
            <GoogleSection {...{ email, hasPassword }} isLinked={person.googleSub !== null} />
          )}
        </div>
        <div className="grid gap-5">
          <SessionsSection
            sessions={sessions.map(({ agent, ...session }) => ({
              ...session,
              device: deviceOf(agent),
              current: session.id === sessionId,
            }))}
          />
          <ActivitySection
            events={events.slice(0, SHOWN_EVENTS)}
            hasMore={events.length > SHOWN_EVENTS || companyId !== null}
          />
          <PersonalDataSection isCompany={companyId !== null} />
        </div>
      </div>
    </>
  );
}

const noticesOf = (email: string): Record<string, string> => ({
  correo: `Tu correo ahora es ${email}. Cerramos tus otras sesiones y el enlace de tu calendario, si tenías uno.`,
  guardado: 'Guardamos tus datos.',
  titular: 'Guardamos para quién son tus garantías.',
  contrasena:
    'Cambiaste tu contraseña. Cerramos tus otras sesiones y el enlace de tu calendario, si tenías uno.',
  google:
    'Desconectaste Google. Cerramos tus otras sesiones y el enlace de tu calendario, si tenías uno.',
  sesion: 'Cerraste esa sesión.',
  sesiones: 'Cerraste tus otras sesiones. Solo queda la de este dispositivo.',
});
