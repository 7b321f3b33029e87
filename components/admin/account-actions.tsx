import { formFields } from '#components/forms/form-fields.ts';
import { Button } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { Form } from '#components/ui/form.tsx';
import { HiddenField } from '#components/ui/hidden-field.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import type { accessChangeBody } from '#lib/domain/accounts/schema.ts';

type Props = {
  id: string;
  name: string;
  sessionCount: number;
  isSuspended: boolean;
  /** False for an admin's account, which only that admin can delete. */
  mayErase: boolean;
  values: Record<string, string>;
  errors: Record<string, string>;
};

export function AccountActions({
  id,
  name,
  sessionCount,
  isSuspended,
  mayErase,
  values,
  errors,
}: Props) {
  const action = `/admin/cuentas/${encodeURIComponent(id)}/cambiar`;
  const field = formFields<typeof accessChangeBody>({ values, errors });
  return (
    <div className="grid gap-5">
      {sessionCount > 0 && (
        <Card title="Cerrar sus sesiones">
          <p className="mb-4">
            También se cierra el enlace de su calendario. Puede volver a ingresar.
          </p>
          <Form action={action}>
            <HiddenField<typeof accessChangeBody> name="change" value="sessions" />
            <Button variant="secondary">Cerrar sus sesiones</Button>
          </Form>
        </Card>
      )}
      <Card title={isSuspended ? 'Reactivar la cuenta' : 'Suspender la cuenta'}>
        <Form action={action} className="grid gap-4">
          <HiddenField<typeof accessChangeBody>
            name="change"
            value={isSuspended ? 'reinstate' : 'suspend'}
          />
          {isSuspended ? (
            <p>
              <strong className="wrap-anywhere">{name}</strong> podrá ingresar, y sus enlaces
              compartidos volverán a funcionar.
            </p>
          ) : (
            <>
              <p>
                No podrá ingresar, y sus enlaces compartidos no mostrarán nada. No se borra nada, y
                le avisamos por correo.
              </p>
              <TextArea
                {...field('reason')}
                label="Motivo"
                hint="No va en el correo; la persona puede pedirlo."
                maxLength={1000}
              />
            </>
          )}
          <div>
            <Button variant={isSuspended ? 'primary' : 'danger'}>
              {isSuspended ? 'Reactivar' : 'Suspender'}
            </Button>
          </div>
        </Form>
      </Card>
      {mayErase && (
        <Card title="Borrar la cuenta">
          <p className="mb-4">
            Cuando la persona lo pide. Antes ves qué se borra y qué se conserva por ley.
          </p>
          <LinkButton href={`/admin/cuentas/${encodeURIComponent(id)}/borrar`} variant="secondary">
            Borrar la cuenta
          </LinkButton>
        </Card>
      )}
    </div>
  );
}
