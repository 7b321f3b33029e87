import { publicBody } from '#tests/support/bodies.ts';

const whole = (one: (typeof publicBody.garantias)[number]) => ({
  ...one,
  montoGarantia: '1500000',
});

/** What the demo's applicants send: pesos have no decimals. */
export const request = { ...publicBody, garantias: publicBody.garantias.map(whole) };
