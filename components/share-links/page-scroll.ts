/** Tells `onChange` which pages lie within the box, extended by `rootMargin`. */
export function watchPages(
  root: HTMLElement | null,
  rootMargin: string,
  onChange: (pages: readonly number[]) => void,
): () => void {
  const inside = new Set<number>();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const page = Number((target as HTMLElement).dataset.page);
        if (isIntersecting) inside.add(page);
        else inside.delete(page);
      }
      onChange([...inside]);
    },
    { root, rootMargin },
  );
  for (const page of root?.querySelectorAll('[data-page]') ?? []) observer.observe(page);
  return () => observer.disconnect();
}

/** Scrolls after a zoom, so that the middle of the box stays the same. */
export function scrollToSamePlace(box: HTMLElement, grown: number): void {
  const { scrollLeft, scrollTop, clientWidth, clientHeight } = box;
  box.scrollLeft = (scrollLeft + clientWidth / 2) * grown - clientWidth / 2;
  box.scrollTop = (scrollTop + clientHeight / 2) * grown - clientHeight / 2;
}

export function scrollToPage(box: HTMLElement, number: number): void {
  const page = box.querySelector(`[data-page="${number}"]`);
  if (page) box.scrollTop += page.getBoundingClientRect().top - box.getBoundingClientRect().top;
}
