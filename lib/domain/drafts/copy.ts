export const tenderCopy = {
  fromTender: 'Traído de Mercado Público. Cámbialo si no corresponde.',
  missing: 'Mercado Público no tiene una licitación con ese ID.',
  cutWording: 'Mercado Público corta este texto. Complétalo con el de las bases, tal cual.',
  goOn: 'Revísalo, o sigue y completa los datos a mano.',
} as const;

export const asTyped = 'Continuar con lo que escribí';
