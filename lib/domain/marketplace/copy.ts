import type { CodeProblem } from '#lib/domain/marketplace/rules.ts';

export const codeProblems: Record<CodeProblem, string> = {
  format: 'El ID debe tener la forma 4809-45-LE26.',
  compra_agil:
    'Ese código es de una Compra Ágil. Aquí buscamos licitaciones; completa los datos a mano.',
  purchase_order: 'Ese código es de una orden de compra, no de una licitación.',
  tender: 'Ese código es de una licitación, no de una orden de compra.',
};

export const noNameCopy = 'Aquí va un nombre: lo que escribiste parece un ID o un RUT.';

export const marketplaceCopy = {
  unchecked: 'Mercado Público no respondió. Solo revisamos la forma del código.',
  unknownTender: 'Mercado Público no tiene una licitación con ese código.',
  unknownOrder: 'Mercado Público no tiene una orden de compra con ese código.',
  notADay: 'Ingresa una fecha real como ddmmaaaa, por ejemplo 13032017.',
  futureDay: 'Elige un día hasta hoy: Mercado Público no tiene días futuros.',
  buyerCode: 'El código del organismo son solo números.',
  supplier: 'Ingresa un RUT o una razón social.',
  words: 'Escribe al menos 2 letras.',
  refused: 'Mercado Público no acepta esos datos. Revísalos.',
  quota: 'Llegamos al máximo de consultas por hoy a Mercado Público. Prueba mañana.',
} as const;
