import { singleton } from '#lib/platform/process/singleton.ts';

/** Counts a request until the returned function is called: background work gives way to them. */
export function enterRequest(): () => void {
  const count = counter();
  count.value += 1;
  return () => {
    count.value -= 1;
  };
}

export function requestsUnderWay(): number {
  return counter().value;
}

function counter(): { value: number } {
  return singleton('requests', () => ({ value: 0 }));
}
