import { getDb } from '#lib/platform/db/client.ts';
import { SECOND } from '#lib/platform/process/durations.ts';
import { singleton } from '#lib/platform/process/singleton.ts';

type KeptReply = { body: Buffer<ArrayBuffer>; etag: string };
type ReplyCache = {
  version?: string;
  bytes: number;
  replies: Map<string, KeptReply>;
  ending?: NodeJS.Timeout | undefined;
};

const MAX_BYTES = 4 * 1024 * 1024;
/** Overhead per cached reply in bytes, so that the number of small ones is limited too. */
const EACH_BYTES = 1024;
/** Lifetime of a cached reply, so that personal data does not remain long after an erasure. */
const KEPT_MS = 10 * SECOND;

/**
 * Caches a reply until the database changes. Without it, a list of 50 takes 2 to 3 times as long.
 */
export function cachedReply(key: string) {
  const cache = singleton('kept-replies', (): ReplyCache => ({ bytes: 0, replies: new Map() }));
  // The version is read before the data, so that a concurrent write invalidates the reply.
  const version = getDb().version();
  if (version === undefined) return { keep: () => undefined };
  if (version !== cache.version) emptyCache(cache);
  cache.version = version;
  return {
    found: cache.replies.get(key),
    keep: (reply: KeptReply) => {
      if (version !== cache.version) return;
      cache.bytes += EACH_BYTES + key.length + reply.body.length;
      if (cache.bytes > MAX_BYTES) return emptyCache(cache);
      cache.ending ??= setTimeout(() => emptyCache(cache), KEPT_MS).unref();
      cache.replies.set(key, reply);
    },
  };
}

function emptyCache(cache: ReplyCache): void {
  clearTimeout(cache.ending);
  Object.assign(cache, { bytes: 0, ending: undefined });
  cache.replies.clear();
}
