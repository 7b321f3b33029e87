import type { ReactNode } from 'react';
import { ProfileForm } from '#components/panel/profile-form.tsx';
import { buttonClass } from '#components/ui/button-class.ts';
import { Card } from '#components/ui/card.tsx';
import { ConfirmButton } from '#components/ui/confirm-button.tsx';
import { HolderLink } from '#components/ui/holder-scope.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { SummaryList } from '#components/ui/summary-list.tsx';
import { COMPANY_PAGE } from '#lib/domain/accounts/companies/view.ts';
import { profileCopy } from '#lib/domain/accounts/copy.ts';

type DataProps = {
  isOwner: boolean;
  /** Stored values. `typed` holds the values of a refused form. */
  values: Record<string, string>;
  typed: Record<string, string>;
  errors: Record<string, string>;
  /** The notice after saving. */
  children: ReactNode;
};

/** Shows the company's data with which the wizard fills in its fields. Owners can correct them. */
export function CompanyData({ isOwner, values, typed, errors, children }: DataProps) {
  return (
    <Card id="datos" title="Datos de la empresa">
      {children}
      <p className="mb-5">Aparecen ya escritos cuando alguien pide una garantía para la empresa.</p>
      {isOwner ? (
        <ProfileForm kind="company" values={{ ...values, ...typed }} errors={errors} />
      ) : (
        <SummaryList
          rows={(['razonSocial', 'rut', 'telefono', 'direccion', 'region', 'comuna'] as const).map(
            (name) => ({ label: profileCopy[name], value: values[name] || 'Sin dato' }),
          )}
        />
      )}
    </Card>
  );
}

export function CompanyCopy() {
  return (
    <Card id="copia" title="Una copia de todo">
      <p className="mb-5">
        Descarga lo que guardamos de la empresa en un archivo ZIP. La{' '}
        <a href="/privacidad">política de privacidad</a> explica qué guardamos y por qué.
      </p>
      <HolderLink href="/api/account/export" className={buttonClass({ variant: 'secondary' })}>
        Descargar los datos de la empresa
      </HolderLink>
    </Card>
  );
}

export function LeaveOrDelete({ companyId, isOwner }: { companyId: string; isOwner: boolean }) {
  return (
    <Card title={isOwner ? 'Salir de la empresa o eliminarla' : 'Salir de la empresa'}>
      <p className="mb-5">
        Dejas de verla y tu cuenta sigue. Lo que hiciste para ella se queda en ella. Si solo quieres
        terminar por hoy, usa “Cerrar sesión”, arriba.
      </p>
      <div className="grid justify-items-start gap-3">
        <LeaveButton companyId={companyId} />
        {isOwner && (
          <div>
            <LinkButton href="/panel/eliminar-cuenta" variant="quiet">
              Eliminar la empresa
            </LinkButton>
          </div>
        )}
      </div>
    </Card>
  );
}

export function LeaveButton({ companyId }: { companyId: string }) {
  return (
    <ConfirmButton
      verb="Salir de la empresa"
      buttonStyle={{ variant: 'secondary', compact: true }}
      question="Para volver necesitarás otra invitación."
      action={`${COMPANY_PAGE}/salir`}
      field={{ name: 'company', value: companyId }}
    />
  );
}
