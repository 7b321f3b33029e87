/** Time limits for a database server, in ms. */
export const remoteTimes = {
  /** Includes the wait for earlier writes. The server ends a dead transaction after 5 s. */
  roundTrip: 8000,
  /** Limits the wait to be sent. It is longer than the delay by a dead transaction. */
  turn: 10_000,
  /** No retry begins after this time. One that has begun is limited by `roundTrip`. */
  trying: 6000,
  findingOut: 10_000,
};

export type RemoteTimes = typeof remoteTimes;
