import { type RefObject, useEffect, useState } from 'react';
import { afterPress } from '#components/forms/after-press.ts';
import { markCorrected } from '#components/ui/corrected-fields.ts';
import { useRenderCount } from '#components/ui/render-count.ts';
import { plainText } from '#lib/platform/operations/plain-text.ts';

/** Either the formatted text with an explanation, or the problem. */
type FieldCheckResult = { formatted: string; words?: string } | { problem: string };
export type FieldCheck = (text: string, input: HTMLInputElement) => FieldCheckResult;

/**
 * Checks and formats a field when it changes. `check` must be a stable function. Returns null until
 * the field changes. Also returns null after the page was rendered again, because the server has
 * then checked the field.
 */
export function useCheck(
  ref: RefObject<HTMLInputElement | null>,
  check: FieldCheck,
): { problem?: string; words?: string } | null {
  const renderCount = useRenderCount();
  const [lastCheck, setLastCheck] = useState<{
    renderCount: number;
    result: FieldCheckResult;
  } | null>(null);
  useEffect(() => {
    const input = ref.current;
    if (!input) return;
    let lastResult: FieldCheckResult = { formatted: '' };
    const show = afterPress(() => {
      setLastCheck({ renderCount, result: lastResult });
      markCorrected(input.name, renderCount);
    });
    // React has no event for a finished change: its `onChange` runs at each key.
    const checkInput = () => {
      const text = plainText(input.value).trim();
      lastResult = text ? check(text, input) : { formatted: '' };
      if ('formatted' in lastResult) input.value = lastResult.formatted;
      show();
    };
    input.addEventListener('change', checkInput);
    return () => input.removeEventListener('change', checkInput);
  }, [ref, check, renderCount]);
  return lastCheck?.renderCount === renderCount ? lastCheck.result : null;
}
