import type { ReactNode } from 'react';
import { orNotFound } from '#app/_lib/or-not-found.ts';
import { findNotice, pageMetadata, pathPart, readPageQuery } from '#app/_lib/page-query.ts';
import { getPageAdmin } from '#app/_lib/page-user.ts';
import { AccountActions } from '#components/admin/account-actions.tsx';
import { AccountEntry } from '#components/admin/account-entry.tsx';
import { AdvisorReassignment } from '#components/admin/advisor-reassignment.tsx';
import { FactorReset } from '#components/admin/factor-reset.tsx';
import { ProblemNotice } from '#components/forms/problem-notice.tsx';
import { ListTable, wrapColumn } from '#components/list/list-table.tsx';
import { NextPage } from '#components/list/listing.tsx';
import { SignInList } from '#components/panel/trail-lists.tsx';
import { BackLink } from '#components/ui/back-link.tsx';
import { Card } from '#components/ui/card.tsx';
import { DoneNotice } from '#components/ui/done-notice.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { SummaryList } from '#components/ui/summary-list.tsx';
import { openAccountForTeam } from '#lib/domain/accounts/admin-operations.ts';
import {
  companyColumns,
  listCompaniesForTeam,
  listMembersForTeam,
  memberColumns,
} from '#lib/domain/accounts/companies/admin-list.ts';
import { roleCopy } from '#lib/domain/accounts/copy.ts';
import { hasFactor } from '#lib/domain/accounts/reads/accounts.ts';
import { findLoginLock } from '#lib/domain/accounts/reads/email-changes.ts';
import { listLiveSessions } from '#lib/domain/accounts/reads/live-sessions.ts';
import { listSignIns } from '#lib/domain/audit/reads.ts';
import { findReset } from '#lib/domain/factors/reads.ts';
import { parseInboxPage } from '#lib/domain/requests/team/list-query.ts';
import { countLeadsOf } from '#lib/domain/requests/team/reads/counts.ts';
import { formatDateTime } from '#lib/platform/chile/format.ts';
import { formatRut } from '#lib/platform/chile/rut.ts';

type Props = PageProps<'/admin/cuentas/[id]'>;

const MAX_SIGN_INS = 10;
const MAX_LISTED_REFUSALS = 5;

export const generateMetadata = pageMetadata('Cuenta');

export default async function AccountPage(props: Props) {
  const id = pathPart((await props.params).id);
  const admin = await getPageAdmin();
  const { query, problem, values, errors } = await readPageQuery(props);
  const account = await orNotFound(() => openAccountForTeam(admin, id));
  const [
    hasSecondFactor,
    reset,
    liveSessions,
    signIns,
    refusedSignIns,
    lockedUntil,
    members,
    companies,
    assignedCount,
  ] = await Promise.all([
    hasFactor(id),
    findReset(id, admin.now),
    listLiveSessions([id], admin.now),
    listSignIns(id, { limit: MAX_SIGN_INS }),
    listSignIns(id, { limit: MAX_LISTED_REFUSALS, failed: true }),
    findLoginLock(account.email, admin.now),
    listMembersForTeam(id, { after: query.personas, now: admin.now }),
    listCompaniesForTeam(id),
    countLeadsOf(parseInboxPage({ assigned: id, status: 'abiertas' }), { me: '', now: admin.now }),
  ]);
  const { email, role, rut, razonSocial, name, createdAt, suspendedAt, suspendedReason } = account;
  const { sessions, seenAt } = liveSessions.get(id) ?? { sessions: 0, seenAt: null };
  const { isCompany, requiresFactor } = account;
  const title = (isCompany && razonSocial) || email;
  return (
    <>
      <BackLink href="/admin/cuentas" label="Cuentas" />
      <PageHeading caption={roleCopy[role]}>{title}</PageHeading>
      <ProblemNotice problem={problem} />
      <DoneNotice>{!problem && findNotice(notices, query)}</DoneNotice>
      <div className="grid items-start gap-5 lg:grid-cols-[7fr_5fr]">
        <div className="grid gap-5">
          {!isCompany && (
            <AccountEntry
              {...{ id, suspendedAt, suspendedReason, lockedUntil, refusedSignIns }}
              verifiedAt={account.emailVerifiedAt}
              hasPassword={account.passwordHash !== null}
              hasGoogle={account.googleSub !== null}
              mayHelp={id !== admin.accountId}
            />
          )}
          <Card title="La cuenta">
            <SummaryList
              rows={[
                { label: isCompany ? 'Razón social' : 'Nombre', value: razonSocial ?? name },
                { label: 'RUT', value: rut && formatRut(rut) },
                ...(isCompany ? [{ label: 'Contacto', value: email }] : []),
                { label: 'Creada', value: formatDateTime(createdAt) },
                {
                  label: 'Verificación en dos pasos',
                  value: isCompany
                    ? requiresFactor
                      ? 'La pide a todos'
                      : 'No la pide'
                    : hasSecondFactor
                      ? 'Sí'
                      : 'No',
                },
                {
                  label: 'Sesiones abiertas',
                  value: `${sessions}${seenAt === null ? '' : `, la última ${formatDateTime(seenAt)}`}`,
                },
                ...(isCompany && suspendedAt !== null
                  ? [
                      { label: 'Suspendida', value: formatDateTime(suspendedAt) },
                      { label: 'Motivo', value: suspendedReason },
                    ]
                  : []),
              ]}
            />
            <p className="mt-4 flex flex-wrap gap-x-5">
              <a
                href={`/admin/auditoria?${new URLSearchParams({ person: isCompany ? id : email })}`}
                className="inline-block py-2"
              >
                Ver su auditoría
              </a>
              <a
                href={`/admin/personas?${new URLSearchParams({ q: (isCompany && rut) || email })}`}
                className="inline-block py-2"
              >
                {isCompany ? 'Todo lo de esta empresa' : 'Todo lo de esta persona'}
              </a>
            </p>
          </Card>
          {isCompany ? (
            <Part title="Personas">
              <ListTable
                caption={`Personas de ${title}`}
                columns={memberColumns.map(wrapColumn)}
                rows={members.rows}
                keyOf={(member) => member.id}
                now={admin.now}
              />
              <NextPage
                path={`/admin/cuentas/${id}`}
                values={{}}
                page={members}
                cursorParam="personas"
              />
            </Part>
          ) : (
            <Card title="Ingresos">
              <SignInList signIns={signIns} />
            </Card>
          )}
          {companies.length > 0 && (
            <Part title="Empresas">
              <ListTable
                caption={`Empresas de ${email}`}
                columns={companyColumns.map(wrapColumn)}
                rows={companies}
                keyOf={(company) => company.id}
                now={admin.now}
              />
            </Part>
          )}
        </div>
        {id === admin.accountId && (
          <Card title="Es tu cuenta">
            <p>
              Nadie se suspende, se borra ni se quita el segundo paso a sí mismo desde aquí: lo hace
              otra persona del equipo. Lo tuyo lo cambias en <a href="/panel/perfil">tu perfil</a>.
            </p>
          </Card>
        )}
        {id !== admin.accountId && (
          <div className="grid gap-5">
            {role === 'admin' && (
              <AdvisorReassignment id={id} email={email} count={assignedCount ?? 0} />
            )}
            <AccountActions
              {...{ id, name: title, sessionCount: sessions, values, errors }}
              isSuspended={suspendedAt !== null}
              mayErase={role !== 'admin'}
            />
            {hasSecondFactor && (
              <FactorReset
                id={id}
                isRequested={reset !== null}
                isOwn={reset?.requestedBy === admin.accountId}
              />
            )}
          </div>
        )}
      </div>
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="text-lg">{title}</h2>
      {children}
    </section>
  );
}

const notices = {
  ask: 'Lo pediste. Falta que otra persona del equipo lo apruebe aquí. Le avisamos por correo.',
  approve: 'Quitaste su segundo paso y cerraste sus sesiones. Avisamos por correo.',
  withdraw: 'Ya no está pedido.',
  suspend: 'Suspendiste la cuenta y cerraste sus sesiones. Le avisamos por correo.',
  reinstate: 'Reactivaste la cuenta. Le avisamos por correo.',
  sessions: 'Cerraste sus sesiones. Le avisamos por correo.',
  unlock: 'Quitaste el bloqueo. Ya puede probar otra vez su contraseña.',
  code: 'Va en camino otro código a su correo. Vale 10 minutos.',
  password: 'Va en camino a su correo un enlace para elegir otra contraseña. Vale una hora.',
};
