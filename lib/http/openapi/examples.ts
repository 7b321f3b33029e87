import type { z } from 'zod';
import { contactForm } from '#lib/domain/requests/leads/contact-schema.ts';
import {
  guaranteeItem,
  privateSubmission,
  publicSubmission,
} from '#lib/domain/requests/submissions/schema.ts';

const contact = {
  form: {
    summary: 'A form',
    value: { ...exampleOf(contactForm), csrfToken: 'YvN8….1795223426.4tQk…' },
  },
};
const garantias = [exampleOf(guaranteeItem)];

export const bodyExamples: Record<string, Record<string, { summary: string; value: object }>> = {
  '/api/guarantees/public': {
    chilecompra: {
      summary: 'A public tender',
      value: { sistemaLicitacion: 'chilecompra', ...exampleOf(publicSubmission), garantias },
    },
    privados: {
      summary: 'A private contract',
      value: { sistemaLicitacion: 'privados', ...exampleOf(privateSubmission), garantias },
    },
  },
  '/api/contact': contact,
  '/api/contact-advisor': contact,
  '/api/contact-expert': contact,
};

/** Returns the first example of each field that has one. */
export function exampleOf({ shape }: z.ZodObject): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(shape as z.ZodRawShape).flatMap(([name, field]) => {
      const [example] = (field as z.ZodType).meta()?.examples ?? [];
      return example === undefined ? [] : [[name, example]];
    }),
  );
}
