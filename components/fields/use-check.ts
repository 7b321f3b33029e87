import { type RefObject, useEffect, useState } from 'react';
import { afterPress } from '#components/fields/after-press.ts';
import { markCorrected } from '#components/ui/corrected-fields.ts';
import { useRenderCount } from '#components/ui/render-count.ts';
import { plainText } from '#lib/platform/operations/plain-text.ts';

/** Either the formatted text with an explanation, or the problem. */
type CheckResult = { formatted: string; words?: string } | { problem: string };
export type FieldCheck = (text: string, input: HTMLInputElement) => CheckResult;

/**
 * Checks and formats a field when it changes. `check` must be a stable function. Returns null until
 * the field changes, and again when the page has been rendered once more, because the server has
 * checked it then.
 */
export function useCheck(
  ref: RefObject<HTMLInputElement | null>,
  check: FieldCheck,
): { problem?: string; words?: string } | null {
  const renderCount = useRenderCount();
  const [last, setLast] = useState<{ renderCount: number; result: CheckResult } | null>(null);
  useEffect(() => {
    const input = ref.current;
    if (!input) return;
    let checked: CheckResult = { formatted: '' };
    const show = afterPress(() => {
      setLast({ renderCount, result: checked });
      markCorrected(input.name, renderCount);
    });
    // React has no event for a finished change. Its `onChange` would run at each key.
    const judge = () => {
      const text = plainText(input.value).trim();
      checked = text ? check(text, input) : { formatted: '' };
      if ('formatted' in checked) input.value = checked.formatted;
      show();
    };
    input.addEventListener('change', judge);
    return () => input.removeEventListener('change', judge);
  }, [ref, check, renderCount]);
  return last?.renderCount === renderCount ? last.result : null;
}
