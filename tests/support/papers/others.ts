import type { Maker } from '#tests/support/papers/paper.ts';
import { longDay, writtenRut } from '#tests/support/papers/world.ts';

/** Papers of no kind of the vault, which speak of those that are. */
export const otherMakers: Record<string, Maker> = {
  carta: (w) => ({
    truth: {},
    lines: [
      `${w.city}, ${longDay(w.issuedAt)}`,
      `Señores ${w.buyer.name}:`,
      `Adjuntamos el certificado de vigencia de la sociedad ${w.company.name}, RUT ${writtenRut(w, w.company.rut)},`,
      'la carpeta tributaria electrónica y la boleta de garantía que pidieron.',
      `Atentamente, ${w.person.name}`,
    ],
  }),
  lista: (w) => ({
    truth: {},
    lines: [
      { heading: 'Documentos que debe presentar' },
      '1. Carpeta tributaria electrónica (SII)',
      '2. Certificado de vigencia de la sociedad',
      '3. Balance general y estado de resultados, activo y pasivo',
      '4. Certificado de antecedentes laborales (Dirección del Trabajo)',
      '5. Certificado de deuda (Tesorería)',
      `Plazo: ${longDay(w.issuedAt)}`,
    ],
  }),
  factura: (w) => ({
    truth: {},
    lines: [
      ['R.U.T.', writtenRut(w, w.company.rut)],
      { heading: `FACTURA ELECTRÓNICA N° ${w.folio}` },
      'S.I.I. - SANTIAGO CENTRO',
      ['Fecha de emisión', longDay(w.issuedAt)],
      ['Señor(es)', w.buyer.name],
      ['Detalle', 'Estado de pago según contrato de obra'],
      ['Total', '$ 12.345.678'],
    ],
  }),
  cotizacion: (w) => ({
    truth: {},
    lines: [
      { heading: 'COTIZACIÓN DE PÓLIZA DE GARANTÍA' },
      ['Cliente', w.company.name],
      ['Monto', 'UF 500'],
      ['Vigencia', `hasta el ${longDay(w.day(2027))}`],
      'Esta cotización no es una póliza.',
    ],
  }),
};
