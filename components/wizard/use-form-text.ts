import { type RefObject, useCallback, useSyncExternalStore } from 'react';

type FormText = [text: string, write: (text: string) => void];

/**
 * Returns the present text of the text field `name` in the form of `ref`, and a function that
 * writes it. The form itself is the store, because it is native and works without scripts.
 */
export function useFormText(ref: RefObject<HTMLInputElement | null>, name: string): FormText {
  const subscribe = useCallback(
    (onInput: () => void) => {
      const form = ref.current?.form;
      form?.addEventListener('input', onInput);
      return () => form?.removeEventListener('input', onInput);
    },
    [ref],
  );
  const find = () => {
    const field = ref.current?.form?.elements.namedItem(name);
    return field instanceof HTMLInputElement ? field : null;
  };
  const text = useSyncExternalStore(
    subscribe,
    () => find()?.value ?? '',
    () => '',
  );
  const write = (newText: string) => {
    const field = find();
    if (!field) return;
    field.value = newText;
    field.dispatchEvent(new Event('input', { bubbles: true }));
    field.focus();
  };
  return [text, write];
}
