/** Guarantee types as the API publishes them. */
export const guaranteeTypes = [
  'seriedad',
  'cumplimiento',
  'anticipo',
  'ejecucion',
  'responsabilidad',
  'capital_trabajo',
  'factoring',
  'canje_retenciones',
] as const;
export type GuaranteeType = (typeof guaranteeTypes)[number];
