/** Tells `onChange` which pages lie within the box, extended by `rootMargin`. */
export function watchPages(
  root: HTMLElement | null,
  rootMargin: string,
  onChange: (pages: readonly number[]) => void,
): () => void {
  const pagesInside = new Set<number>();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const page = Number((target as HTMLElement).dataset.page);
        if (isIntersecting) pagesInside.add(page);
        else pagesInside.delete(page);
      }
      onChange([...pagesInside]);
    },
    { root, rootMargin },
  );
  for (const page of root?.querySelectorAll('[data-page]') ?? []) observer.observe(page);
  return () => observer.disconnect();
}

/** Scrolls after a zoom, so that the middle of the box stays the same. */
export function scrollToSamePlace(box: HTMLElement, growth: number): void {
  const { scrollLeft, scrollTop, clientWidth, clientHeight } = box;
  box.scrollLeft = (scrollLeft + clientWidth / 2) * growth - clientWidth / 2;
  box.scrollTop = (scrollTop + clientHeight / 2) * growth - clientHeight / 2;
}

export function scrollToPage(box: HTMLElement, number: number): void {
  const page = box.querySelector(`[data-page="${number}"]`);
  if (page) box.scrollTop += page.getBoundingClientRect().top - box.getBoundingClientRect().top;
}
