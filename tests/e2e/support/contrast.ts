/**
 * Texts on the screen whose colour is too near to what they stand on (WCAG 2.2, 1.4.3), by their colours
 * alone and so a tenth of axe's time. Runs in the page.
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
    const mixed = (n: 0 | 1 | 2) => top[n] * top[3] + below[n] * (1 - top[3]);
    return [mixed(0), mixed(1), mixed(2), 1];
  };
  const groundOf = (element: Element | null): Color => {
    if (!element) return [255, 255, 255, 1];
    const own = colorOf(getComputedStyle(element).backgroundColor);
    return own[3] === 1 ? own : over(own, groundOf(element.parentElement));
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
    const ground = groundOf(element);
    const [darker = 0, lighter = 0] = [luminance(ground), luminance(over(ink, ground))].sort(
      (a, b) => a - b,
    );
    const ratio = (lighter + 0.05) / (darker + 0.05);
    const size = Number.parseFloat(style.fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    return ratio >= (isLarge ? 3 : 4.5) ? [] : [`${ratio.toFixed(2)}: ${element.outerHTML}`];
  });
}
