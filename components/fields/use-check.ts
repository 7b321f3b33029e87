import { type RefObject, useEffect, useState } from 'react';
import { afterPress } from '#components/fields/after-press.ts';
import { markCorrected } from '#components/ui/corrected-fields.ts';
import { plainText } from '#lib/platform/operations/plain-text.ts';

/** The formatted text with an explanation, or the problem. */
export type Checked = { formatted: string; words?: string } | { problem: string };
export type Check = (text: string, input: HTMLInputElement) => Checked;

/** Checks and formats a field when it changes. `check` must be a stable function. */
export function useCheck(
  ref: RefObject<HTMLInputElement | null>,
  check: Check,
): { problem?: string; words?: string } | null {
  const [result, setResult] = useState<Checked | null>(null);
  useEffect(() => {
    const input = ref.current;
    if (!input) return;
    let checked: Checked = { formatted: '' };
    const show = afterPress(() => {
      setResult(checked);
      markCorrected(input.name);
    });
    // React's `onChange` would run at each key.
    const judge = () => {
      const text = plainText(input.value).trim();
      checked = text ? check(text, input) : { formatted: '' };
      if ('formatted' in checked) input.value = checked.formatted;
      show();
    };
    input.addEventListener('change', judge);
    return () => input.removeEventListener('change', judge);
  }, [ref, check]);
  return result;
}
