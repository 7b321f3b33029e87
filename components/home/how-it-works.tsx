import { Section } from '#components/home/section.tsx';

export function HowItWorks() {
  return (
    <Section
      id="como-funciona"
      title="Cómo funciona"
      lead="Cuatro etapas, una pregunta a la vez. Antes de enviar revisas y corriges todo."
      raised
    >
      <ol className="grid gap-8 sm:grid-cols-2 lg:grid-cols-4">
        {steps.map(({ title, text }, index) => (
          <li key={title} className="border-t-2 border-copper pt-4">
            <p className="text-sm font-semibold text-copper tabular-nums">Etapa {index + 1}</p>
            <h3 className="mt-1 text-lg">{title}</h3>
            <p className="mt-1.5 text-ink-soft">{text}</p>
          </li>
        ))}
      </ol>
    </Section>
  );
}

const steps = [
  {
    title: 'Di para qué es',
    text: 'Una licitación de Mercado Público, con su ID, o un contrato entre privados.',
  },
  {
    title: 'Agrega tus garantías',
    text: 'Tipo, monto, moneda y vigencia de cada una. Caben varias en la misma solicitud.',
  },
  {
    title: 'Adjunta y revisa',
    text: 'Suma las bases o el contrato si los tienes, y mira tus respuestas en una sola página.',
  },
  {
    title: 'Envía y guarda tu número',
    text: 'Te llega un comprobante por correo. Un asesor toma la solicitud y se comunica contigo.',
  },
];
