import { getDb } from '#lib/platform/db/client.ts';
import { SECOND } from '#lib/platform/process/durations.ts';
import { singleton } from '#lib/platform/process/singleton.ts';

export type KeptReply = { body: Buffer<ArrayBuffer>; etag: string };
type Kept = {
  version?: string;
  bytes: number;
  replies: Map<string, KeptReply>;
  ending?: NodeJS.Timeout | undefined;
};

const MOST_BYTES = 4 * 1024 * 1024;
/** What a kept reply costs beside its text: so that many tiny ones are bounded as well. */
const EACH_BYTES = 1024;
/** Nothing of an erased person stays, also when there is no more to ask. */
const KEPT_MS = 10 * SECOND;

/** Until the database changes: a list of 50 that is read and made anew takes 2 to 3 times the processor. */
export function keptReply(key: string) {
  const kept = singleton('kept-replies', (): Kept => ({ bytes: 0, replies: new Map() }));
  // Taken before anything is read: a write meanwhile ends the reply made of it.
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

function empty(kept: Kept): void {
  clearTimeout(kept.ending);
  Object.assign(kept, { bytes: 0, ending: undefined });
  kept.replies.clear();
}
