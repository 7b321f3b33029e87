const KEY = Symbol.for('resguardo');

/**
 * One instance per process. `server.ts` and Next's bundles each have their own copy of a module,
 * so what must exist once (database, clock, worker) hangs on a registered symbol of `globalThis`.
 */
export function singleton<T>(name: string, make: () => T): T {
  const instances = all<T>();
  instances[name] ??= make();
  return instances[name];
}

/** The instance, where there is one. */
export function made<T>(name: string): T | undefined {
  return all<T>()[name];
}

/** Forgets an instance, so that the next `singleton` makes a new one. */
export function forget(name: string): void {
  delete all()[name];
}

/** Forgets all but `kept`: a test begins like a new process. */
export function forgetAll(...kept: string[]): void {
  for (const name of Object.keys(all())) if (!kept.includes(name)) forget(name);
}

function all<T>(): Record<string, T> {
  const store = globalThis as unknown as { [KEY]?: Record<string, T> };
  store[KEY] ??= {};
  return store[KEY];
}
