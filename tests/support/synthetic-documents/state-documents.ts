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

/** Documents of Civil Registry, tax service, Treasury and labour office, in wordings of our own. */
export const stateMakers: Record<string, DocumentMaker> = {
  cedula_identidad: (w) => {
    const [expiresAt, issuedAt] = [w.day(2027, 6), w.day(2021, 4)];
    const truth = { category: 'cedula_identidad', issuedAt, expiresAt, rut: w.person.rut } as const;
    const [first = '', ...family] = w.person.name.toUpperCase().split(' ');
    return textDocument(
      w,
      truth,
      `REPÚBLICA DE CHILE
      ? SERVICIO DE REGISTRO CIVIL E IDENTIFICACIÓN
      # CÉDULA DE IDENTIDAD
      APELLIDOS > ${family.join(' ')}
      NOMBRES > ${first}
      NACIONALIDAD > CHILENA
      FECHA DE NACIMIENTO > ${shortDay(w.day(1960, 40))}
      FECHA DE EMISIÓN > ${shortDay(issuedAt)}
      FECHA DE VENCIMIENTO > ${shortDay(expiresAt)}
      NÚMERO DE DOCUMENTO > ${w.folio}00
      RUN > ${writtenRut(w, w.person.rut)}`,
    );
  },
  e_rut: (w) =>
    textDocument(
      w,
      { category: 'e_rut', issuedAt: w.issuedAt, rut: w.company.rut },
      `Servicio de Impuestos Internos
      # CÉDULA RUT ELECTRÓNICA | e-RUT | ROL ÚNICO TRIBUTARIO | Cédula e-RUT
      Nombre o Razón Social > ${w.company.name}
      RUT > ${writtenRut(w, w.company.rut)}
      Dirección principal > Los Aromos ${w.upTo(900)}, ${w.city}
      Fecha emisión | Fecha de emisión > ${writtenDay(w, w.issuedAt)}
      ? RUT usuario > ${writtenRut(w, w.person.rut)}
      N° de serie: 202112345678. Verifique este documento en www.sii.cl`,
    ),
  certificado_antecedentes: (w) =>
    textDocument(
      w,
      { category: 'certificado_antecedentes', issuedAt: w.issuedAt, rut: w.person.rut },
      `REPÚBLICA DE CHILE
      SERVICIO DE REGISTRO CIVIL E IDENTIFICACIÓN
      FOLIO: ${w.folio}
      # CERTIFICADO DE ANTECEDENTES | CERTIFICADO DE ANTECEDENTES PARA FINES PARTICULARES
      FECHA EMISIÓN > ${writtenDay(w, w.issuedAt)}
      NOMBRE > ${w.person.name.toUpperCase()}
      R.U.N. > ${writtenRut(w, w.person.rut)}
      FECHA NACIMIENTO > ${writtenDay(w, w.day(1960, 40))}
      REGISTRO GENERAL DE CONDENAS: SIN ANTECEDENTES
      REGISTRO ESPECIAL DE CONDENAS POR ACTOS DE VIOLENCIA INTRAFAMILIAR: SIN ANOTACIONES
      Verifique la validez de este certificado en www.registrocivil.cl`,
    ),
  carpeta_tributaria: (w) =>
    textDocument(
      w,
      { category: 'carpeta_tributaria', issuedAt: w.issuedAt, rut: w.company.rut },
      `? Servicio de Impuestos Internos
      # CARPETA TRIBUTARIA REGULAR | CARPETA TRIBUTARIA ELECTRÓNICA | Carpeta Tributaria Electrónica para Solicitar Créditos
      # PARA SOLICITAR CRÉDITO
      Importante: esta información es válida para la fecha y hora en que se generó la carpeta.
      Nombre del Emisor: > ${w.company.name.toUpperCase()}
      RUT del Emisor: > ${writtenRut(w, w.company.rut)}
      Fecha de generación de la Carpeta: > ${writtenDay(w, w.issuedAt)} 13:07
      # Datos del Contribuyente
      Fecha de Inicio de Actividades: > ${writtenDay(w, w.day(2005, 15))}
      Representante legal: > ${w.person.name} ${writtenRut(w, w.person.rut)}
      Fecha de Constitución: > ${writtenDay(w, w.day(2004, 2))}
      ---
      # FORMULARIO 29
      PERIODO > 10 / 2025
      RUT > ${writtenRut(w, w.company.rut)}
      ---
      # FORMULARIO 22`,
    ),
  formulario_22: (w) =>
    textDocument(
      w,
      { category: 'formulario_22', issuedAt: w.issuedAt, rut: w.company.rut },
      `Servicio de Impuestos Internos
      # FORMULARIO 22 | FORMULARIO N° 22 | F22 Impuestos Anuales a la Renta | DECLARACIÓN ANUAL DE IMPUESTOS A LA RENTA
      ? IMPUESTOS ANUALES A LA RENTA
      AÑO TRIBUTARIO > 2026
      ROL ÚNICO TRIBUTARIO | RUT | RUT [03] > ${writtenRut(w, w.company.rut)}
      RAZÓN SOCIAL > ${w.company.name}
      FOLIO [07] > ${w.folio}
      Base imponible afecta a impuesto de primera categoría > 12.345.678
      Fecha presentación | Fecha de presentación | Fecha de declaración > ${writtenDay(w, w.issuedAt)}
      ${w.pick(['RUT contador', 'RUT del contador'])}: ${writtenRut(w, w.person.rut)}`,
    ),
  formulario_29: (w) => {
    const dated = w.upTo(4) > 0;
    const truth = { category: 'formulario_29', rut: w.company.rut } as const;
    return textDocument(
      w,
      { ...truth, ...(dated && { issuedAt: w.issuedAt }) },
      `? Servicio de Impuestos Internos
      # FORMULARIO 29 | F29 | Formulario N° 29 | DECLARACIÓN MENSUAL Y PAGO SIMULTÁNEO DE IMPUESTOS FORMULARIO 29
      DECLARACIÓN MENSUAL Y PAGO SIMULTÁNEO DE IMPUESTOS
      PERIODO TRIBUTARIO [15] > 10 / 2026
      FOLIO [07] > ${w.folio}
      RUT | RUT [03] | Rol Único Tributario > ${writtenRut(w, w.company.rut)}
      NOMBRE O RAZÓN SOCIAL > ${w.company.name}
      538 TOTAL DÉBITOS > 1.900.000
      537 TOTAL CRÉDITOS > 1.200.000
      89 IVA DETERMINADO > 700.000
      ${dated ? `Fecha de presentación > ${writtenDay(w, w.issuedAt)}` : ''}`,
    );
  },
  certificado_deuda_tgr: (w) =>
    textDocument(
      w,
      { category: 'certificado_deuda_tgr', issuedAt: w.issuedAt, rut: w.company.rut },
      `TESORERÍA GENERAL DE LA REPÚBLICA | Tesorería General de la República de Chile
      # CERTIFICADO DE DEUDA | CERTIFICADO DE DEUDAS FISCALES | CERTIFICADO DE DEUDA FISCAL | Certificado de No Deuda
      Nombre o razón social: > ${w.company.name}
      RUT: | RUT contribuyente: | R.U.T.: > ${writtenRut(w, w.company.rut)}
      Fecha de emisión del certificado: | Fecha de emisión: | Emitido el > ${writtenDay(w, w.issuedAt)}
      El contribuyente no registra deuda al día de su consulta.
      ? Deudas liquidadas al > ${writtenDay(w, w.day(2027))}
      Teatinos 28, Santiago. RUT Tesorería: 60.805.000-0`,
    ),
  certificado_f30: (w) =>
    textDocument(
      w,
      { category: 'certificado_f30', issuedAt: w.issuedAt, rut: w.company.rut },
      `DIRECCIÓN DEL TRABAJO
      INSPECCIÓN DEL TRABAJO
      # CERTIFICADO DE ANTECEDENTES LABORALES Y PREVISIONALES | F30 CERTIFICADO DE ANTECEDENTES LABORALES Y PREVISIONALES
      N° ${w.folio}
      # 1. INDIVIDUALIZACIÓN DEL EMPLEADOR
      RUT Empleador | RUT | RUT de la empresa > ${writtenRut(w, w.company.rut)}
      Razón social / nombre > ${w.company.name}
      RUT representante legal > ${writtenRut(w, w.person.rut)}
      Representante legal > ${w.person.name}
      Multas ejecutoriadas: NO REGISTRA. Deuda previsional: NO REGISTRA.
      ${longOrLabelled(w, 'Fecha de emisión')}
      El presente certificado no reemplaza al certificado de cumplimiento de obligaciones laborales.`,
    ),
  certificado_f30_1: (w) =>
    textDocument(
      w,
      { category: 'certificado_f30_1', issuedAt: w.issuedAt, rut: w.company.rut },
      `DIRECCIÓN DEL TRABAJO
      # CERTIFICADO DE CUMPLIMIENTO DE OBLIGACIONES LABORALES Y PREVISIONALES | F30-1 CERTIFICADO DE CUMPLIMIENTO DE LAS OBLIGACIONES LABORALES Y PREVISIONALES
      Certificado N° 2000/2026/${w.folio}
      La Dirección del Trabajo certifica, respecto de la empresa solicitante:
      RUT empleador | RUT empresa contratista | RUT solicitante > ${writtenRut(w, w.company.rut)}
      Razón social > ${w.company.name}
      Empresa principal > ${w.other.name}
      RUT empresa principal > ${writtenRut(w, w.other.rut)}
      Período certificado > 09/2026
      ${longOrLabelled(w, 'Fecha de emisión')}`,
    ),
};

/** Documents outside the vault's kinds, which mention some of those kinds. */
export const otherMakers: Record<string, DocumentMaker> = {
  carta: (w) =>
    textDocument(
      w,
      {},
      `${w.city}, ${longDay(w.issuedAt)}
      Señores ${w.buyer.name}:
      Adjuntamos el certificado de vigencia de la sociedad ${w.company.name}, RUT ${writtenRut(w, w.company.rut)},
      la carpeta tributaria electrónica y la boleta de garantía que pidieron.
      Atentamente, ${w.person.name}`,
    ),
  lista: (w) =>
    textDocument(
      w,
      {},
      `# Documentos que debe presentar
      1. Carpeta tributaria electrónica (SII)
      2. Certificado de vigencia de la sociedad
      3. Balance general y estado de resultados, activo y pasivo
      4. Certificado de antecedentes laborales (Dirección del Trabajo)
      5. Certificado de deuda (Tesorería)
      Plazo: ${longDay(w.issuedAt)}`,
    ),
  factura: (w) =>
    textDocument(
      w,
      {},
      `R.U.T. > ${writtenRut(w, w.company.rut)}
      # FACTURA ELECTRÓNICA N° ${w.folio}
      S.I.I. - SANTIAGO CENTRO
      Fecha de emisión > ${longDay(w.issuedAt)}
      Señor(es) > ${w.buyer.name}
      Detalle > Estado de pago según contrato de obra
      Total > $ 12.345.678`,
    ),
  cotizacion: (w) => {
    const expiresAt = w.day(2027);
    return textDocument(
      w,
      // The document has none of the kinds, but states its end.
      { expiresAt },
      `# COTIZACIÓN DE PÓLIZA DE GARANTÍA
      Cliente > ${w.company.name}
      Monto > UF 500
      Vigencia > hasta el ${longDay(expiresAt)}
      Esta cotización no es una póliza.`,
    );
  },
};
