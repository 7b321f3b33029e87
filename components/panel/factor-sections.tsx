import { PasskeyForm } from '#components/account/passkey-form.tsx';
import { Button } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { FieldError } from '#components/ui/field-error.tsx';
import { controlOf } from '#components/ui/field-id.ts';
import { Form } from '#components/ui/form.tsx';
import { HiddenField } from '#components/ui/hidden-field.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { Tag } from '#components/ui/tag.tsx';
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx';
import type { ownPasskeyForm } from '#lib/domain/factors/schema.ts';
import { formatDay } from '#lib/platform/chile/format.ts';

type Passkey = { id: string; name: string; createdAt: number; usedAt: number | null };

type FormState = { values: Record<string, string>; errors: Record<string, string> };

export function PasskeySection({
  passkeys,
  values,
  errors,
}: FormState & { passkeys: readonly Passkey[] }) {
  return (
    <Card title="Llaves de acceso (passkeys)">
      <p>
        Ingresas con tu huella, tu cara o el PIN de tu dispositivo, sin contraseña. Nadie puede
        copiarla ni pedírtela desde otro sitio.
      </p>
      {passkeys.length > 0 && (
        <ul className="my-4 border-t border-line">
          {passkeys.map((passkey) => (
            <PasskeyItem
              key={passkey.id}
              {...passkey}
              refusedForm={values.id === passkey.id ? { values, errors } : undefined}
            />
          ))}
        </ul>
      )}
      <div className="mt-5">
        <PasskeyForm
          action="/panel/seguridad/llaves/agregar"
          label={passkeys.length > 0 ? 'Agregar otra llave' : 'Agregar una llave de acceso'}
          variant="secondary"
          isCreation
        />
      </div>
    </Card>
  );
}

type PasskeyItemProps = Passkey & { refusedForm: FormState | undefined };

function PasskeyItem({ id, name, createdAt, usedAt, refusedForm }: PasskeyItemProps) {
  const error = refusedForm?.errors.name;
  return (
    <li className="border-b border-line py-3">
      <p className="font-semibold wrap-anywhere">{name}</p>
      <p className="text-sm text-ink-soft">
        Desde el {formatDay(createdAt)}.{' '}
        {usedAt ? `Usada por última vez el ${formatDay(usedAt)}.` : 'Sin usar todavía.'}
      </p>
      <details open={refusedForm !== undefined}>
        <summary className="cursor-pointer py-2 text-sm font-semibold">
          Cambiar o quitar<VisuallyHidden> {name}</VisuallyHidden>
        </summary>
        <Form action="/panel/seguridad/llaves/nombrar" className="mt-2 grid gap-3">
          <HiddenField<typeof ownPasskeyForm> name="id" value={id} />
          <label className="grid gap-1 font-semibold">
            Nombre
            <input
              {...(refusedForm && controlOf({ name: 'name', error }))}
              name="name"
              defaultValue={refusedForm?.values.name ?? name}
              maxLength={60}
              className="control max-w-80"
            />
          </label>
          {error && <FieldError name="name" message={error} />}
          <div className="flex flex-wrap gap-3">
            <Button variant="secondary" compact>
              Guardar nombre
            </Button>
            <Button variant="quiet" compact formAction="/panel/seguridad/llaves/quitar">
              Quitar la llave
            </Button>
          </div>
        </Form>
      </details>
    </li>
  );
}

export function TotpSection({ connectedAt }: { connectedAt: number | null }) {
  const isOn = connectedAt !== null;
  return (
    <Card title="Código de tu app" aside={isOn && <Tag tone="success">Activado</Tag>}>
      <p>
        {isOn
          ? `Conectada el ${formatDay(connectedAt)}. Tu app muestra un código nuevo cada 30 segundos.`
          : 'Una app como Google Authenticator, 1Password o Bitwarden muestra un código nuevo cada 30 segundos.'}
      </p>
      <Form action="/panel/seguridad/app/quitar" className="mt-5 flex flex-wrap gap-3">
        <LinkButton href="/panel/seguridad/app" variant="secondary">
          {isOn ? 'Cambiar de teléfono o app' : 'Conectar una app'}
        </LinkButton>
        {isOn && <Button variant="quiet">Quitar</Button>}
      </Form>
    </Card>
  );
}

export function RecoverySection({ codesLeft }: { codesLeft: number }) {
  return (
    <Card title="Códigos de respaldo">
      <p>
        Si pierdes tu teléfono, cada uno sirve una vez.{' '}
        <strong>
          {codesLeft === 0 && 'No te queda ninguno: crea nuevos.'}
          {codesLeft === 1 && 'Te queda 1.'}
          {codesLeft > 1 && `Te quedan ${codesLeft}.`}
        </strong>
      </p>
      <Form action="/panel/seguridad/codigos/crear" className="mt-5">
        <Button variant="secondary" wide>
          Crear códigos nuevos
        </Button>
        <p className="mt-2 text-sm text-ink-soft">Los de antes dejan de servir.</p>
      </Form>
    </Card>
  );
}
