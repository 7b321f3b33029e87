/** How long calls of a database server may take, in ms. */
export const remoteTimes = {
  /** A write waits at the server for those before it; a dead transaction holds them up for 5 s. */
  roundTrip: 8000,
  /** A write for its turn to be sent at all: longer than a dead writer holds the others up. */
  turn: 10_000,
  /** No other try is begun after this; one under way ends by the deadline of its round trips. */
  trying: 6000,
  findingOut: 10_000,
};

export type RemoteTimes = typeof remoteTimes;
