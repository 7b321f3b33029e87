import type { CategoryKey } from '#lib/domain/documents/rules.ts';

/** How a kind of paper is known and where it says what: patterns over text in capitals. */
export type Kind = {
  category: CategoryKey;
  /** Raised with each change, so that it is known by which rule a proposal was made. */
  version: string;
  /** How its heading begins, and what stands on every such paper beside it. */
  title: string;
  also: string;
  /** Labels in the order of trust: of the day that it bears, its holder's RUT and its last day. */
  issued: readonly string[];
  holder: readonly string[];
  expires: readonly string[];
};

const emitted = `(?:FECHA (?:Y HORA )?(?:DE )?(?:LA )?(?:EMISION|OTORGAMIENTO|CONSULTA|GENERACION)(?: DEL CERTIFICADO| DE LA CARPETA)?|EMITIDO (?:EL|CON FECHA)|FECHA DEL? (?:CERTIFICADO|INFORME))`;
/** `Santiago, 3 de noviembre de 2026`, as letters end. */
const signed = `${emitted} > ^[A-Z][A-Z ]{3,30},(?: A)?`;
const presented = 'FECHA (?:DE )?(?:LA )?(?:PRESENTACION|DECLARACION|RECEPCION)';
const closed = '(?:TERMINADO|CERRADO|CONCLUIDO|PRACTICADO)S? (?:AL|EL) > AL';
const rutOf = (whose: string) => String.raw`R\.?U\.?T\.?(?: N°)?(?: DEL?)?(?: LA)? (?:${whose})`;
const taxpayer = String.raw`${rutOf('CONTRIBUYENTE|EMPRESA|SOCIEDAD|EMISOR|DECLARANTE|TITULAR|CONSULTADO')} > R\.?U\.?T\.?(?: N°)?(?: ?\[0?3\])? > ROL UNICO TRIBUTARIO(?: N°)?`;
const employer = `${rutOf('EMPLEADOR|SOLICITANTE|EMPRESA CONTRATISTA|CONTRATISTA')} > ${taxpayer}`;
const principal = 'TOMADOR|AFIANZADO|CONTRATANTE|CONTRATISTA|CLIENTE';

/** Category and version; heading; marks; then the labels. */
const table = String.raw`
cedula_identidad 1; CEDULA DE IDENTIDAD; NACIONALIDAD|APELLIDOS; FECHA DE EMISION; RUN; FECHA DE VENCIMIENTO
e_rut 1; (?:CEDULA (?:DE )?(?:E-?)?RUT|E-RUT|ROL UNICO TRIBUTARIO); IMPUESTOS INTERNOS|SII; ${emitted}; ${taxpayer}
certificado_antecedentes 1; CERTIFICADO DE ANTECEDENTES(?! (?:LABORALES|COMERCIALES)); REGISTRO CIVIL; ${emitted}; R\.?U\.?N\.?
escritura_constitucion 1; (?:ESCRITURA (?:PUBLICA )?(?:DE )?)?(?:CONSTITUCION|MODIFICACION|TRANSFORMACION) DE (?:LA )?(?:SOCIEDAD|EMPRESA)|(?:CERTIFICADO DE )?ESTATUTOS?(?: ACTUALIZADO| SOCIAL)|EXTRACTO; NOTARI|REPERTORIO|REGISTRO DE EMPRESAS
certificado_vigencia 1; (?:CERTIFICADO DE )?VIGENCIA(?: DE (?:LA )?(?:SOCIEDAD|EMPRESA))?(?! DE (?:LOS )?(?:PODER|MANDATO|PERSONER|CONTRATO|SEGURO)); SOCIEDAD|REGISTRO DE COMERCIO|REGISTRO DE EMPRESAS; ${signed}; ${taxpayer}
poderes_vigentes 1; (?:CERTIFICADO DE )?(?:VIGENCIA DE (?:LOS )?(?:PODER(?:ES)?|PERSONERIA|MANDATO)|PODERES Y PERSONERIA)|PERSONERIA|(?:OTORGAMIENTO|REVOCACION) (?:Y OTORGAMIENTO )?DE PODER(?:ES)?|MANDATO (?:GENERAL|ESPECIAL|MERCANTIL)|PODER (?:GENERAL|ESPECIAL); FACULTAD|REPRESENTA|APODERAD|MANDATARI; ${signed}
carpeta_tributaria 1; CARPETA TRIBUTARIA; CONTRIBUYENTE|SII|IMPUESTOS INTERNOS|EMISOR; ${emitted}; RUT DEL EMISOR > ${taxpayer}
balance_general 1; BALANCE(?: GENERAL| TRIBUTARIO| CLASIFICADO| DE (?:8|OCHO) COLUMNAS| PRELIMINAR)|PRE-?BALANCE|ESTADOS? DE (?:RESULTADOS?|SITUACION FINANCIERA)|ESTADOS FINANCIEROS; ACTIVO|PASIVO|PATRIMONIO|INGRESOS; ${closed}; ${taxpayer}
formulario_22 1; (?:FORMULARIO|F)(?: N°)?[ -]?22|DECLARACION (?:ANUAL )?DE (?:IMPUESTOS? (?:ANUALES )?A LA )?RENTA|IMPUESTOS ANUALES A LA RENTA; ANO TRIBUTARIO|IMPUESTO; ${presented}; ${taxpayer}
formulario_29 1; (?:FORMULARIO|F)(?: N°)?[ -]?29|DECLARACION MENSUAL Y PAGO SIMULTANEO; IVA|DEBITO|PERIODO; ${presented}; ${taxpayer}
certificado_deuda_tgr 1; CERTIFICADO DE (?:NO )?DEUDAS?|DEUDAS? FISCAL(?:ES)?; TESORERIA; ${signed}; ${taxpayer}
certificado_f30 1; (?:F-?30:? )?CERTIFICADO DE ANTECEDENTES LABORALES; DIRECCION DEL TRABAJO|INSPECCION; ${signed}; ${employer}
certificado_f30_1 1; (?:F-?30-?1:? )?CERTIFICADO DE CUMPLIMIENTO DE (?:LAS )?OBLIGACIONES LABORALES; DIRECCION DEL TRABAJO|INSPECCION; ${signed}; ${employer}
informe_comercial 1; INFORME (?:COMERCIAL|DE DEUDAS?|PLATINUM|DICOM|DE CREDITO)|CERTIFICADO DE ANTECEDENTES COMERCIALES|BOLETIN (?:COMERCIAL|DE INFORMACIONES COMERCIALES); MOROSIDAD|PROTESTO|DEUDA|ACREEDOR; ${signed}; ${taxpayer}
bases_licitacion 1; BASES (?:ADMINISTRATIVAS|TECNICAS|GENERALES|ESPECIALES|DE (?:LA )?LICITACION|TIPO); OFERENTE|OFERTA|PROPONENTE
contrato 1; CONTRATO (?:DE|PARA|POR|N°|A SUMA|SUMINISTRO)|ORDEN DE COMPRA; CONTRATISTA|PROVEEDOR|MANDANTE|COMPARECE|LAS PARTES|PRESTADOR
poliza_garantia 1; POLIZA (?:DE )?(?:SEGURO (?:DE )?)?(?:GARANTIA|CAUCION|FIEL|FIANZA|CREDITO)|BOLETA (?:BANCARIA )?(?:DE |EN )?GARANTIA|BOLETA BANCARIA|CERTIFICADO DE FIANZA|VALE VISTA|DEPOSITO A LA VISTA; MONTO|SUMA|CANTIDAD|CAPITAL; ${signed}; ${rutOf(principal)} > (?:${principal})[^\n]{0,80}\n?[^\n]{0,10}R\.?U\.?T\.?(?: N°)?
`;

export const kinds: readonly Kind[] = table
  .trim()
  .split('\n')
  .map((line) => {
    const [name = '', title = '', also = '', ...labels] = line.split('; ');
    const [category, version = ''] = name.split(' ');
    const [issued = [], holder = [], expires = []] = labels.map((one) => one.split(' > '));
    // Names of the table of categories, which a test holds against it.
    return { category: category as CategoryKey, version, title, also, issued, holder, expires };
  });
