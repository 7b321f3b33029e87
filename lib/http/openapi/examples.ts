import {
  applicantFields,
  guaranteeItem,
  privateFields,
  publicFields,
} from '#lib/domain/guarantees/schema.ts';
import { fieldDocs } from '#lib/http/openapi/fields.ts';

/** Whole bodies of both variants, made of the examples of their fields. */
export const bodyExamples: Record<string, Record<string, { summary: string; value: object }>> = {
  '/api/guarantees/public': {
    chilecompra: {
      summary: 'A public tender',
      value: requestExample('chilecompra', publicFields),
    },
    privados: {
      summary: 'A private contract',
      value: requestExample('privados', privateFields),
    },
  },
  ...contactExamples(['/api/contact', '/api/contact-advisor', '/api/contact-expert']),
};

function requestExample(sistemaLicitacion: string, own: object): object {
  return {
    sistemaLicitacion,
    ...examplesOf(Object.keys(applicantFields)),
    garantias: [examplesOf(Object.keys(guaranteeItem.shape))],
    ...examplesOf(Object.keys(own)),
  };
}

function contactExamples(paths: string[]) {
  const names = 'primer_nombre apellido correo telefono rut mensaje acepta_politicas'.split(' ');
  const value = { ...examplesOf(names), csrfToken: 'YvN8….1795223426.4tQk…' };
  return Object.fromEntries(paths.map((path) => [path, { form: { summary: 'A form', value } }]));
}

function examplesOf(names: string[]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fieldDocs)
      .filter(([name, { example }]) => names.includes(name) && example !== undefined)
      .map(([name, { example }]) => [name, example]),
  );
}
