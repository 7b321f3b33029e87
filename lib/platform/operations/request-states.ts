/** Where a guarantee request stands, in the order of its life; `emitida` and `rechazada` end it. */
export const requestStates = [
  'recibida',
  'en_revision',
  'aprobada',
  'rechazada',
  'emitida',
] as const;

export type RequestState = (typeof requestStates)[number];

/** `offered` conditions, `asked` money, an answer where we `replied`; `begun`: for the team. */
export const waits = [
  'wrote',
  'answered',
  'paid',
  'asked',
  'accepted',
  'offered',
  'replied',
  'begun',
] as const;

export type Wait = (typeof waits)[number];
