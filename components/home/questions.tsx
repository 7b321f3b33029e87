import type { ReactNode } from 'react';
import { HomeSection } from '#components/home/home-section.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { UnbrokenText } from '#components/ui/unbroken-text.tsx';
import {
  type ExamplePrices,
  guaranteeTypeCopy,
  priceNotice,
  priceText,
} from '#lib/domain/requests/submissions/copy.ts';
import { issueTimeText } from '#lib/domain/requests/submissions/steps.ts';
import { workingHoursText } from '#lib/platform/chile/format.ts';

type Props = {
  prices: ExamplePrices;
  answerHours?: number | undefined;
  issueDays?: number | undefined;
};

export function Questions({ prices, ...times }: Props) {
  const [firstQuestion, ...otherQuestions] = questions;
  const shownQuestions = [
    firstQuestion,
    ...priceQuestion(prices),
    ...durationQuestion(times),
    ...otherQuestions,
  ].flatMap((question) => question ?? []);
  return (
    <HomeSection id="preguntas" title="Preguntas frecuentes" isWide>
      <div className="border-t border-line">
        {shownQuestions.map(({ question, answer }) => (
          <details key={question} className="group border-b border-line">
            <summary className="flex min-h-14 cursor-pointer list-none items-center justify-between gap-4 py-3 font-semibold hover:text-brand [&::-webkit-details-marker]:hidden">
              {question}
              <Icon
                name="chevron"
                className="size-5 text-copper transition-transform group-open:rotate-180 motion-reduce:transition-none"
              />
            </summary>
            <div className="max-w-text pb-4 text-ink-soft">{answer}</div>
          </details>
        ))}
      </div>
    </HomeSection>
  );
}

type Question = { question: string; answer: ReactNode };

/** Returns the question about prices, or none if no example prices are configured. */
function priceQuestion(prices: ExamplePrices): Question[] {
  if (!prices) return [];
  const answer = (
    <>
      <ul className="mb-2">
        {prices.prices.map(({ type }) => (
          <li key={type}>
            {guaranteeTypeCopy[type].label}: <UnbrokenText text={`${priceText(prices, type)}.`} />
          </li>
        ))}
      </ul>
      <UnbrokenText text={priceNotice(prices.day)} />
    </>
  );
  return [{ question: '¿Cuánto cuesta?', answer }];
}

/** Returns the question about duration, or none if the days of issue are not configured. */
function durationQuestion({ answerHours, issueDays }: Omit<Props, 'prices'>): Question[] {
  if (!issueDays) return [];
  const answerTimeText = answerHours
    ? `Un asesor te responde en ${workingHoursText(answerHours)} o menos. `
    : '';
  const answer = `${answerTimeText}Si aceptas las condiciones, la garantía está lista ${issueTimeText(issueDays)}.`;
  return [{ question: '¿Cuánto demora?', answer }];
}

const questions: readonly Question[] = [
  {
    question: '¿Resguardo emite las garantías?',
    answer:
      'No. Resguardo recibe tu solicitud ordenada y completa; asesores la revisan y te orientan en lo que sigue. La emisión y sus condiciones las decide la entidad que otorga la garantía, después de evaluarte.',
  },
  {
    question: '¿Qué garantía me van a pedir?',
    answer: (
      <>
        Depende del monto y del tipo de contrato. La calculadora de la{' '}
        <a href="/experto#calculadora">guía para contratistas</a> te orienta según la ley vigente;
        si prefieres conversarlo, <a href="/asesor">habla con un asesor</a>.
      </>
    ),
  },
  {
    question: '¿Qué pasa después de enviar?',
    answer:
      'Ves tu número de solicitud en pantalla y te llega un correo con el enlace para ver cómo va. Un asesor la revisa y te contacta. Para agregar un documento, súbelo en la página de tu solicitud.',
  },
  {
    question: '¿Enviar la solicitud me compromete?',
    answer:
      'No contratas nada al enviarla: pides que un asesor la revise. Decides cuando conozcas las condiciones.',
  },
  {
    question: '¿Necesito crear una cuenta?',
    answer: 'No. Basta con tu nombre, un correo y un teléfono donde responderte.',
  },
  {
    question: '¿Puedo pedir varias garantías a la vez?',
    answer:
      'Sí, hasta 20 en la misma solicitud, cada una con su tipo, monto, moneda (pesos, UF o dólares) y vigencia.',
  },
  {
    question: '¿Puedo dejarla a medias?',
    answer:
      'Sí. Tus respuestas y los archivos que adjuntes quedan guardados 30 días desde tu último cambio.',
  },
  {
    question: '¿Quién ve mis datos y documentos?',
    answer: (
      <>
        Los asesores que atienden tu solicitud y los proveedores técnicos que hacen funcionar el
        servicio. El detalle está en la <a href="/privacidad">página de privacidad</a>.
      </>
    ),
  },
];
