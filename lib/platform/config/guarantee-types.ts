/** The types of guarantees. The API publishes these values, so they must not be renamed. */
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
