import { endLabels as ends } from '#lib/domain/documents/reading/end-words.ts';
import type { CategoryKey } from '#lib/domain/documents/rules.ts';

/** Patterns, over text in capitals, that identify a kind of document and find its facts. */
export type DocumentKind = {
  category: CategoryKey;
  /** Changes with every change of the patterns. Each reading is stored with this version. */
  version: string;
  /** Matches the start of the heading. */
  title: string;
  /** Matches other text that each document of the kind contains. */
  requiredText: string;
  /** Labels of the day of issue, the most reliable first. */
  issued: readonly string[];
  /** Labels of the holder's RUT, the most reliable first. */
  holder: readonly string[];
  /** Labels of the last valid day, the most reliable first. */
  expires: readonly string[];
  /** A passage about another company, whose RUT is not the holder's. */
  otherLabels: string | undefined;
};

const issueLabels = `(?:FECHA (?:Y HORA )?(?:DE )?(?:LA )?(?:EMISION|OTORGAMIENTO|CONSULTA|GENERACION)(?: DEL CERTIFICADO| DE LA CARPETA)?|EMITID[OA]|FECHA DEL? (?:CERTIFICADO|INFORME))`;
/** Letters state their date like `Santiago, 3 de noviembre de 2026`. */
const letterDateLabels = `${issueLabels} > ^[A-Z][A-Z ]{3,30},(?: A)? > ^FECHA ?:`;
const presentationLabels = 'FECHA (?:DE )?(?:LA )?(?:PRESENTACION|DECLARACION|RECEPCION)';
const closingLabels = '(?:TERMINADO|CERRADO|CONCLUIDO|PRACTICADO)S? (?:AL|EL) > AL';
const rutOf = (party: string) => String.raw`R\.?U\.?T\.?(?: N°)?(?: DEL?)?(?: LA)? (?:${party})`;
const taxpayer = String.raw`${rutOf('CONTRIBUYENTE|EMPRESA|SOCIEDAD|EMISOR|DECLARANTE|TITULAR|CONSULTADO')} > R\.?U\.?T\.?(?: N°)?(?: ?\[0?3\])? > ROL UNICO TRIBUTARIO(?: N°)?`;
const firm = '(?:EMPRESA )?(?:EMPLEADORA?|SOLICITANTE|(?:SUB)?CONTRATISTA)';
/** Matches labels of tables, which stand in the row above the values. */
const employerRutLabels = String.raw`${rutOf(`${firm}(?: O SUBCONTRATISTA)?`)} > R\.?U\.?T\.?(?: ${firm})? (?:RAZON SOCIAL|NOMBRE)[^\n\d]{0,40} > ${taxpayer}`;
/** Matches the passage about the company that ordered the work, up to the next party or section. */
const buyerPassage = String.raw`(?:PRINCIPAL|MANDANTE|DUEN[AO] DE LA (?:OBRA|EMPRESA))\b[\s\S]*?(?=\n *\d{1,2} ?[.)-] ?[A-Z]|(?:R\.?U\.?T\.?(?: N°)? )?(?:DEL? )?(?:LA )?${firm}\b|$)`;
const guaranteeHolder = 'TOMADOR|AFIANZADO|CONTRATANTE|CONTRATISTA|CLIENTE';

/** Columns: category and version; then, from `title` to `otherLabels`, as in `DocumentKind`. */
const table = String.raw`
cedula_identidad 2; CEDULA DE IDENTIDAD; NACIONALIDAD|APELLIDOS; FECHA DE EMISION; RUN; FECHA DE VENCIMIENTO > ${ends}
e_rut 6; (?:CEDULA (?:DE )?(?:E-?)?RUT|E-RUT|ROL UNICO TRIBUTARIO); IMPUESTOS INTERNOS|SII; ${issueLabels}; ${taxpayer}; ${ends}
certificado_antecedentes 6; CERTIFICADO DE ANTECEDENTES(?! (?:LABORALES|COMERCIALES)); REGISTRO CIVIL; ${issueLabels}; R\.?U\.?N\.?; ${ends}
escritura_constitucion 1; (?:ESCRITURA (?:PUBLICA )?(?:DE )?)?(?:CONSTITUCION|MODIFICACION|TRANSFORMACION) DE (?:LA )?(?:SOCIEDAD|EMPRESA)|(?:CERTIFICADO DE )?ESTATUTOS?(?: ACTUALIZADO| SOCIAL)|EXTRACTO; NOTARI|REPERTORIO|REGISTRO DE EMPRESAS
certificado_vigencia 6; (?:CERTIFICADO DE )?VIGENCIA(?: DE (?:LA )?(?:SOCIEDAD|EMPRESA))?(?! (?:DE )?(?:LOS? |LAS? )?(?:PODER|MANDATO|PERSONER|REPRESENTA|ADMINISTRACION|CONTRATO|SEGURO)); SOCIEDAD|REGISTRO DE COMERCIO|REGISTRO DE EMPRESAS; ${letterDateLabels}; ${taxpayer}; ${ends}
poderes_vigentes 6; (?:CERTIFICADO (?:DE )?)?VIGENCIA (?:DE )?(?:LOS? |LAS? )?(?:PODER(?:ES)?|PERSONERIAS?|MANDATOS?|REPRESENTA(?:CION|NTES?)|ADMINISTRACION)|(?:CERTIFICADO DE )?PODERES (?:Y PERSONERIA|VIGENTES)|PERSONERIA|(?:OTORGAMIENTO|REVOCACION) (?:Y OTORGAMIENTO )?DE PODER(?:ES)?|MANDATO (?:GENERAL|ESPECIAL|MERCANTIL)|PODER (?:GENERAL|ESPECIAL); FACULTAD|REPRESENTA|APODERAD|MANDATARI|REGISTRO DE COMERCIO|CONSERVADOR|NOTARI|REVOCA|INSCRI; ${letterDateLabels}; ; ${ends}
carpeta_tributaria 6; CARPETA TRIBUTARIA; CONTRIBUYENTE|SII|IMPUESTOS INTERNOS|EMISOR; ${issueLabels}; RUT DEL EMISOR > ${taxpayer}; ${ends}
balance_general 1; BALANCE(?: GENERAL| TRIBUTARIO| CLASIFICADO| DE (?:8|OCHO) COLUMNAS| PRELIMINAR)|PRE-?BALANCE|ESTADOS? DE (?:RESULTADOS?|SITUACION FINANCIERA)|ESTADOS FINANCIEROS; ACTIVO|PASIVO|PATRIMONIO|INGRESOS; ${closingLabels}; ${taxpayer}
formulario_22 1; (?:FORMULARIO|F)(?: N°)?[ -]?22|DECLARACION (?:ANUAL )?DE (?:IMPUESTOS? (?:ANUALES )?A LA )?RENTA|IMPUESTOS ANUALES A LA RENTA; ANO TRIBUTARIO|IMPUESTO; ${presentationLabels}; ${taxpayer}
formulario_29 1; (?:FORMULARIO|F)(?: N°)?[ -]?29|DECLARACION MENSUAL Y PAGO SIMULTANEO; IVA|DEBITO|PERIODO; ${presentationLabels}; ${taxpayer}
certificado_deuda_tgr 6; CERTIFICADO DE (?:NO )?DEUDAS?|DEUDAS? FISCAL(?:ES)?; TESORERIA; ${letterDateLabels}; ${taxpayer}; ${ends}
certificado_f30 6; (?:F-?30:? )?CERTIFICADO DE ANTECEDENTES LABORALES|CERTIFICADO F-?30(?! ?- ?1); DIRECCION DEL TRABAJO|INSPECCION|F-?30(?! ?- ?1); ${letterDateLabels}; ${employerRutLabels}; ${ends}
certificado_f30_1 6; (?:F-?30-?1:? )?CERTIFICADO DE CUMPLIMIENTO DE (?:LAS )?OBLIGACIONES LABORALES|CERTIFICADO F-?30 ?- ?1; DIRECCION DEL TRABAJO|INSPECCION|F-?30 ?- ?1; ${letterDateLabels}; ${employerRutLabels}; ${ends}; ${buyerPassage}
informe_comercial 6; INFORME (?:COMERCIAL|DE DEUDAS?|PLATINUM|DICOM|DE CREDITO)|CERTIFICADO DE ANTECEDENTES COMERCIALES|BOLETIN (?:COMERCIAL|DE INFORMACIONES COMERCIALES); MOROSIDAD|PROTESTO|DEUDA|ACREEDOR; ${letterDateLabels}; ${taxpayer}; ${ends}
bases_licitacion 1; BASES (?:ADMINISTRATIVAS|TECNICAS|GENERALES|ESPECIALES|DE (?:LA )?LICITACION|TIPO); OFERENTE|OFERTA|PROPONENTE
contrato 1; CONTRATO (?:DE|PARA|POR|N°|A SUMA|SUMINISTRO)|ORDEN DE COMPRA; CONTRATISTA|PROVEEDOR|MANDANTE|COMPARECE|LAS PARTES|PRESTADOR
poliza_garantia 6; POLIZA (?:DE )?(?:SEGURO (?:DE )?)?(?:GARANTIA|CAUCION|FIEL|FIANZA|CREDITO)|BOLETA (?:BANCARIA )?(?:DE |EN )?GARANTIA|BOLETA BANCARIA|CERTIFICADO DE FIANZA|VALE VISTA|DEPOSITO A LA VISTA; MONTO|SUMA|CANTIDAD|CAPITAL; ${letterDateLabels}; ${rutOf(guaranteeHolder)} > (?:${guaranteeHolder})[^\n]{0,80}\n?[^\n]{0,10}R\.?U\.?T\.?(?: N°)?
`;

export const documentKinds: readonly DocumentKind[] = table
  .trim()
  .split('\n')
  .map((line) => {
    const [name = '', title = '', requiredText = '', ...labels] = line.split('; ');
    const [category, version = ''] = name.split(' ');
    const [issued = [], holder = [], expires = []] = labels.map((label) =>
      label.split(' > ').filter(Boolean),
    );
    const otherLabels = labels[3];
    // The keys are those of the table of categories. A test compares the two.
    return {
      category: category as CategoryKey,
      version,
      title,
      requiredText,
      issued,
      holder,
      expires,
      otherLabels,
    };
  });

/** Labels of the day of issue and the last day, for documents of no kind in the table. */
export const anyKindLabels = { issued: letterDateLabels.split(' > '), expires: ends.split(' > ') };

export function hasPrintedExpiry(category: string): boolean {
  return documentKinds.some((kind) => kind.category === category && kind.expires.length > 0);
}
