/** `data-ticks`: the boxes it stands for. Shift takes along those between it and the last. */
export function tickAll(signal: AbortSignal): void {
  for (const all of document.querySelectorAll<HTMLInputElement>('input[data-ticks]')) {
    const names = (all.dataset.ticks ?? '').split(' ');
    const boxes = names.flatMap((name) =>
      [...document.getElementsByName(name)].filter((box) => box instanceof HTMLInputElement),
    );
    const lead = () => {
      for (const box of boxes) box.checked = all.checked;
    };
    const follow = () => {
      all.checked = boxes.every(({ checked }) => checked);
    };
    follow();
    all.addEventListener('change', lead, { signal });
    let last = 0;
    for (const [at, box] of boxes.entries()) {
      const range = ({ shiftKey }: MouseEvent) => {
        const between = boxes.slice(Math.min(at, last), Math.max(at, last));
        if (shiftKey) for (const other of between) other.checked = box.checked;
        last = at;
      };
      box.addEventListener('click', range, { signal });
      box.addEventListener('change', follow, { signal });
    }
  }
}
