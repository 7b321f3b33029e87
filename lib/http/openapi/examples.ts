import { fieldDocs } from '#lib/http/openapi/fields.ts';

const privateOnly = /Contratista$|Mandante$|MandantePrivados$|^fecha(Inicio|Termino)Contrato$/;
const publicOnly = /EmpresaOferente$|^idLicitacion$|^institucion$|^rutInstitucion$|^razonSocial$/;
const guarantee = /Garantia$|^vigencia/;

/** Whole bodies of both variants, made of the examples of their fields. */
export const bodyExamples: Record<string, Record<string, { summary: string; value: object }>> = {
  '/api/guarantees/public': {
    chilecompra: {
      summary: 'A public tender',
      value: requestExample('chilecompra', publicOnly),
    },
    privados: {
      summary: 'A private contract',
      value: requestExample('privados', privateOnly),
    },
  },
  ...contactExamples(['/api/contact', '/api/contact-advisor', '/api/contact-expert']),
};

function requestExample(sistemaLicitacion: string, own: RegExp): object {
  return {
    sistemaLicitacion,
    ...examplesOf(/^(nombreSolicitante|email|telefonoSolicitante)$/),
    garantias: [examplesOf(guarantee)],
    ...examplesOf(own),
  };
}

function contactExamples(paths: string[]) {
  const names = /^(primer_nombre|apellido|correo|telefono|rut|mensaje|acepta_politicas)$/;
  const value = { ...examplesOf(names), csrfToken: 'YvN8….1795223426.4tQk…' };
  return Object.fromEntries(paths.map((path) => [path, { form: { summary: 'A form', value } }]));
}

function examplesOf(names: RegExp): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fieldDocs)
      .filter(([name, { example }]) => names.test(name) && example !== undefined)
      .map(([name, { example }]) => [name, example]),
  );
}
