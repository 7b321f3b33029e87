import type { Line, Maker } from '#tests/support/papers/paper.ts';
import { longDay, shortDay, writtenDay, writtenRut } from '#tests/support/papers/world.ts';

/** Papers of the Civil Registry, the tax service, the Treasury and the labour office, in our words. */
const sii = 'Servicio de Impuestos Internos';

export const stateMakers: Record<string, Maker> = {
  cedula_identidad: (w) => {
    const expiresAt = w.day(2027, 6);
    const issuedAt = w.day(2021, 4);
    return {
      truth: { category: 'cedula_identidad', issuedAt, expiresAt, rut: w.person.rut },
      lines: [
        'REPÚBLICA DE CHILE',
        ...(w.upTo(2) ? ['SERVICIO DE REGISTRO CIVIL E IDENTIFICACIÓN'] : []),
        { heading: 'CÉDULA DE IDENTIDAD' },
        ['APELLIDOS', w.person.name.split(' ').slice(1).join(' ').toUpperCase()],
        ['NOMBRES', w.person.name.split(' ')[0]?.toUpperCase() ?? ''],
        ['NACIONALIDAD', 'CHILENA'],
        ['FECHA DE NACIMIENTO', shortDay(w.day(1960, 40))],
        ['FECHA DE EMISIÓN', shortDay(issuedAt)],
        ['FECHA DE VENCIMIENTO', shortDay(expiresAt)],
        ['NÚMERO DE DOCUMENTO', `${w.folio}00`],
        ['RUN', writtenRut(w, w.person.rut)],
      ],
    };
  },
  e_rut: (w) => ({
    truth: { category: 'e_rut', issuedAt: w.issuedAt, rut: w.company.rut },
    lines: [
      sii,
      {
        heading: w.pick([
          'CÉDULA RUT ELECTRÓNICA',
          'e-RUT',
          'ROL ÚNICO TRIBUTARIO',
          'Cédula e-RUT',
        ]),
      },
      ['Nombre o Razón Social', w.company.name],
      ['RUT', writtenRut(w, w.company.rut)],
      ['Dirección principal', `Los Aromos ${w.upTo(900)}, ${w.city}`],
      [w.pick(['Fecha emisión', 'Fecha de emisión']), writtenDay(w, w.issuedAt)],
      ...(w.upTo(2) ? [['RUT usuario', writtenRut(w, w.person.rut)] as const] : []),
      'N° de serie: 202112345678. Verifique este documento en www.sii.cl',
    ],
  }),
  certificado_antecedentes: (w) => ({
    truth: { category: 'certificado_antecedentes', issuedAt: w.issuedAt, rut: w.person.rut },
    lines: [
      'REPÚBLICA DE CHILE',
      'SERVICIO DE REGISTRO CIVIL E IDENTIFICACIÓN',
      `FOLIO: ${w.folio}`,
      {
        heading: w.pick([
          'CERTIFICADO DE ANTECEDENTES',
          'CERTIFICADO DE ANTECEDENTES PARA FINES PARTICULARES',
        ]),
      },
      ['FECHA EMISIÓN', writtenDay(w, w.issuedAt)],
      ['NOMBRE', w.person.name.toUpperCase()],
      ['R.U.N.', writtenRut(w, w.person.rut)],
      ['FECHA NACIMIENTO', writtenDay(w, w.day(1960, 40))],
      'REGISTRO GENERAL DE CONDENAS: SIN ANTECEDENTES',
      'REGISTRO ESPECIAL DE CONDENAS POR ACTOS DE VIOLENCIA INTRAFAMILIAR: SIN ANOTACIONES',
      'Verifique la validez de este certificado en www.registrocivil.cl',
    ],
  }),
  carpeta_tributaria: (w) => ({
    truth: { category: 'carpeta_tributaria', issuedAt: w.issuedAt, rut: w.company.rut },
    lines: [
      ...(w.upTo(2) ? [sii] : []),
      {
        heading: w.pick([
          'CARPETA TRIBUTARIA REGULAR',
          'CARPETA TRIBUTARIA ELECTRÓNICA',
          'Carpeta Tributaria Electrónica para Solicitar Créditos',
        ]),
      },
      { heading: 'PARA SOLICITAR CRÉDITO' },
      'Importante: esta información es válida para la fecha y hora en que se generó la carpeta.',
      ['Nombre del Emisor:', w.company.name.toUpperCase()],
      ['RUT del Emisor:', writtenRut(w, w.company.rut)],
      ['Fecha de generación de la Carpeta:', `${writtenDay(w, w.issuedAt)} 13:07`],
      { heading: 'Datos del Contribuyente' },
      ['Fecha de Inicio de Actividades:', writtenDay(w, w.day(2005, 15))],
      ['Representante legal:', `${w.person.name} ${writtenRut(w, w.person.rut)}`],
      ['Fecha de Constitución:', writtenDay(w, w.day(2004, 2))],
      'page',
      { heading: 'FORMULARIO 29' },
      ['PERIODO', '10 / 2025'],
      ['RUT', writtenRut(w, w.company.rut)],
      'page',
      { heading: 'FORMULARIO 22' },
    ],
  }),
  formulario_22: (w) => ({
    truth: { category: 'formulario_22', issuedAt: w.issuedAt, rut: w.company.rut },
    lines: [
      sii,
      {
        heading: w.pick([
          'FORMULARIO 22',
          'FORMULARIO N° 22',
          'F22 Impuestos Anuales a la Renta',
          'DECLARACIÓN ANUAL DE IMPUESTOS A LA RENTA',
        ]),
      },
      ...(w.upTo(2) ? ['IMPUESTOS ANUALES A LA RENTA'] : []),
      ['AÑO TRIBUTARIO', '2026'],
      [w.pick(['ROL ÚNICO TRIBUTARIO', 'RUT', 'RUT [03]']), writtenRut(w, w.company.rut)],
      ['RAZÓN SOCIAL', w.company.name],
      ['FOLIO [07]', w.folio],
      ['Base imponible afecta a impuesto de primera categoría', '12.345.678'],
      [
        w.pick(['Fecha presentación', 'Fecha de presentación', 'Fecha de declaración']),
        writtenDay(w, w.issuedAt),
      ],
      `${w.pick(['RUT contador', 'RUT del contador'])}: ${writtenRut(w, w.person.rut)}`,
    ],
  }),
  formulario_29: (w) => {
    const dated = w.upTo(4) > 0;
    const truth = { category: 'formulario_29', rut: w.company.rut } as const;
    const lines: Line[] = [
      ...(w.upTo(2) ? [sii] : []),
      {
        heading: w.pick([
          'FORMULARIO 29',
          'F29',
          'Formulario N° 29',
          'DECLARACIÓN MENSUAL Y PAGO SIMULTÁNEO DE IMPUESTOS FORMULARIO 29',
        ]),
      },
      'DECLARACIÓN MENSUAL Y PAGO SIMULTÁNEO DE IMPUESTOS',
      ['PERIODO TRIBUTARIO [15]', '10 / 2026'],
      ['FOLIO [07]', w.folio],
      [w.pick(['RUT', 'RUT [03]', 'Rol Único Tributario']), writtenRut(w, w.company.rut)],
      ['NOMBRE O RAZÓN SOCIAL', w.company.name],
      ['538 TOTAL DÉBITOS', '1.900.000'],
      ['537 TOTAL CRÉDITOS', '1.200.000'],
      ['89 IVA DETERMINADO', '700.000'],
      ...(dated ? [['Fecha de presentación', writtenDay(w, w.issuedAt)] as const] : []),
    ];
    return { truth: { ...truth, ...(dated && { issuedAt: w.issuedAt }) }, lines };
  },
  certificado_deuda_tgr: (w) => ({
    truth: { category: 'certificado_deuda_tgr', issuedAt: w.issuedAt, rut: w.company.rut },
    lines: [
      w.pick(['TESORERÍA GENERAL DE LA REPÚBLICA', 'Tesorería General de la República de Chile']),
      {
        heading: w.pick([
          'CERTIFICADO DE DEUDA',
          'CERTIFICADO DE DEUDAS FISCALES',
          'CERTIFICADO DE DEUDA FISCAL',
          'Certificado de No Deuda',
        ]),
      },
      ['Nombre o razón social:', w.company.name],
      [w.pick(['RUT:', 'RUT contribuyente:', 'R.U.T.:']), writtenRut(w, w.company.rut)],
      [
        w.pick(['Fecha de emisión del certificado:', 'Fecha de emisión:', 'Emitido el']),
        writtenDay(w, w.issuedAt),
      ],
      'El contribuyente no registra deuda al día de su consulta.',
      ...(w.upTo(2) ? [['Deudas liquidadas al', writtenDay(w, w.day(2027))] as const] : []),
      'Teatinos 28, Santiago. RUT Tesorería: 60.805.000-0',
    ],
  }),
  certificado_f30: (w) => ({
    truth: { category: 'certificado_f30', issuedAt: w.issuedAt, rut: w.company.rut },
    lines: [
      'DIRECCIÓN DEL TRABAJO',
      'INSPECCIÓN DEL TRABAJO',
      {
        heading: w.pick([
          'CERTIFICADO DE ANTECEDENTES LABORALES Y PREVISIONALES',
          'F30 CERTIFICADO DE ANTECEDENTES LABORALES Y PREVISIONALES',
        ]),
      },
      `N° ${w.folio}`,
      { heading: '1. INDIVIDUALIZACIÓN DEL EMPLEADOR' },
      [w.pick(['RUT Empleador', 'RUT', 'RUT de la empresa']), writtenRut(w, w.company.rut)],
      ['Razón social / nombre', w.company.name],
      ['RUT representante legal', writtenRut(w, w.person.rut)],
      ['Representante legal', w.person.name],
      'Multas ejecutoriadas: NO REGISTRA. Deuda previsional: NO REGISTRA.',
      w.upTo(2)
        ? `${w.city}, ${longDay(w.issuedAt)}`
        : (['Fecha de emisión', writtenDay(w, w.issuedAt)] as const),
      'El presente certificado no reemplaza al certificado de cumplimiento de obligaciones laborales.',
    ],
  }),
  certificado_f30_1: (w) => ({
    truth: { category: 'certificado_f30_1', issuedAt: w.issuedAt, rut: w.company.rut },
    lines: [
      'DIRECCIÓN DEL TRABAJO',
      {
        heading: w.pick([
          'CERTIFICADO DE CUMPLIMIENTO DE OBLIGACIONES LABORALES Y PREVISIONALES',
          'F30-1 CERTIFICADO DE CUMPLIMIENTO DE LAS OBLIGACIONES LABORALES Y PREVISIONALES',
        ]),
      },
      `Certificado N° 2000/2026/${w.folio}`,
      'La Dirección del Trabajo certifica, respecto de la empresa solicitante:',
      [
        w.pick(['RUT empleador', 'RUT empresa contratista', 'RUT solicitante']),
        writtenRut(w, w.company.rut),
      ],
      ['Razón social', w.company.name],
      ['Empresa principal', w.other.name],
      ['RUT empresa principal', writtenRut(w, w.other.rut)],
      ['Período certificado', '09/2026'],
      w.upTo(2)
        ? (['Fecha de emisión', writtenDay(w, w.issuedAt)] as const)
        : `${w.city}, ${longDay(w.issuedAt)}.`,
    ],
  }),
};
