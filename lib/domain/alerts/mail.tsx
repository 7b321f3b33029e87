import { render } from '@react-email/render';
import { lapseSentence, lapseText, titleOf } from '#lib/domain/alerts/copy.ts';
import { type Expiring, MOST_IN_MAIL } from '#lib/domain/alerts/reads.ts';
import { daysUntil } from '#lib/domain/alerts/rules.ts';
import { replacePath } from '#lib/domain/alerts/view.ts';
import { brand } from '#lib/platform/brand.ts';
import {
  ButtonLink,
  Details,
  MailLayout,
  MailLink,
  Paragraph,
  SectionTitle,
  Small,
} from '#lib/platform/mail/layout.tsx';
import type { Mail } from '#lib/platform/mail/mail.ts';

type Links = { app: string; unsubscribe: string };

/**
 * Documents that newly entered a level, most urgent first. `at` is a moment of the day the mail is
 * about: however late it leaves, it counts the days from there and says so.
 */
export async function expiryMail(
  documents: readonly Expiring[],
  at: number,
  links: Links,
): Promise<Pick<Mail, 'subject' | 'html' | 'text'>> {
  const entries = documents.slice(0, MOST_IN_MAIL).map((document) => {
    const daysLeft = daysUntil(document.expiresAt, at);
    return {
      ...document,
      title: titleOf(document),
      when: lapseSentence(daysLeft, document.expiresAt),
      url: `${links.app}${replacePath(document)}`,
    };
  });
  const subject = subjectOf(documents, at);
  const vault = `${links.app}/panel/documentos`;
  const more = documents.length - entries.length;
  const moreText = more > 0 ? `Y ${more} más: están todos en tus documentos.` : '';
  const html = await render(
    <MailLayout preview={lead} title={subject} footer={footer}>
      <Paragraph>{lead}</Paragraph>
      {entries.map(({ id, title, fileName, when, url }) => (
        <div key={id}>
          <SectionTitle>{title}</SectionTitle>
          <Details
            rows={[
              { label: 'Archivo', value: fileName },
              { label: 'Vigencia', value: when },
              { label: 'Qué hacer', value: `Reemplazar ${title}`, href: url },
            ]}
          />
        </div>
      ))}
      {moreText && <Paragraph>{moreText}</Paragraph>}
      <ButtonLink href={vault}>Ver mis documentos</ButtonLink>
      <Small>
        ¿Prefieres no recibir estos avisos?{' '}
        <MailLink href={links.unsubscribe}>Deja de recibirlos</MailLink>.
      </Small>
    </MailLayout>,
  );
  const text = [
    subject,
    lead,
    ...entries.map(({ title, fileName, when, url }) =>
      [title, `${fileName}. ${when}`, `Reemplazar: ${url}`].join('\n'),
    ),
    ...(moreText ? [moreText] : []),
    `Ver mis documentos: ${vault}`,
    `Dejar de recibir estos avisos: ${links.unsubscribe}`,
    footer,
  ].join('\n\n');
  return { subject, html, text };
}

const lead = 'Renuévalos a tiempo y tendrás tu carpeta lista cuando te pidan los antecedentes.';
const footer = `Recibes este aviso porque guardas documentos en ${brand.name}. Enviamos uno al día como máximo.`;

function subjectOf(documents: readonly Expiring[], at: number): string {
  const [only, ...others] = documents;
  if (only && others.length === 0) {
    return `${titleOf(only)}: ${lapseText(daysUntil(only.expiresAt, at))}`;
  }
  const expired = documents.filter(({ expiresAt }) => daysUntil(expiresAt, at) < 0).length;
  if (expired === documents.length) return `${expired} documentos vencidos`;
  const soon = `${documents.length - expired} por vencer`;
  if (expired === 0) return `${documents.length} documentos por vencer`;
  return `${expired} ${expired === 1 ? 'documento vencido' : 'documentos vencidos'} y ${soon}`;
}
