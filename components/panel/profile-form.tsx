import { RutField } from '#components/account/holder-fields.tsx';
import { TerritoryFields } from '#components/forms/territory-fields.tsx';
import { Button } from '#components/ui/button.tsx';
import { Form } from '#components/ui/form.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { profileCopy } from '#lib/domain/accounts/copy.ts';

type Props = {
  email: string;
  role: 'natural' | 'juridica' | 'admin';
  values: Record<string, string>;
  errors: Record<string, string>;
};

export function ProfileForm({ email, role, values, errors }: Props) {
  const field = (name: keyof typeof profileCopy) => ({
    name,
    label: profileCopy[name],
    defaultValue: values[name],
    error: errors[name],
  });
  return (
    <Form action="/panel/perfil/guardar" className="grid gap-6">
      <div>
        <p className="font-semibold">{role === 'juridica' ? 'Tu correo' : 'Correo'}</p>
        <p className="wrap-anywhere">{email}</p>
        {role !== 'admin' && (
          <a href="/panel/perfil/correo" className="inline-block py-2">
            Cambiar correo
          </a>
        )}
      </div>
      {role === 'juridica' && <TextField {...field('razonSocial')} autoComplete="organization" />}
      <RutField {...{ values, errors }} hint={role === 'juridica' && 'El de la empresa.'} />
      <TextField {...field('name')} optional={role === 'juridica'} autoComplete="name" />
      <TextField
        {...field('telefono')}
        optional
        hint="Por ejemplo, +56 9 1234 5678."
        type="tel"
        autoComplete="tel"
        width="medium"
      />
      <TextField {...field('direccion')} optional autoComplete="street-address" />
      <TerritoryFields
        region={{ ...field('region'), optional: true }}
        comuna={{ ...field('comuna'), optional: true }}
      />
      <div>
        <Button wide>Guardar datos</Button>
      </div>
    </Form>
  );
}
