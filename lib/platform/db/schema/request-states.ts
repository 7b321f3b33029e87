/** The states follow the life of a guarantee request. `emitida` and `rechazada` end it. */
export const requestStates = [
  'recibida',
  'en_revision',
  'aprobada',
  'rechazada',
  'emitida',
] as const;

export type RequestState = (typeof requestStates)[number];

/**
 * Last act in a request in progress. `begun` waits for the team, `offered` for the applicant, and
 * `undelivered` for the team too, because its answer could not be sent. `call` waits for a call that
 * was promised to the sender of a form.
 */
export const lastActs = [
  'wrote',
  'undelivered',
  'call',
  'answered',
  'paid',
  'asked',
  'accepted',
  'offered',
  'replied',
  'begun',
] as const;

export type LastAct = (typeof lastActs)[number];
