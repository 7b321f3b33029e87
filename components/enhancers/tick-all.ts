/** A box that stands for others (`data-ticks`: their names) ticks them, and falls with the first. */
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
    all.addEventListener('change', lead, { signal });
    for (const box of boxes) box.addEventListener('change', follow, { signal });
  }
}
