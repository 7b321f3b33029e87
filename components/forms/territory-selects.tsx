'use client';

import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import type { FieldProps } from '#components/ui/field.tsx';
import { SelectField, type SelectOption } from '#components/ui/select-field.tsx';

export type TerritoryField = FieldProps & { defaultValue?: string | undefined };

type Props = {
  region: TerritoryField;
  comuna: TerritoryField;
  groups: readonly { label: string; options: readonly SelectOption[] }[];
};

/**
 * Selects for region and comuna. Choosing a comuna first also sets its region. Without scripts all
 * comunas are listed by region.
 */
export function TerritorySelects({ region, comuna, groups }: Props) {
  const select = useRef<HTMLSelectElement>(null);
  const [chosenRegion, setChosen] = useState('');
  // A person may have chosen a value before the script was loaded.
  useEffect(() => setChosen(select.current?.value ?? ''), []);
  const setRegion = ({ target }: ChangeEvent<HTMLSelectElement>) => {
    const group = target.selectedOptions[0]?.closest('optgroup');
    if (!select.current || chosenRegion || !group) return;
    select.current.value = group.label;
    setChosen(group.label);
  };
  return (
    <>
      <SelectField
        {...region}
        ref={select}
        options={groups.map(({ label }) => ({ value: label, label }))}
        onChange={({ target }) => setChosen(target.value)}
      />
      <SelectField
        {...comuna}
        groups={groups.filter(({ label }) => !chosenRegion || label === chosenRegion)}
        onChange={setRegion}
      />
    </>
  );
}
