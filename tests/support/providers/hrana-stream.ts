import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'libsql';
import { refusalOfSql } from '#tests/support/providers/hrana-sql.ts';
import { giveWriteTurn, takeWriteTurn } from '#tests/support/providers/hrana-writers.ts';

type Value =
  | { type: 'null' }
  | { type: 'integer'; value: string }
  | { type: 'float'; value: number }
  | { type: 'text'; value: string }
  | { type: 'blob'; base64: string };

type Statement = {
  sql?: string;
  sql_id?: number;
  args?: Value[];
  named_args?: { name: string; value: Value }[];
  want_rows?: boolean;
};

type Condition = { type: 'ok'; step: number } | { type: 'not'; cond: Condition };

export type StreamRequest =
  | { type: 'close' }
  | { type: 'execute'; stmt: Statement }
  | { type: 'batch'; batch: { steps: { condition?: Condition | null; stmt: Statement }[] } }
  | { type: 'sequence'; sql?: string; sql_id?: number }
  | { type: 'store_sql'; sql_id: number; sql: string }
  | { type: 'close_sql'; sql_id: number };

type Failure = { message: string; code: string };

/** Milliseconds that a statement waits for another process before it is refused. */
const LOCK_WAIT_MS = 5000;

/**
 * A stream of a libSQL server: a connection of its own, SQL texts by id, and at most one
 * transaction.
 */
export function hranaStream(path: string, transactionMs: number) {
  const db = new Database(path);
  db.exec('PRAGMA foreign_keys = ON');
  try {
    db.exec('PRAGMA journal_mode = WAL');
  } catch {
    // Another process holds the file, whose mode was set by the first stream.
  }
  const texts = new Map<number, string>();
  let closed = false;
  let timedOut = false;

  const close = () => {
    if (closed) return;
    closed = true;
    if (db.inTransaction) db.exec('ROLLBACK');
    db.close();
    giveWriteTurn(path, writer);
  };

  /** Rolls back a late transaction. Only the next program of this stream reports it. */
  const writer = {
    transactionMs,
    rollBack: () => {
      if (db.inTransaction) db.exec('ROLLBACK');
      timedOut = true;
    },
  };

  function checkTime(): void {
    if (!timedOut) return;
    timedOut = false;
    throw Object.assign(new Error('Transaction timed out'), { code: 'TRANSACTION_TIMEOUT' });
  }

  async function run(request: StreamRequest): Promise<unknown> {
    try {
      return { type: 'ok', response: { type: request.type, ...(await answer(request)) } };
    } catch (error) {
      return { type: 'error', error: failureOf(error) };
    }
  }

  async function answer(request: StreamRequest): Promise<object> {
    // The native library ends the process that uses a closed connection.
    if (closed) throw Object.assign(new Error('closed'), { code: 'STREAM_CLOSED' });
    switch (request.type) {
      case 'close':
        close();
        return {};
      case 'store_sql':
        if (texts.has(request.sql_id)) {
          throw Object.assign(new Error('SQL id in use'), { code: 'SQL_ID' });
        }
        texts.set(request.sql_id, request.sql);
        return {};
      case 'close_sql':
        texts.delete(request.sql_id);
        return {};
      case 'sequence':
        checkTime();
        await inTurn(textOf(request), () => db.exec(textOf(request)));
        return {};
      case 'execute':
        checkTime();
        return { result: await execute(request.stmt) };
      case 'batch':
        return { result: await batch(request.batch.steps) };
    }
  }

  async function batch(steps: { condition?: Condition | null; stmt: Statement }[]) {
    const results: (object | null)[] = [];
    const errors: (Failure | null)[] = [];
    const holds = (condition: Condition): boolean =>
      condition.type === 'ok' ? results[condition.step] != null : !holds(condition.cond);
    const late = timedOut;
    for (const [i, { condition, stmt }] of steps.entries()) {
      results[i] = null;
      errors[i] = null;
      if (!late && condition && !holds(condition)) continue;
      try {
        // A transaction that took too long fails in every step of one program.
        timedOut ||= late;
        checkTime();
        results[i] = await execute(stmt);
      } catch (error) {
        errors[i] = failureOf(error);
      }
    }
    return { step_results: results, step_errors: errors };
  }

  async function execute(statement: Statement): Promise<object> {
    const args = argsOf(statement);
    const refusal = refusalOfSql(textOf(statement));
    if (refusal) throw Object.assign(new Error(refusal), { code: 'SQL_PARSE_ERROR' });
    return inTurn(textOf(statement), () => {
      const prepared = db.prepare(textOf(statement)).safeIntegers(true);
      if (!prepared.reader) {
        const { changes, lastInsertRowid } = prepared.run(args);
        return resultOf([], [], Number(changes), String(lastInsertRowid));
      }
      const columns = prepared.columns().map(({ name, type }) => ({ name, decltype: type }));
      const rows = prepared.raw(true).all(args) as unknown[][]; // raw: arrays of values
      return resultOf(
        columns,
        statement.want_rows === false ? [] : rows.map((row) => row.map(encode)),
        /^\s*(insert|update|delete|replace|with)/i.test(textOf(statement)) ? rows.length : 0,
        null,
      );
    });
  }

  /** Waits for other streams' transactions without holding up the server. */
  async function inTurn<T>(sql: string, work: () => T): Promise<T> {
    if (db.inTransaction || !writes(sql)) return endTurn(work);
    await takeWriteTurn(path, writer);
    if (closed) throw Object.assign(new Error('closed'), { code: 'SQLITE_MISUSE' });
    const until = Date.now() + LOCK_WAIT_MS;
    for (;;) {
      try {
        return endTurn(work);
      } catch (error) {
        // Another process may hold the file as well.
        if (failureOf(error).code !== 'SQLITE_BUSY' || Date.now() > until) throw error;
      }
      await sleep(1);
    }
  }

  function endTurn<T>(work: () => T): T {
    try {
      return work();
    } finally {
      if (!db.inTransaction) giveWriteTurn(path, writer);
    }
  }

  function textOf({ sql, sql_id }: { sql?: string; sql_id?: number }): string {
    const text = sql ?? texts.get(sql_id ?? -1);
    if (text === undefined) throw Object.assign(new Error('unknown SQL id'), { code: 'SQL_ID' });
    return text;
  }

  return {
    run,
    close,
    get closed() {
      return closed;
    },
    get inTransaction() {
      return !closed && db.inTransaction;
    },
  };
}

function writes(sql: string): boolean {
  if (/^\s*with\b/i.test(sql)) return /\b(insert|update|delete)\b/i.test(sql);
  return !/^\s*(select|values|explain|begin\s+(transaction\s+)?readonly)/i.test(sql);
}

function argsOf({ args = [], named_args: named = [] }: Statement): unknown {
  if (named.length === 0) return args.map(decode);
  return Object.fromEntries(
    named.map(({ name, value }) => [name.replace(/^[:@$]/, ''), decode(value)]),
  );
}

function decode(value: Value): unknown {
  if (value.type === 'null') return null;
  if (value.type === 'integer') return BigInt(value.value);
  if (value.type === 'blob') return Buffer.from(value.base64, 'base64');
  return value.value;
}

function encode(value: unknown): Value {
  if (value === null || value === undefined) return { type: 'null' };
  if (typeof value === 'bigint') return { type: 'integer', value: String(value) };
  if (typeof value === 'number') return { type: 'float', value };
  if (typeof value === 'string') return { type: 'text', value };
  return { type: 'blob', base64: Buffer.from(value as Uint8Array).toString('base64') }; // a blob
}

function resultOf(cols: object[], rows: Value[][], affected: number, rowid: string | null) {
  return { cols, rows, affected_row_count: affected, last_insert_rowid: rowid };
}

function failureOf(error: unknown): Failure {
  const { message, code } = error as { message: string; code?: string }; // native errors
  const known = code ?? 'SQLITE_UNKNOWN';
  // sqld sends the primary code only, and its own message if SQLite does not refuse.
  const [primary] = /^SQLITE_[A-Z]+/.exec(known) ?? [];
  return primary
    ? { message: `SQLite error: ${message}`, code: primary }
    : { message, code: known };
}
