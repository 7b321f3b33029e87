import { RutField } from '#components/account/holder-fields.tsx';
import { formFields } from '#components/forms/form-fields.ts';
import { TerritoryFields } from '#components/forms/territory-fields.tsx';
import { Button } from '#components/ui/button.tsx';
import { Form } from '#components/ui/form.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { COMPANY_PAGE } from '#lib/domain/accounts/companies/view.ts';
import { profileCopy } from '#lib/domain/accounts/copy.ts';
import type { correctedProfileForm } from '#lib/domain/accounts/schema.ts';

type Props = {
  kind: 'person' | 'company';
  values: Record<string, string>;
  errors: Record<string, string>;
};

/** Edits the data of the person, or of the company for which they act. */
export function ProfileForm({ kind, values, errors }: Props) {
  const isCompany = kind === 'company';
  const formField = formFields<typeof correctedProfileForm>({ values, errors });
  const field = (name: keyof typeof profileCopy) => ({
    ...formField(name),
    label: profileCopy[name],
  });
  return (
    <Form
      action={isCompany ? `${COMPANY_PAGE}/guardar` : '/panel/perfil/guardar'}
      className="grid gap-6"
    >
      {isCompany && <TextField {...field('razonSocial')} autoComplete="organization" />}
      <RutField
        {...{ values, errors }}
        hint={isCompany ? 'El de la empresa.' : 'El tuyo, para pedir garantías a tu nombre.'}
      />
      {isCompany ? (
        <TextField
          {...field('name')}
          label="Persona de contacto"
          hint="Aparece ya escrita cuando pide una garantía alguien sin nombre en su perfil."
          optional
          autoComplete="off"
        />
      ) : (
        <TextField {...field('name')} autoComplete="name" />
      )}
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
