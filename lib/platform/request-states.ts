/** Where a guarantee request stands, in the order of its life; `emitida` and `rechazada` end it. */
export const requestStates = [
  'recibida',
  'en_revision',
  'aprobada',
  'rechazada',
  'emitida',
] as const;

export type RequestState = (typeof requestStates)[number];
