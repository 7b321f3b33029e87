import { formatPhone } from '#lib/platform/chile/format.ts';

export type Contact = { phone?: string | undefined; whatsapp?: string | undefined };

type Props = Contact & {
  /** Begins the sentence. */
  before: string;
  link?: string;
};

/** Shows the team's phone and WhatsApp, if configured. */
export function TeamContact({ phone, whatsapp, before, link }: Props) {
  if (!phone && !whatsapp) return null;
  return (
    <p>
      {before}{' '}
      {phone && (
        <a href={`tel:${digits(phone)}`} className={link}>
          llama al <span className="whitespace-nowrap">{formatPhone(phone)}</span>
        </a>
      )}
      {phone && whatsapp && ' o '}
      {whatsapp && (
        <a
          href={`https://wa.me/${digits(whatsapp).slice(1)}`}
          rel="noopener noreferrer"
          className={link}
        >
          escribe por WhatsApp al <span className="whitespace-nowrap">{formatPhone(whatsapp)}</span>
        </a>
      )}
      .
    </p>
  );
}

const digits = (number: string) => number.replaceAll(' ', '');
