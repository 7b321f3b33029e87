const KEY = Symbol.for('resguardo');

/**
 * Returns the one instance of this name in the process. Modules cannot hold it, because `server.ts`
 * and the bundles of Next load copies of them.
 */
export function singleton<T>(name: string, make: () => T): T {
  const instances = allSingletons<T>();
  instances[name] ??= make();
  return instances[name];
}

export function findSingleton<T>(name: string): T | undefined {
  return allSingletons<T>()[name];
}

export function forget(name: string): void {
  delete allSingletons()[name];
}

/** Removes all instances except `keptNames`, so that a test begins like a new process. */
export function forgetAll(...keptNames: string[]): void {
  for (const name of Object.keys(allSingletons())) if (!keptNames.includes(name)) forget(name);
}

function allSingletons<T>(): Record<string, T> {
  const store = globalThis as unknown as { [KEY]?: Record<string, T> };
  store[KEY] ??= {};
  return store[KEY];
}
