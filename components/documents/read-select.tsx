'use client';

import { type ComponentProps, useEffect, useRef } from 'react';
import { SelectField } from '#components/ui/select-field.tsx';

/**
 * A select that takes the value read from its file after the page was shown, unless the person has
 * chosen something else. React changes the default value of an input, but not that of a select.
 */
export function ReadSelect(props: ComponentProps<typeof SelectField>) {
  const { defaultValue = '' } = props;
  const select = useRef<HTMLSelectElement>(null);
  const previousDefault = useRef(defaultValue);
  useEffect(() => {
    if (select.current?.value === previousDefault.current) select.current.value = defaultValue;
    previousDefault.current = defaultValue;
  }, [defaultValue]);
  return <SelectField {...props} ref={select} />;
}
