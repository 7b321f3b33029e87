/**
 * Holds the next call to a URL with this ending. Returns its arrival and how to release it.
 */
export function pauseNextCall(ending: string) {
  const [there, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const real = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    if (!String(input).endsWith(ending)) return real(input, init);
    globalThis.fetch = real;
    there.resolve();
    await gate.promise;
    return real(input, init);
  };
  return { there: there.promise, go: gate.resolve };
}
