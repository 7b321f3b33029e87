import type { FieldProps } from '#components/ui/field.tsx';
import { SelectField } from '#components/ui/select-field.tsx';
import { regions } from '#lib/domain/territory/rules.ts';

type Props = {
  region: string;
  comuna: string;
  values: Record<string, string>;
  errors: Record<string, string>;
};

export function TerritoryFields({ region, comuna, values, errors }: Props) {
  const field = (name: string) => ({
    name,
    optional: true,
    defaultValue: values[name],
    error: errors[name],
  });
  return (
    <>
      <RegionField {...field(region)} label="Región" decides={comuna} />
      <ComunaField {...field(comuna)} label="Comuna" />
    </>
  );
}

type SelectProps = FieldProps & { defaultValue?: string };

export function RegionField({ decides, ...props }: SelectProps & { decides: string }) {
  const data = { 'data-decides': decides };
  return <SelectField {...props} options={optionsOf(regions)} data={data} />;
}

/** Comunas are grouped by region, so it works as it is; the enhancer leaves only those of the region. */
export function ComunaField(props: SelectProps) {
  const groups = regions.map((r) => ({ label: r.nombre, options: optionsOf(r.comunas) }));
  return <SelectField {...props} groups={groups} />;
}

function optionsOf(names: readonly { nombre: string }[]) {
  return names.map(({ nombre }) => ({ value: nombre, label: nombre }));
}
