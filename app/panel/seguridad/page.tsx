import { findNotice, pageMetadata, readPageQuery } from '#app/_lib/page-query.ts';
import { requirePageUser } from '#app/_lib/page-user.ts';
import { LeaveButton } from '#components/company/company-cards.tsx';
import { ProblemNotice } from '#components/forms/problem-notice.tsx';
import {
  PasskeySection,
  RecoverySection,
  TotpSection,
} from '#components/panel/factor-sections.tsx';
import { BackLink } from '#components/ui/back-link.tsx';
import { DoneNotice } from '#components/ui/done-notice.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { mustEnrol } from '#lib/domain/accounts/signed-in.ts';
import { readFactors } from '#lib/domain/factors/reads.ts';

export const generateMetadata = pageMetadata('Seguridad');

export default async function SecurityPage(props: PageProps<'/panel/seguridad'>) {
  const user = await requirePageUser({ allowsNoFactor: true });
  const isLocked = mustEnrol(user);
  const { query, problem, values, errors } = await readPageQuery(props);
  const { passkeys, totpSince, recoveryLeft } = await readFactors(user.accountId);
  const hasFactor = passkeys.length > 0 || totpSince !== null;
  return (
    <div className="max-w-text">
      {!isLocked && <BackLink href="/panel/perfil" label="Volver al perfil" />}
      <PageHeading intro="Con la verificación en dos pasos, quien sepa tu contraseña no puede ingresar a tu cuenta.">
        Seguridad
      </PageHeading>
      {isLocked ? (
        <div className="mb-6">
          <Notice tone="warning" title="Activa la verificación en dos pasos para seguir">
            <p>
              {user.role === 'admin'
                ? 'Tu cuenta es del equipo: la necesitas para abrir la bandeja y lo demás.'
                : 'Tu empresa la pide a quienes trabajan en ella. Sin ella puedes actuar por tu cuenta, o salir de la empresa.'}
            </p>
            {user.companyId && (
              <div className="mt-4">
                <LeaveButton companyId={user.companyId} />
              </div>
            )}
          </Notice>
        </div>
      ) : (
        <ProblemNotice problem={problem} />
      )}
      <DoneNotice>{!problem && findNotice(notices, query)}</DoneNotice>
      <div className="grid gap-5">
        <PasskeySection {...{ passkeys, values, errors }} />
        <TotpSection connectedAt={totpSince} />
        {hasFactor && <RecoverySection codesLeft={recoveryLeft} />}
      </div>
    </div>
  );
}

const notices: Record<string, string> = {
  app: 'Conectaste tu app de códigos.',
  llave: 'Agregaste una llave de acceso.',
  'llave-nombrada': 'Guardamos el nombre de la llave.',
  'llave-quitada': 'Quitaste la llave de acceso.',
  'app-quitada': 'Quitaste la app de códigos.',
  guardados: 'Listo: tu cuenta tiene verificación en dos pasos.',
};
