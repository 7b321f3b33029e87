import { getDb } from '#lib/platform/db/client.ts';
import { SECOND } from '#lib/platform/process/durations.ts';
import { singleton } from '#lib/platform/process/singleton.ts';

export type KeptReply = { body: Buffer<ArrayBuffer>; etag: string };
type ReplyCache = {
  version?: string;
  bytes: number;
  replies: Map<string, KeptReply>;
  ending?: NodeJS.Timeout | undefined;
};

const MAX_BYTES = 4 * 1024 * 1024;
/** Overhead per cached reply in bytes, so that the number of small ones is limited too. */
const EACH_BYTES = 1024;
/** Lifetime of a cached reply, so that no personal data remains after an erasure. */
const KEPT_MS = 10 * SECOND;

/** Caches a reply until the database changes. A list of 50 otherwise takes 2 to 3 times as long. */
export function keptReply(key: string) {
  const kept = singleton('kept-replies', (): ReplyCache => ({ bytes: 0, replies: new Map() }));
  // The version is read before the data, so that a concurrent write invalidates the reply.
  const version = getDb().version();
  if (version === undefined) return { keep: () => undefined };
  if (version !== kept.version) emptyCache(kept);
  kept.version = version;
  return {
    found: kept.replies.get(key),
    keep: (reply: KeptReply) => {
      if (version !== kept.version) return;
      kept.bytes += EACH_BYTES + key.length + reply.body.length;
      if (kept.bytes > MAX_BYTES) return emptyCache(kept);
      kept.ending ??= setTimeout(() => emptyCache(kept), KEPT_MS).unref();
      kept.replies.set(key, reply);
    },
  };
}

function emptyCache(kept: ReplyCache): void {
  clearTimeout(kept.ending);
  Object.assign(kept, { bytes: 0, ending: undefined });
  kept.replies.clear();
}
