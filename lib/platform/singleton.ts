/**
 * One instance per process. `server.ts` and Next's bundles each have their own copy of a module,
 * so what must exist once (database, clock, worker) hangs on a registered symbol of `globalThis`.
 */
export function singleton<T>(name: string, make: () => T): T {
  const key = Symbol.for(`resguardo.${name}`);
  const store = globalThis as unknown as Record<symbol, T | undefined>;
  store[key] ??= make();
  return store[key];
}

/** Forgets an instance, so that the next `singleton` makes a new one (tests, graceful stop). */
export function forget(name: string): void {
  delete (globalThis as unknown as Record<symbol, unknown>)[Symbol.for(`resguardo.${name}`)];
}
