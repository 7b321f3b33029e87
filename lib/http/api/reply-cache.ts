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

const MOST_BYTES = 4 * 1024 * 1024;
/** Bytes that a kept reply costs beside its text, so that many tiny ones are bounded as well. */
const EACH_BYTES = 1024;
/** Replies are dropped after this time, so that nothing stays of a person who was erased. */
const KEPT_MS = 10 * SECOND;

/** Keeps a reply until the database changes. A list of 50 costs 2 to 3 times as much made anew. */
export function keptReply(key: string) {
  const kept = singleton('kept-replies', (): ReplyCache => ({ bytes: 0, replies: new Map() }));
  // The version is taken before anything is read, so that a write meanwhile ends the reply.
  const version = getDb().version();
  if (version === undefined) return { keep: () => undefined };
  if (version !== kept.version) empty(kept);
  kept.version = version;
  return {
    found: kept.replies.get(key),
    keep: (reply: KeptReply) => {
      if (version !== kept.version) return;
      kept.bytes += EACH_BYTES + key.length + reply.body.length;
      if (kept.bytes > MOST_BYTES) return empty(kept);
      kept.ending ??= setTimeout(() => empty(kept), KEPT_MS).unref();
      kept.replies.set(key, reply);
    },
  };
}

function empty(kept: ReplyCache): void {
  clearTimeout(kept.ending);
  Object.assign(kept, { bytes: 0, ending: undefined });
  kept.replies.clear();
}
