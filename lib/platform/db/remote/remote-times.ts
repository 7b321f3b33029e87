/** These are limits for calls of a database server, in ms. */
export const remoteTimes = {
  /** A write waits at the server for those before it. A dead transaction delays them by 5 s. */
  roundTrip: 8000,
  /** A write may wait so long to be sent, which is longer than a dead writer delays it. */
  turn: 10_000,
  /** No new try begins after this time. A try under way ends by the deadline of its round trips. */
  trying: 6000,
  findingOut: 10_000,
};

export type RemoteTimes = typeof remoteTimes;
