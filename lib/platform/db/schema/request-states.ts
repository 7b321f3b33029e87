/** The states in the life of a guarantee request. `emitida` and `rechazada` are final. */
export const requestStates = [
  'recibida',
  'en_revision',
  'aprobada',
  'rechazada',
  'emitida',
] as const;

export type RequestState = (typeof requestStates)[number];

/** The last act in a request in progress: it tells whether the team or the applicant has to act. */
export const lastActs = [
  /** The applicant, or the sender of a form, wrote a message. The team has to act. */
  'wrote',
  /** An answer of the team could not be sent or bounced. The team has to act. */
  'undelivered',
  /** The team promised the sender of a form a call and has to make it. */
  'call',
  /** The applicant added files. The team has to act. */
  'answered',
  /** The applicant paid. The team has to issue the guarantee. */
  'paid',
  /** The team requested a payment, whose link is still open. The applicant has to act. */
  'asked',
  /** The applicant accepted the conditions. The team has to act. */
  'accepted',
  /** The team sent conditions that can still be accepted. The applicant has to act. */
  'offered',
  /** The team replied or requested documents. The applicant has to act. */
  'replied',
  /** The team began to work on the request and has to go on. */
  'begun',
] as const;

export type LastAct = (typeof lastActs)[number];
