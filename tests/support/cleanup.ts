type Opened = { close: () => unknown };

const opened: (() => Promise<void>)[] = [];

/**
 * Closes worlds, servers and stand-ins of providers, so that no test file has to do it. What a test
 * opened is closed after that test; everything else after the file. The last one is closed first
 * (`setup.ts`).
 */
export function closeAfterTest<T extends Opened>(it: T): T {
  const close = it.close.bind(it);
  let closing: Promise<void> | undefined;
  const once = () => {
    closing ??= Promise.resolve(close()).then(() => undefined);
    return closing;
  };
  opened.push(once);
  return Object.assign(it, { close: once });
}

/** Returns how many are open, to close those that come after. */
export const countOpenResources = (): number => opened.length;

export async function closeDownToCount(count: number): Promise<void> {
  while (opened.length > count) await opened.pop()?.();
}
