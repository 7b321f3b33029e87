import { SelectField } from '#components/ui/select-field.tsx';
import { regions } from '#lib/domain/territory/rules.ts';

type Props = {
  region: string;
  comuna: string;
  values: Record<string, string>;
  errors: Record<string, string>;
};

/** Comunas are grouped by region, so it works as it is; the enhancer leaves only those of the region. */
export function TerritoryFields({ region, comuna, values, errors }: Props) {
  return (
    <>
      <SelectField
        name={region}
        label="Región"
        optional
        options={optionsOf(regions)}
        defaultValue={values[region]}
        error={errors[region]}
        data={{ 'data-decides': comuna }}
      />
      <SelectField
        name={comuna}
        label="Comuna"
        optional
        groups={regions.map((r) => ({ label: r.nombre, options: optionsOf(r.comunas) }))}
        defaultValue={values[comuna]}
        error={errors[comuna]}
      />
    </>
  );
}

function optionsOf(names: readonly { nombre: string }[]) {
  return names.map(({ nombre }) => ({ value: nombre, label: nombre }));
}
