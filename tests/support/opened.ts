type Opened = { close: () => unknown };

const opened: (() => Promise<void>)[] = [];

/**
 * Worlds, servers and stand-ins of providers: a test file closes none. What a test opened is closed
 * behind that test, what was open before it behind the file, the last one first (`setup.ts`).
 */
export function closedLater<T extends Opened>(it: T): T {
  const close = it.close.bind(it);
  let closing: Promise<void> | undefined;
  const once = () => {
    closing ??= Promise.resolve(close()).then(() => undefined);
    return closing;
  };
  opened.push(once);
  return Object.assign(it, { close: once });
}

/** How many are open, to close those that come after. */
export const openNow = (): number => opened.length;

export async function closeDownTo(count: number): Promise<void> {
  while (opened.length > count) await opened.pop()?.();
}
