/** The states in the life of a guarantee request. `emitida` and `rechazada` are final. */
export const requestStates = [
  'recibida',
  'en_revision',
  'aprobada',
  'rechazada',
  'emitida',
] as const;

export type RequestState = (typeof requestStates)[number];

/**
 * The last act in a request in progress. `begun` waits for the team, `offered` for the applicant,
 * and `undelivered` for the team, because its answer could not be sent or bounced. `call`: a call was promised
 * to the sender of a form.
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
