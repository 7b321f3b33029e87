import { type RefObject, useEffect, useRef } from 'react';

/**
 * Returns a ref for a checkbox that ticks the boxes in `names`. With Shift, ticking one box ticks a
 * range.
 */
export function useTickAll(names: readonly string[]): RefObject<HTMLInputElement | null> {
  const ref = useRef<HTMLInputElement>(null);
  const nameList = names.join(' ');
  useEffect(() => {
    const allBox = ref.current;
    if (!allBox?.form) return;
    const { form } = allBox;
    const stop = new AbortController();
    const { signal } = stop;
    const boxes = [...form.elements].filter(
      (part): part is HTMLInputElement =>
        part instanceof HTMLInputElement && nameList.split(' ').includes(part.name),
    );
    const updateAllBox = () => {
      allBox.checked = boxes.every(({ checked }) => checked);
    };
    updateAllBox();
    const change = ({ target }: Event) => {
      if (target === allBox) for (const box of boxes) box.checked = allBox.checked;
      else updateAllBox();
    };
    form.addEventListener('change', change, { signal });
    let lastIndex = 0;
    const tickRange = ({ target, shiftKey }: MouseEvent) => {
      const index = boxes.indexOf(target as HTMLInputElement);
      const box = boxes[index];
      if (!box) return;
      const boxesBetween = boxes.slice(Math.min(index, lastIndex), Math.max(index, lastIndex));
      if (shiftKey) for (const otherBox of boxesBetween) otherBox.checked = box.checked;
      lastIndex = index;
    };
    form.addEventListener('click', tickRange, { signal });
    return () => stop.abort();
  }, [nameList]);
  return ref;
}
