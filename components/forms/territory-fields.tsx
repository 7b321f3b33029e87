import { type TerritoryField, TerritorySelects } from '#components/forms/territory-selects.tsx';
import { regions } from '#lib/domain/territory/rules.ts';

export function TerritoryFields(props: { region: TerritoryField; comuna: TerritoryField }) {
  return <TerritorySelects {...props} groups={groups} />;
}

const groups = regions.map(({ nombre, comunas }) => ({
  label: nombre,
  options: comunas.map((comuna) => ({ value: comuna.nombre, label: comuna.nombre })),
}));
