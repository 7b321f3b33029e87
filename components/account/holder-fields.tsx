import type { ReactNode } from 'react';
import { formFields } from '#components/forms/form-fields.ts';
import { RutTextField } from '#components/forms/rut-text-field.tsx';
import { HiddenField } from '#components/ui/hidden-field.tsx';
import { RadioGroup } from '#components/ui/radio-group.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { companyRutDoubt, roleCopy } from '#lib/domain/accounts/copy.ts';
import type { holderForm } from '#lib/domain/accounts/schema.ts';

type Props = { values: Record<string, string>; errors: Record<string, string> };

/**
 * Asks for the account holder. CSS shows the fields of the chosen kind (`data-for`), so it works
 * without scripts.
 */
export function HolderFields({ values, errors }: Props) {
  const field = formFields<typeof holderForm>({ values, errors });
  return (
    <>
      <RadioGroup
        {...field('role')}
        legend="¿A nombre de quién pides garantías?"
        options={[
          { value: 'juridica', label: roleCopy.juridica, hint: 'Una sociedad, EIRL o SpA.' },
          { value: 'natural', label: roleCopy.natural, hint: 'A tu nombre y con tu RUT.' },
        ]}
      />
      <div data-for="juridica">
        <TextField {...field('razonSocial')} label="Razón social" autoComplete="organization" />
      </div>
      <RutField
        values={values}
        errors={errors}
        hint={
          <>
            <span data-for="juridica">El de la empresa, por ejemplo 76.123.456-0.</span>
            <span data-for="natural">El tuyo, por ejemplo 12.345.678-5.</span>
          </>
        }
      />
    </>
  );
}

/**
 * A RUT field. After a warning, a hidden field marks the RUT as confirmed, so that it is accepted.
 */
export function RutField({ values, errors, hint }: Props & { hint?: ReactNode }) {
  const field = formFields<typeof holderForm>({ values, errors });
  return (
    <>
      <RutTextField {...field('rut')} label="RUT" hint={hint} width="medium" autoComplete="off" />
      {errors.rut === companyRutDoubt && (
        <HiddenField<typeof holderForm> name="rutVisto" value={values.rut} />
      )}
    </>
  );
}
