type Writer = {
  /** Milliseconds that its transaction may last while others wait. */
  transactionMs: number;
  rollBack: () => void;
};
type Line = {
  holder?: Writer | undefined;
  since: number;
  waiting: { writer: Writer; go: () => void }[];
};

const lines = new Map<string, Line>();

/**
 * Gives one writer at a time a database file, as sqld's connection manager does: writers take turns
 * in the order of their arrival, and a writer that makes others wait too long is rolled back.
 */
export async function takeWriteTurn(path: string, writer: Writer): Promise<void> {
  const line = lines.get(path) ?? { since: 0, waiting: [] };
  lines.set(path, line);
  if (line.holder === writer) return;
  if (!line.holder) {
    grant(line, writer);
    return;
  }
  await new Promise<void>((go) => {
    line.waiting.push({ writer, go });
    watch(path, line);
  });
}

export function giveWriteTurn(path: string, writer: Writer): void {
  const line = lines.get(path);
  if (!line) return;
  line.waiting = line.waiting.filter((other) => other.writer !== writer);
  if (line.holder !== writer) return;
  const next = line.waiting.shift();
  if (!next) {
    lines.delete(path);
    return;
  }
  grant(line, next.writer);
  next.go();
  if (line.waiting.length > 0) watch(path, line);
}

function grant(line: Line, writer: Writer): void {
  line.holder = writer;
  line.since = Date.now();
}

function watch(path: string, line: Line): void {
  const { holder, since } = line;
  const left = Math.max(0, since + (holder?.transactionMs ?? 0) - Date.now());
  setTimeout(() => {
    if (!holder || line.holder !== holder || line.since !== since) return;
    holder.rollBack();
    giveWriteTurn(path, holder);
  }, left).unref();
}
