import { type RefObject, useEffect, useRef } from 'react';

/** Returns a ref for a checkbox that ticks those named in `names`. Shift ticks a range. */
export function useTickAll(names: readonly string[]): RefObject<HTMLInputElement | null> {
  const ref = useRef<HTMLInputElement>(null);
  const list = names.join(' ');
  useEffect(() => {
    const all = ref.current;
    if (!all?.form) return;
    const { form } = all;
    const stop = new AbortController();
    const { signal } = stop;
    const boxes = [...form.elements].filter(
      (part): part is HTMLInputElement =>
        part instanceof HTMLInputElement && list.split(' ').includes(part.name),
    );
    const follow = () => {
      all.checked = boxes.every(({ checked }) => checked);
    };
    follow();
    const change = ({ target }: Event) => {
      if (target === all) for (const box of boxes) box.checked = all.checked;
      else follow();
    };
    form.addEventListener('change', change, { signal });
    let last = 0;
    const range = ({ target, shiftKey }: MouseEvent) => {
      const at = boxes.indexOf(target as HTMLInputElement);
      const box = boxes[at];
      if (!box) return;
      const between = boxes.slice(Math.min(at, last), Math.max(at, last));
      if (shiftKey) for (const other of between) other.checked = box.checked;
      last = at;
    };
    form.addEventListener('click', range, { signal });
    return () => stop.abort();
  }, [list]);
  return ref;
}
