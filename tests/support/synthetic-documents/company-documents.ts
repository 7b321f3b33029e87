import {
  type DocumentMaker,
  longOrLabelled,
  textDocument,
} from '#tests/support/synthetic-documents/document.ts';
import {
  longDay,
  spokenDay,
  writtenDay,
  writtenRut,
} from '#tests/support/synthetic-documents/world.ts';

/** Documents of registries, notaries, accountants, bureaus and buyers, in wordings of our own. */
export const firmMakers: Record<string, DocumentMaker> = {
  escritura_constitucion: (w) =>
    textDocument(
      w,
      { category: 'escritura_constitucion', issuedAt: w.issuedAt },
      `REPERTORIO N° ${w.folio}
      # CONSTITUCIÓN DE SOCIEDAD POR ACCIONES | ESCRITURA PÚBLICA DE CONSTITUCIÓN DE SOCIEDAD | MODIFICACIÓN DE SOCIEDAD | CONSTITUCIÓN DE SOCIEDAD DE RESPONSABILIDAD LIMITADA
      # ${w.company.name.toUpperCase()}
      EN ${w.city.toUpperCase()}, REPÚBLICA DE CHILE, a ${w.upTo(2) ? spokenDay(w.issuedAt) : longDay(w.issuedAt)}, ante mí, notario público titular de esta ciudad, comparecen:
      don ${w.person.name}, cédula nacional de identidad número ${writtenRut(w, w.person.rut)}, quien expone que constituye una sociedad.
      PRIMERO: el nombre de la sociedad será el que se indica. SEGUNDO: su objeto será la construcción.
      Su poder consta en escritura de fecha ${longDay(w.day(2019))}.`,
    ),
  certificado_vigencia: (w) =>
    textDocument(
      w,
      { category: 'certificado_vigencia', issuedAt: w.issuedAt, rut: w.company.rut },
      `Registro de Empresas y Sociedades | Conservador de Bienes Raíces y Comercio
      # CERTIFICADO DE VIGENCIA | Certificado de Vigencia de Sociedad | CERTIFICADO DE VIGENCIA DE LA SOCIEDAD | VIGENCIA DE SOCIEDAD
      Rut: > ${writtenRut(w, w.company.rut)}
      Razón social: > ${w.company.name}
      Fecha de constitución: > ${writtenDay(w, w.day(2010, 8))}
      Se certifica que la sociedad inscrita en el Registro de Comercio se encuentra vigente al día de hoy.
      ${longOrLabelled(w, 'Fecha de emisión del certificado: | Fecha de emisión:')}`,
    ),
  poderes_vigentes: (w) =>
    textDocument(
      w,
      { category: 'poderes_vigentes', issuedAt: w.issuedAt },
      `? Conservador de Bienes Raíces y Comercio
      # CERTIFICADO DE VIGENCIA DE PODERES | VIGENCIA DE PODER | CERTIFICADO DE VIGENCIA DE PERSONERÍA | PODER ESPECIAL | MANDATO GENERAL
      ? En ${w.city}, a ${longDay(w.issuedAt)}, comparece el representante de la sociedad:
      Don ${w.person.name}, cédula ${writtenRut(w, w.person.rut)}, tiene facultades para representar a ${w.company.name}.
      El poder se otorgó por escritura de fecha ${longDay(w.day(2018, 4))} ante notario.
      ${w.city}, ${longDay(w.issuedAt)}`,
    ),
  balance_general: (w) => {
    const year = 2023 + w.upTo(3);
    const closed = `${year}-12-31`;
    return textDocument(
      w,
      { category: 'balance_general', issuedAt: closed, rut: w.company.rut },
      `Razón social > ${w.company.name}
      R.U.T. > ${writtenRut(w, w.company.rut)}
      Giro > Obras de construcción
      # BALANCE GENERAL | BALANCE TRIBUTARIO DE 8 COLUMNAS | BALANCE CLASIFICADO | ESTADO DE RESULTADOS | BALANCE DE OCHO COLUMNAS
      Al ${longDay(closed)} | Ejercicio terminado al ${longDay(closed)} | Período del 01-01-${year} al 31-12-${year}
      ACTIVO CIRCULANTE > 123.456.789
      PASIVO CIRCULANTE > 23.456.789
      PATRIMONIO > 100.000.000
      Contador: ${w.person.name}, RUN ${writtenRut(w, w.person.rut)}. Impreso el ${longDay(w.issuedAt)}`,
    );
  },
  informe_comercial: (w) =>
    textDocument(
      w,
      { category: 'informe_comercial', issuedAt: w.issuedAt, rut: w.company.rut },
      `? Comisión para el Mercado Financiero
      # INFORME COMERCIAL | INFORME DE DEUDAS | Informe Platinum Empresas | CERTIFICADO DE ANTECEDENTES COMERCIALES
      RUT consultado | RUT | RUT titular > ${writtenRut(w, w.company.rut)}
      Nombre > ${w.company.name}
      Fecha de consulta | Fecha de emisión | Fecha del informe > ${writtenDay(w, w.issuedAt)}
      Total morosidad > $ 0
      Protestos y documentos: 0. Acreedores: 2.
      Último protesto aclarado > ${writtenDay(w, w.day(2019))}
      RUT acreedor > ${writtenRut(w, w.other.rut)}`,
    ),
  bases_licitacion: (w) =>
    textDocument(
      w,
      { category: 'bases_licitacion' },
      `${w.buyer.name.toUpperCase()}
      # BASES ADMINISTRATIVAS ESPECIALES | BASES ADMINISTRATIVAS GENERALES | BASES TÉCNICAS | BASES DE LICITACIÓN PÚBLICA
      LICITACIÓN ID ${w.tender}
      El oferente deberá acompañar su oferta con certificado de vigencia, F30 y carpeta tributaria.
      Boleta de garantía de seriedad de la oferta por 3 % y de fiel cumplimiento del contrato por 5 %.
      Publicada el ${longDay(w.issuedAt)}. RUT ${writtenRut(w, w.buyer.rut)}.`,
    ),
  contrato: (w) =>
    textDocument(
      w,
      { category: 'contrato', issuedAt: w.issuedAt },
      w.upTo(2)
        ? `# CONTRATO DE PRESTACIÓN DE SERVICIOS | CONTRATO DE EJECUCIÓN DE OBRA | CONTRATO A SUMA ALZADA | CONTRATO DE SUMINISTRO
          En ${w.city}, a ${longDay(w.issuedAt)}, entre ${w.buyer.name}, RUT ${writtenRut(w, w.buyer.rut)}, el mandante,
          y ${w.company.name}, RUT ${writtenRut(w, w.company.rut)}, el contratista, se conviene lo siguiente.
          PRIMERO: según las bases administrativas, el contratista entrega una boleta de garantía.
          SEGUNDO: el plazo vence el ${longDay(w.day(2027))}.`
        : `${w.buyer.name}
          # ORDEN DE COMPRA N° ${w.upTo(4000)}-${w.upTo(400)}-SE26
          Fecha de envío > ${writtenDay(w, w.issuedAt)}
          Proveedor > ${w.company.name}
          RUT proveedor > ${writtenRut(w, w.company.rut)}
          Fecha de entrega > ${writtenDay(w, w.day(2027))}
          Total > $ 1.234.567`,
    ),
};
