import { addDays } from '#lib/platform/chile/calendar.ts';
import {
  type DocumentMaker,
  longOrLabelled,
  textDocument,
} from '#tests/support/synthetic-documents/document.ts';
import {
  longDay,
  shortDay,
  writtenDay,
  writtenRut,
} from '#tests/support/synthetic-documents/world.ts';

/** Other layouts of documents that have a maker already. */
export const layoutMakers: Record<string, DocumentMaker> = {
  /** The document has an end of its own, and a debt that was due before. */
  certificado_deuda_tgr_ends: (w) => {
    const days = 15 + w.upTo(40);
    const expiresAt = addDays(w.issuedAt, days);
    const last = writtenDay(w, expiresAt);
    return textDocument(
      w,
      { category: 'certificado_deuda_tgr', issuedAt: w.issuedAt, expiresAt, rut: w.company.rut },
      `TESORERÍA GENERAL DE LA REPÚBLICA
      # CERTIFICADO DE DEUDA | CERTIFICADO DE DEUDA FISCAL
      RUT: > ${writtenRut(w, w.company.rut)}
      Nombre o razón social: > ${w.company.name}
      Fecha de emisión: > ${writtenDay(w, w.issuedAt)}
      ? FORMULARIO FOLIO FECHA VENCIMIENTO > DEUDA NETA
      ? 21 123456 ${shortDay(w.day(2019))} > 12.345
      ${w.pick([
        `Válido hasta el ${last}`,
        `Certificado válido hasta: ${last}.`,
        `Vigente hasta > ${last}`,
        `Fecha de vencimiento > ${last}`,
        `Fecha de vencimiento del certificado: ${last}`,
        `Este certificado vence el ${last}.`,
        `Vence el ${last}`,
        `El presente certificado es válido por ${days} días desde su emisión.`,
        `Tiene una validez de ${days} días corridos a contar de su emisión.`,
        `Vigencia: ${days} días`,
      ])}`,
    );
  },
  /** The company and its client each have a section, in either order. */
  certificado_f30_1_sections: (w) => {
    const own = w.pick([
      `INDIVIDUALIZACIÓN DEL SOLICITANTE
      RUT RAZÓN SOCIAL / NOMBRE
      ${writtenRut(w, w.company.rut)} ${w.company.name}
      RUT REP. LEGAL REPRESENTANTE LEGAL
      ${writtenRut(w, w.person.rut)} ${w.person.name}`,
      `EMPRESA CONTRATISTA
      Razón social > ${w.company.name}
      RUT > ${writtenRut(w, w.company.rut)}`,
      `ANTECEDENTES DEL CONTRATISTA O SUBCONTRATISTA
      RUT empresa contratista o subcontratista > ${writtenRut(w, w.company.rut)}`,
    ]);
    const principal = w.pick([
      `INDIVIDUALIZACIÓN DE LA EMPRESA PRINCIPAL
      RUT RAZÓN SOCIAL / NOMBRE
      ${writtenRut(w, w.other.rut)} ${w.other.name}`,
      `ANTECEDENTES DEL MANDANTE
      RUT empresa > ${writtenRut(w, w.other.rut)}`,
      `DUEÑO DE LA OBRA, EMPRESA O FAENA
      Razón social > ${w.other.name}
      RUT > ${writtenRut(w, w.other.rut)}`,
    ]);
    const sections = w.upTo(3) ? [own, principal] : [principal, own];
    return textDocument(
      w,
      { category: 'certificado_f30_1', issuedAt: w.issuedAt, rut: w.company.rut },
      `DIRECCIÓN DEL TRABAJO
      # CERTIFICADO DE CUMPLIMIENTO DE OBLIGACIONES LABORALES Y PREVISIONALES
      Certificado N° 2000/2026/${w.folio}
      1. ${sections[0]}
      2. ${sections[1]}
      3. PERÍODO CERTIFICADO > 09/2026
      ${longOrLabelled(w, 'Fecha de emisión')}`,
    );
  },
  /** A registry certifies the company without naming faculties or an agent. */
  poderes_vigentes_registry: (w) =>
    textDocument(
      w,
      { category: 'poderes_vigentes', issuedAt: w.issuedAt },
      `REGISTRO DE COMERCIO DE ${w.city.toUpperCase()}
      # CERTIFICADO DE VIGENCIA DE PODERES | Certificado de vigencia de poder | CERTIFICADO VIGENCIA PODERES | CERTIFICADO DE VIGENCIA DE LOS PODERES | CERTIFICADO DE VIGENCIA DE MANDATO
      Certifico que el poder otorgado por la sociedad ${w.company.name} a ${w.person.name},
      inscrito a fojas ${w.upTo(9000)} número ${w.upTo(9000)} del año 2019, se encuentra vigente,
      por no constar al margen su revocación a esta fecha. La sociedad está vigente.
      ${w.city}, ${longDay(w.issuedAt)}.`,
    ),
  certificado_vigencia_ends: (w) => {
    const days = 20 + w.upTo(30);
    const expiresAt = addDays(w.issuedAt, days);
    return textDocument(
      w,
      { category: 'certificado_vigencia', issuedAt: w.issuedAt, expiresAt },
      `REGISTRO DE COMERCIO DE ${w.city.toUpperCase()}
      # CERTIFICADO DE VIGENCIA | CERTIFICADO DE VIGENCIA DE SOCIEDAD
      ? Certificado de vigencia de la sociedad y no de sus poderes.
      La sociedad ${w.company.name} inscrita a fojas ${w.upTo(9000)} se encuentra vigente.
      Fecha de emisión: > ${writtenDay(w, w.issuedAt)}
      ${w.pick([`Validez: ${days} días`, `Válido hasta el ${longDay(expiresAt)}`])}`,
    );
  },
};
