'use client';

import { type ComponentProps, useEffect, useRef } from 'react';
import { SelectField } from '#components/ui/select-field.tsx';

type Props = ComponentProps<typeof SelectField> & {
  /** The checkbox that claims a file, and the value that this select takes with it. */
  claim?: { name: string; value: string } | undefined;
};

/**
 * A select that takes the value read from its file after the page was shown, unless the person has
 * chosen something else. React changes the default value of an input, but not that of a select.
 */
export function ReadSelect({ claim, ...props }: Props) {
  const { defaultValue = '' } = props;
  const select = useRef<HTMLSelectElement>(null);
  const previousDefault = useRef(defaultValue);
  useEffect(() => {
    if (select.current?.value === previousDefault.current) select.current.value = defaultValue;
    previousDefault.current = defaultValue;
  }, [defaultValue]);
  const { name, value } = claim ?? {};
  useEffect(() => {
    const box = name && select.current?.form?.elements.namedItem(name);
    if (!(box instanceof HTMLInputElement) || !value) return;
    const follow = () => {
      const { current } = select;
      if (current?.value === (box.checked ? 'otros' : value))
        current.value = box.checked ? value : 'otros';
      // The server then stores what the person sees.
      box.value = 'true';
    };
    box.addEventListener('change', follow);
    return () => box.removeEventListener('change', follow);
  }, [name, value]);
  return <SelectField {...props} ref={select} />;
}
