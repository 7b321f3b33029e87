import { formFields } from '#components/forms/form-fields.ts';
import { PasswordField } from '#components/forms/password-field.tsx';
import { ActivityList } from '#components/panel/trail-lists.tsx';
import { Button } from '#components/ui/button.tsx';
import { buttonClass } from '#components/ui/button-class.ts';
import { Card } from '#components/ui/card.tsx';
import { Form } from '#components/ui/form.tsx';
import { HolderLink } from '#components/ui/holder-scope.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { COMPANY_PAGE } from '#lib/domain/accounts/companies/view.ts';
import type { passwordChangeBody } from '#lib/domain/accounts/schema.ts';
import type { Activity } from '#lib/domain/dashboard/activity-view.ts';

type Access = { email: string; hasPassword: boolean };

export function PasswordSection({
  email,
  hasPassword,
  errors,
}: Access & { errors: Record<string, string> }) {
  const field = formFields<typeof passwordChangeBody>({ errors });
  if (!hasPassword) {
    return (
      <Card id="contrasena" title="Contraseña">
        <p>
          Ingresas con Google y no tienes contraseña. Si prefieres una,{' '}
          <a href={`/recuperar?${new URLSearchParams({ email })}`}>pide un enlace para crearla</a>.
        </p>
      </Card>
    );
  }
  return (
    <Card id="contrasena" title="Contraseña">
      <p className="mb-5">Al cambiarla se cierran tus sesiones en otros dispositivos.</p>
      <Form action="/panel/perfil/contrasena" className="grid gap-6">
        <input type="text" hidden readOnly autoComplete="username" value={email} />
        <PasswordField
          {...field('current')}
          label="Contraseña actual"
          autoComplete="current-password"
        />
        <PasswordField
          {...field('password')}
          label="Contraseña nueva"
          hint="8 caracteres o más."
          autoComplete="new-password"
        />
        <div>
          <Button wide variant="secondary">
            Cambiar contraseña
          </Button>
        </div>
      </Form>
    </Card>
  );
}

export function GoogleSection({ email, hasPassword, isLinked }: Access & { isLinked: boolean }) {
  const link = `/recuperar?${new URLSearchParams({ email })}`;
  return (
    <Card title="Google">
      <p className="wrap-anywhere">
        {isLinked
          ? 'Conectada: ingresas también con tu cuenta de Google.'
          : 'Sin conectar: nadie ingresa con Google. Para conectarla, ingresa con Google la próxima vez.'}
      </p>
      {isLinked && !hasPassword && (
        <p className="mt-4">
          Para desconectarla, <a href={link}>crea una contraseña</a>: al guardarla queda como tu
          única forma de ingresar.
        </p>
      )}
      {isLinked && hasPassword && (
        <Form action="/panel/perfil/google/desconectar">
          <p className="my-4">Al desconectarla se cierran tus sesiones en otros dispositivos.</p>
          <Button variant="secondary" wide>
            Desconectar Google
          </Button>
        </Form>
      )}
    </Card>
  );
}

export function ActivitySection({
  title = 'Actividad de tu cuenta',
  events,
  hasMore,
}: {
  title?: string;
  events: readonly Activity[];
  hasMore: boolean;
}) {
  return (
    <Card title={title}>
      <ActivityList events={events} />
      {hasMore && (
        <p className="mt-3">
          <a href="/panel/actividad" className="inline-block py-2">
            Ver toda la actividad
          </a>
        </p>
      )}
    </Card>
  );
}

/** Links to the company's page, or lets a person add a company. */
export function CompanyCard({ isCompany }: { isCompany: boolean }) {
  return (
    <Card id="titular" title="¿Para quién son tus garantías?">
      <p className="mb-5">
        {isCompany
          ? 'Para una empresa. Sus datos y quienes trabajan en ella tienen su propia página.'
          : 'Para ti, como persona natural. Si también trabajas en una empresa, agrégala.'}
      </p>
      <LinkButton href={isCompany ? COMPANY_PAGE : '/panel/titular'} variant="secondary">
        {isCompany ? 'Ver la empresa' : 'Agregar una empresa'}
      </LinkButton>
    </Card>
  );
}

/** Download and deletion of personal data, which a person sees while acting for themselves. */
export function PersonalDataSection({ isCompany }: { isCompany: boolean }) {
  return (
    <Card id="mis-datos" title="Tus datos personales">
      {isCompany ? (
        <p>
          Para descargarlos o eliminar tu cuenta, actúa primero por tu cuenta personal. Los de la
          empresa se descargan en <a href={`${COMPANY_PAGE}#copia`}>su página</a>.
        </p>
      ) : (
        <>
          <p>
            Descarga lo que guardamos de ti en un archivo ZIP, o elimina tu cuenta. La{' '}
            <a href="/privacidad">política de privacidad</a> explica qué guardamos y por qué.
          </p>
          <div className="mt-5 flex flex-wrap gap-3">
            <HolderLink
              href="/api/account/export"
              className={buttonClass({ variant: 'secondary' })}
            >
              Descargar mis datos
            </HolderLink>
            <LinkButton href="/panel/eliminar-cuenta" variant="quiet">
              Eliminar mi cuenta
            </LinkButton>
          </div>
        </>
      )}
    </Card>
  );
}

export function OwnEmail({ email, isFixed }: { email: string; isFixed: boolean }) {
  return (
    <div className="mb-6">
      <p className="font-semibold">Correo</p>
      <p className="wrap-anywhere">{email}</p>
      {!isFixed && (
        <a href="/panel/perfil/correo" className="inline-block py-2">
          Cambiar correo
        </a>
      )}
    </div>
  );
}
