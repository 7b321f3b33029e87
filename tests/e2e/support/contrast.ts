/** Elements that are drawn away from their place in the tree, so that others may lie below them. */
export const AWAY = '[data-away], [data-away] *';

/** Marks such elements, because a rule looks at the elements below each point. Runs in the page. */
export function markAway(): void {
  for (const element of document.body.querySelectorAll('*')) {
    const style = getComputedStyle(element);
    const margins = [style.marginTop, style.marginRight, style.marginBottom, style.marginLeft];
    const inset = [style.top, style.right, style.bottom, style.left];
    const isAway =
      /absolute|fixed|sticky/.test(style.position) ||
      (style.position === 'relative' && inset.some((side) => !/^(auto|0px)$/.test(side))) ||
      margins.some((side) => side.startsWith('-')) ||
      [style.transform, style.translate, style.float].some((value) => value !== 'none') ||
      (style.gridRowStart !== 'auto' && style.gridColumnStart !== 'auto');
    if (isAway) element.setAttribute('data-away', '');
    else element.removeAttribute('data-away');
  }
}

/**
 * Returns visible texts with too little contrast to their background (WCAG 2.2, 1.4.3). It compares
 * only colours, which takes a tenth of axe's time. Runs in the page.
 */
export function lowContrasts(): string[] {
  type Color = [red: number, green: number, blue: number, alpha: number];
  const colorOf = (text: string): Color => {
    const found = /^rgba?\(([^)]+)\)$/.exec(text)?.[1]?.split(',').map(Number);
    if (!found) throw new Error(`another way to write colours: ${text}`);
    const [red = 0, green = 0, blue = 0, alpha = 1] = found;
    return [red, green, blue, alpha];
  };
  const over = (top: Color, below: Color): Color => {
    const alpha = top[3] + below[3] * (1 - top[3]);
    const mixed = (n: 0 | 1 | 2) => (top[n] * top[3] + below[n] * below[3] * (1 - top[3])) / alpha;
    return alpha === 0 ? below : [mixed(0), mixed(1), mixed(2), alpha];
  };
  /** Blends a colour with everything that an element stands on, by their opacity. */
  const seen = (color: Color, element: Element | null): Color => {
    if (!element) return over(color, [255, 255, 255, 1]);
    const { backgroundColor, opacity } = getComputedStyle(element);
    const [red, green, blue, alpha] = over(color, colorOf(backgroundColor));
    return seen([red, green, blue, alpha * Number(opacity)], element.parentElement);
  };
  const luminance = (color: Color): number => {
    const linear = (n: 0 | 1 | 2) => {
      const part = color[n] / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    };
    return 0.2126 * linear(0) + 0.7152 * linear(1) + 0.0722 * linear(2);
  };
  const isSeen = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    const visible = element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    return visible && width > 1 && height > 1 && !element.closest(':disabled');
  };
  const hasText = (element: Element): boolean =>
    element.matches('input, select, textarea') ||
    [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());

  return [...document.body.querySelectorAll('*')].flatMap((element) => {
    if (!hasText(element) || !isSeen(element)) return [];
    const style = getComputedStyle(element);
    const ink = colorOf(style.color);
    if (ink[3] === 0) return [];
    const shown = [seen([0, 0, 0, 0], element), seen(ink, element)].map(luminance);
    const [darker = 0, lighter = 0] = shown.sort((a, b) => a - b);
    const ratio = (lighter + 0.05) / (darker + 0.05);
    const size = Number.parseFloat(style.fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    return ratio >= (isLarge ? 3 : 4.5) ? [] : [`${ratio.toFixed(2)}: ${element.outerHTML}`];
  });
}
