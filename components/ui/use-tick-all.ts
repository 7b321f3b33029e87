import { type RefObject, useEffect, useRef } from 'react';

/**
 * Returns a ref for a checkbox that ticks the boxes in `names`. With Shift, ticking one box ticks a
 * range.
 */
export function useTickAll(names: readonly string[]): RefObject<HTMLInputElement | null> {
  const ref = useRef<HTMLInputElement>(null);
  const list = names.join(' ');
  useEffect(() => {
    const allBox = ref.current;
    if (!allBox?.form) return;
    const { form } = allBox;
    const stop = new AbortController();
    const { signal } = stop;
    const boxes = [...form.elements].filter(
      (part): part is HTMLInputElement =>
        part instanceof HTMLInputElement && list.split(' ').includes(part.name),
    );
    const follow = () => {
      allBox.checked = boxes.every(({ checked }) => checked);
    };
    follow();
    const change = ({ target }: Event) => {
      if (target === allBox) for (const box of boxes) box.checked = allBox.checked;
      else follow();
    };
    form.addEventListener('change', change, { signal });
    let last = 0;
    const range = ({ target, shiftKey }: MouseEvent) => {
      const at = boxes.indexOf(target as HTMLInputElement);
      const box = boxes[at];
      if (!box) return;
      const boxesBetween = boxes.slice(Math.min(at, last), Math.max(at, last));
      if (shiftKey) for (const otherBox of boxesBetween) otherBox.checked = box.checked;
      last = at;
    };
    form.addEventListener('click', range, { signal });
    return () => stop.abort();
  }, [list]);
  return ref;
}
