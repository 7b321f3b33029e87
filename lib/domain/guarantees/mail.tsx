import { render } from '@react-email/render';
import { guaranteeTypeCopy, whatHappensNext } from '#lib/domain/guarantees/copy.ts';
import {
  attachmentRows,
  documentSection,
  type GuaranteeRequest,
  guaranteeParts,
  guaranteeSections,
  requestSections,
  type SummarySection,
} from '#lib/domain/guarantees/view.ts';
import { inboxRow } from '#lib/domain/leads/view.ts';
import { brand } from '#lib/platform/brand.ts';
import { formatDateTime } from '#lib/platform/format.ts';
import {
  BigNumber,
  ButtonLink,
  Details,
  MailLayout,
  Paragraph,
  SectionTitle,
  Small,
  Steps,
} from '#lib/platform/mail/layout.tsx';
import type { Mail } from '#lib/platform/mail/mail.ts';
import { hello, sectionText, stepsText } from '#lib/platform/mail/text.ts';

type Content = Pick<Mail, 'subject' | 'html' | 'text'>;

/**
 * To the advisors: every answer under its label. The same request always gives the same bytes, so
 * that a repeated delivery under one idempotency key is recognised by the provider. Documents are
 * opened from the inbox: a mail is forwarded, and its links with it.
 */
export async function internalMail(request: GuaranteeRequest): Promise<Content> {
  const { answers } = request;
  const sections = [
    ...requestSections(answers),
    { title: 'Recepción', rows: [...receptionRows(request), inboxRow(request.leadId)] },
  ];
  const title = `Solicitud N.º ${request.id}`;
  const subject = [`${title}: ${headline(request)}`, companyOf(request)]
    .filter(Boolean)
    .join(' · ');
  const lead = `${answers.nombreSolicitante} pide: ${headline(request)}. Responde este correo para escribirle.`;
  const html = await render(
    <MailLayout
      preview={headline(request)}
      title={title}
      footer={`Aviso interno de ${brand.name}.`}
    >
      <Paragraph>{lead}</Paragraph>
      <Sections sections={sections} />
    </MailLayout>,
  );
  return { subject, html, text: [title, lead, ...sections.map(sectionText)].join('\n\n') };
}

/**
 * To the applicant: the number, what happens next and the receipt's address. Only an address that is
 * proved gets what was typed, or anybody could have us mail anything to anyone.
 */
export async function acknowledgementMail(
  request: GuaranteeRequest,
  { url, isProven }: { url: string; isProven: boolean },
): Promise<Content> {
  const { answers, id } = request;
  const title = 'Recibimos tu solicitud';
  const hi = isProven ? `${hello(answers.nombreSolicitante)} ` : '';
  const greeting = `${hi}Ya tenemos tu solicitud y la estamos revisando. Guarda este número para cualquier consulta.`;
  const receipt = isProven
    ? 'El comprobante va adjunto en PDF y también puedes verlo en línea.'
    : 'Ahí están tus respuestas, y puedes descargar el comprobante en PDF.';
  const sections = isProven ? typedSections(answers) : [];
  const footer = `Recibes este correo porque alguien pidió una garantía en ${brand.name} con esta dirección el ${formatDateTime(request.createdAt)} (hora de Chile). Si no fuiste tú, responde este mensaje y la anulamos.`;
  const html = await render(
    <MailLayout preview={`Tu número es ${id}. Esto es lo que sigue.`} title={title} footer={footer}>
      <Paragraph>{greeting}</Paragraph>
      <BigNumber label="Número de solicitud">{`N.º ${id}`}</BigNumber>
      <SectionTitle>Qué sigue</SectionTitle>
      <Steps items={whatHappensNext} />
      <Sections sections={sections} />
      <ButtonLink href={url}>Ver mi comprobante</ButtonLink>
      <Small>{receipt}</Small>
    </MailLayout>,
  );
  const text = [
    title,
    greeting,
    `Número de solicitud: N.º ${id}`,
    stepsText('Qué sigue', whatHappensNext),
    ...sections.map(sectionText),
    `${receipt}\n${url}`,
    footer,
  ].join('\n\n');
  return { subject: `Recibimos tu solicitud N.º ${id}`, html, text };
}

function typedSections(answers: GuaranteeRequest['answers']): SummarySection[] {
  return [...guaranteeSections(answers), ...documentSection(attachmentRows(answers))];
}

function Sections({ sections }: { sections: readonly SummarySection[] }) {
  return sections.map(({ title, rows }) => (
    <div key={title}>
      <SectionTitle>{title}</SectionTitle>
      <Details rows={rows} />
    </div>
  ));
}

function receptionRows({ id, createdAt, source, consentVersion }: GuaranteeRequest) {
  return [
    { label: 'Número', value: String(id) },
    { label: 'Recibida', value: `${formatDateTime(createdAt)} (hora de Chile)` },
    { label: 'Por', value: source === 'wizard' ? 'Formulario web' : 'API' },
    { label: 'Privacidad aceptada', value: `Versión ${consentVersion}` },
  ];
}

function headline({ answers }: GuaranteeRequest): string {
  const [first, ...others] = answers.garantias;
  if (!first) return 'una garantía';
  if (others.length > 0) return `${answers.garantias.length} garantías`;
  return `${guaranteeTypeCopy[first.tipoGarantia].label}, ${guaranteeParts(first).amount}`;
}

function companyOf({ answers }: GuaranteeRequest): string {
  const company =
    answers.sistemaLicitacion === 'chilecompra'
      ? answers.nombreEmpresaOferente
      : answers.nombreEmpresaContratista;
  return company ?? answers.nombreSolicitante;
}
