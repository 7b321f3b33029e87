import { setTimeout as sleep } from 'node:timers/promises';
import { reportOutcomes } from '#lib/domain/deliveries/figures.ts';
import { listDeadPartitions, readNextDue } from '#lib/domain/deliveries/reads.ts';
import {
  type Channel,
  channelSlots,
  type DeliveryVerdict,
  isUnforeseen,
  MAX_ATTEMPTS,
  type SkippedDelivery,
  verdictOnFailure,
} from '#lib/domain/deliveries/rules.ts';
import type { DeliveryKind, DeliveryPayload } from '#lib/domain/deliveries/schema.ts';
import { onWake } from '#lib/domain/deliveries/wake.ts';
import {
  type ClaimedDelivery,
  claimDeliveries,
  correctDueTimes,
  releaseDeliveries,
  type SettledDelivery,
  scheduleStuckPartitions,
  settleDeliveries,
} from '#lib/domain/deliveries/writes/queue.ts';
import { type Database, getDb, type Tx } from '#lib/platform/db/client.ts';
import { type MailTrace, traceMail } from '#lib/platform/mail/client.ts';
import { now, watchClock } from '#lib/platform/process/clock.ts';
import { log } from '#lib/platform/process/log.ts';
import { countRunningRequests } from '#lib/platform/process/requests-under-way.ts';
import { withTimeout } from '#lib/platform/process/timeout.ts';
import { randomId } from '#lib/platform/security/ids.ts';

/** Sends a delivery. Returns a `SkippedDelivery` if it had nothing to send. Throws on failure. */
export type DeliveryHandler<P = unknown> = (
  payload: P,
  context: { idempotencyKey: string; now: number },
) => Promise<unknown>;

export type DeliveryHandlers = { [K in DeliveryKind]?: DeliveryHandler<DeliveryPayload<K>> };

type Options = {
  handlers: Record<string, DeliveryHandler>;
  db?: () => Database;
  /** Maximum number of deliveries in progress per channel, within the channel's slots. */
  parallel?: number;
  /**
   * Time after which the claims of a worker that died end. It must be longer than `timeoutMs`;
   * otherwise two workers could send the same delivery.
   */
  leaseMs?: number;
  timeoutMs?: number;
  graceMs?: number;
  random?: () => number;
  /** Runs in the transaction that stores that these partitions' deliveries failed or bounced. */
  onDead?: (tx: Tx, partitions: readonly string[], now: number) => Promise<void>;
  /** While requests are being answered, deliveries go one by one, with pauses. */
  isBusy?: () => boolean;
};

/** Polling interval (ms), because commits of other instances do not wake this worker. */
const LONGEST_PAUSE = 5000;

/** Pause (ms) while busy: composing a mail with its PDF blocks the thread for some 4 ms. */
const BUSY_PAUSE_MS = 250;

const channels = Object.keys(channelSlots) as Channel[];
type Limits = Record<Channel, number>;
const noSlots: Limits = { mail: 0, crm: 0 };

/**
 * Creates the worker. It sends each delivery at least once, and the deliveries of a partition in
 * order. If a worker is killed, another one sends its deliveries when their lease has ended.
 */
export function createWorker({
  handlers,
  db = getDb,
  parallel = Infinity,
  leaseMs = 30_000,
  timeoutMs = 20_000,
  graceMs = 2000,
  random = Math.random,
  onDead,
  isBusy = () => countRunningRequests() > 0,
}: Options) {
  const owner = randomId();
  const attemptsInProgress = new Map<ClaimedDelivery, Promise<void>>();
  const pausedUntil = { ...noSlots };
  let settledDeliveries: SettledDelivery[] = [];
  let isStopping = false;
  let loop: Promise<void> | undefined;
  let alarm = new AbortController();
  const wake = () => alarm.abort();

  async function runRound(limits: Limits): Promise<number> {
    const finished = settledDeliveries;
    const claims = await db().write(async (tx) => {
      const lostPartitions = await settleDeliveries(tx, { owner, settled: finished, now: now() });
      await onDead?.(tx, lostPartitions, now());
      const claimedDeliveries: ClaimedDelivery[] = [];
      for (const channel of channels) {
        const limit = limits[channel];
        if (limit <= 0) continue;
        const claim = { owner, channel, limit, leaseMs, now: now(), underWay: idsUnderWay() };
        claimedDeliveries.push(...(await claimDeliveries(tx, claim)));
      }
      return claimedDeliveries;
    });
    settledDeliveries = settledDeliveries.slice(finished.length);
    reportOutcomes(finished);
    for (const delivery of claims) attemptsInProgress.set(delivery, deliver(delivery));
    return claims.length;
  }

  const idsUnderWay = () => {
    const settledClaims = settledDeliveries.map(({ claimed }) => claimed);
    return [...attemptsInProgress.keys(), ...settledClaims].map(({ id }) => id);
  };

  async function deliver(delivery: ClaimedDelivery): Promise<void> {
    const trace: MailTrace = { sentTo: null, providerId: null, sentText: null };
    const verdict = await traceMail(trace, () => tryOnce(delivery));
    if (!attemptsInProgress.delete(delivery)) return;
    if (verdict.state === 'waiting' && verdict.channelPausedUntil) {
      const { channel } = delivery;
      // Several deliveries may fail at once, so a short pause must not replace a long one.
      pausedUntil[channel] = Math.max(pausedUntil[channel], verdict.channelPausedUntil);
    }
    settledDeliveries = [...settledDeliveries, { claimed: delivery, verdict, trace }];
    wake();
  }

  async function tryOnce(delivery: ClaimedDelivery): Promise<DeliveryVerdict> {
    const { attempts, idempotencyKey, kind, payload } = delivery;
    if (attempts > MAX_ATTEMPTS) return { state: 'dead', lastError: 'interrupted' };
    try {
      const handler = handlers[kind];
      if (!handler) throw Object.assign(new Error(), { reason: 'unknown_kind' });
      const delivering = handler(JSON.parse(payload), { idempotencyKey, now: now() });
      const result = await withTimeout<unknown>(delivering, timeoutMs);
      return { state: 'sent', lastError: (result as SkippedDelivery | undefined)?.skipped ?? null };
    } catch (error) {
      if (isUnforeseen(error)) log().error({ err: error, kind, attempts }, 'delivery failed');
      return verdictOnFailure(error, attempts, now(), random());
    }
  }

  async function run(): Promise<void> {
    let failures = 0;
    let isRepaired = false;
    const stepOfClock = watchClock();
    while (!isStopping) {
      alarm = new AbortController();
      let pause: number;
      try {
        const backMs = Math.max(0, -stepOfClock());
        if (!isRepaired) await db().write((tx) => repair(tx));
        if (!isRepaired || backMs > 0) await correctAfterClockChange(backMs);
        isRepaired = true;
        pause = await sendDue();
        failures = 0;
      } catch (error) {
        log().error({ err: error }, 'deliveries: round failed');
        pause = Math.min(1000 * 2 ** failures++, 30_000);
        if (!isStopping) alarm = new AbortController();
      }
      if (pause > 0) await sleep(pause, undefined, { signal: alarm.signal }).catch(() => undefined);
      if (isBusy() && !isStopping) await sleep(BUSY_PAUSE_MS);
    }
  }

  async function repair(tx: Tx): Promise<void> {
    await scheduleStuckPartitions(tx, now());
    await onDead?.(tx, await listDeadPartitions(tx), now());
  }

  async function correctAfterClockChange(backMs: number): Promise<void> {
    for (const channel of channels) pausedUntil[channel] -= backMs;
    await db().write((tx) => correctDueTimes(tx, { owner, now: now(), leaseMs, backMs }));
  }

  /** Sends all due deliveries. Returns how long (ms) no further delivery is expected. */
  async function sendDue(): Promise<number> {
    const slots = freeSlots(isBusy() ? 1 : parallel);
    const nextDue = await readNextDue(db().read);
    const limits = { ...noSlots };
    let pause = LONGEST_PAUSE;
    for (const channel of channels) {
      const dueAt = nextDue[channel];
      // The worker wakes up when a delivery ends, so a channel without a free slot is skipped here.
      if (dueAt === null || slots[channel] <= 0) continue;
      const wait = Math.max(dueAt, pausedUntil[channel]) - now();
      if (wait <= 0) limits[channel] = slots[channel];
      else pause = Math.min(pause, Math.max(wait, 10));
    }
    const hasNothingToClaim = channels.every((channel) => limits[channel] === 0);
    if (hasNothingToClaim && settledDeliveries.length === 0) return pause;
    await runRound(limits);
    return 0;
  }

  function freeSlots(limit: number): Limits {
    const slots = { ...noSlots };
    for (const channel of channels) slots[channel] = Math.min(limit, channelSlots[channel]);
    for (const { channel } of attemptsInProgress.keys()) slots[channel] -= 1;
    return slots;
  }

  async function finish(): Promise<void> {
    await loop;
    await withTimeout(Promise.all(attemptsInProgress.values()), graceMs, () => undefined);
    const claims = [...attemptsInProgress.keys()];
    attemptsInProgress.clear();
    await runRound(noSlots);
    await db().write((tx) => releaseDeliveries(tx, { owner, claims, now: now() }));
  }

  /** Runs one round for tests: claims a batch, delivers and settles it. Returns its size. */
  const step = async (): Promise<number> => {
    const limits = freeSlots(parallel);
    for (const channel of channels) if (pausedUntil[channel] > now()) limits[channel] = 0;
    const claimedCount = await runRound(limits);
    await Promise.all(attemptsInProgress.values());
    await runRound(noSlots);
    return claimedCount;
  };

  return {
    start: () => {
      onWake(wake);
      loop ??= run();
    },
    wake,
    step,
    drain: async () => {
      while ((await step()) > 0);
    },
    /** Claims nothing more, waits up to `graceMs` for running tries, and releases the rest. */
    stop: async () => {
      if (isStopping) return;
      isStopping = true;
      onWake(() => {});
      wake();
      const timeout = sleep(graceMs + 500, undefined, { ref: false });
      await Promise.race([finish(), timeout]).catch((error) =>
        log().error({ err: error }, 'deliveries: stop failed'),
      );
    },
  };
}
