import { forget, singleton } from '#lib/platform/process/singleton.ts';

/**
 * Runs `work` once for all callers of this name, and shares its result until `ms` after its end.
 * Anyone may cause the call, so all requests together must cause only one.
 */
export function shareResult<T>(name: string, ms: number, work: () => Promise<T>): Promise<T> {
  return singleton(name, () => {
    const result = work();
    const forgetLater = () => void setTimeout(() => forget(name), ms).unref();
    result.then(forgetLater, forgetLater);
    return result;
  });
}
