/** Time limits of calls to a database server, in ms. */
export const remoteTimes = {
  /**
   * One request, including the wait for earlier writes: the server ends a stuck transaction after 5
   * s.
   */
  roundTripMs: 8000,
  /**
   * The wait for a free slot to be sent. It is longer than a stuck transaction can delay others.
   */
  turnMs: 10_000,
  /** No retry begins after this time. A retry that has begun is limited by `roundTripMs`. */
  retryMs: 6000,
  outcomeMs: 10_000,
};

export type RemoteTimes = typeof remoteTimes;
