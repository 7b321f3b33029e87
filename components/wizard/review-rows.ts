import type { SummaryRow } from '#components/ui/summary-list.tsx';
import { type Place, pathOf } from '#lib/domain/drafts/rules.ts';
import { type DraftAnswers, type StepId, stepSchemas } from '#lib/domain/drafts/schema.ts';
import { answerLabels, sistemaCopy } from '#lib/domain/guarantees/copy.ts';
import { formatDate } from '#lib/platform/format.ts';
import { formatRut } from '#lib/platform/rut.ts';

type Section = { title: string; rows: SummaryRow[] };

export function reviewSections(answers: DraftAnswers): Section[] {
  const onPath = new Set(pathOf(answers).map((place: Place) => place.step));
  return sections
    .map(({ title, steps }) => ({
      title,
      rows: steps.filter((step) => onPath.has(step)).flatMap((step) => rowsOf(step, answers)),
    }))
    .filter(({ rows }) => rows.length > 0);
}

function rowsOf(step: StepId, answers: DraftAnswers): SummaryRow[] {
  return Object.keys(stepSchemas[step].shape).map((name) => {
    const label = (answerLabels as Record<string, string>)[name] ?? name;
    return {
      label,
      value: readable(name, answers.values[name]),
      changeHref: `/gestiona-tu-garantia/${step}`,
    };
  });
}

function readable(name: string, value: string | undefined): string {
  if (!value) return '';
  if (name === 'sistemaLicitacion') return (sistemaCopy as Record<string, string>)[value] ?? value;
  if (name.startsWith('rut')) return formatRut(value);
  if (name.startsWith('fecha')) return formatDate(value);
  return value;
}

const sections: { title: string; steps: StepId[] }[] = [
  { title: 'Contrato', steps: ['tipo', 'licitacion', 'institucion', 'fechas'] },
  { title: 'Contacto', steps: ['contacto'] },
  {
    title: 'Empresa',
    steps: [
      'empresa',
      'direccion',
      'empresa-contratista',
      'direccion-contratista',
      'contacto-contratista',
    ],
  },
  { title: 'Mandante', steps: ['mandante', 'contacto-mandante'] },
];
