export const tenderCopy = {
  fromTender: 'Traído de Mercado Público. Cámbialo si no corresponde.',
  missing: 'Mercado Público no tiene una licitación con ese ID.',
  goOn: 'Revísalo, o sigue y completa los datos a mano.',
} as const;
