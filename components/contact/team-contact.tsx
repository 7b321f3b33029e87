import { Notice } from '#components/ui/notice.tsx';
import { formatPhone, formatWeekday, phoneHref } from '#lib/platform/chile/format.ts';

export type Contact = {
  phone?: string | undefined;
  whatsapp?: string | undefined;
  /** Set if the team's hours are known, which are those of working days. */
  answerHours?: number | undefined;
};

type Props = Contact & {
  /** Begins the sentence. */
  before: string;
  link?: string;
  now: number;
};

/** Shows the team's phone and WhatsApp, if configured, and on a weekend that nobody answers calls. */
export function TeamContact({ phone, whatsapp, answerHours, before, link, now }: Props) {
  if (!phone && !whatsapp) return null;
  const today = formatWeekday(now);
  const isClosed = phone && answerHours !== undefined && weekend.includes(today);
  return (
    <p>
      {before}{' '}
      {phone && (
        <a href={phoneHref(phone)} className={link}>
          llama al <span className="whitespace-nowrap">{formatPhone(phone)}</span>
        </a>
      )}
      {phone && whatsapp && ' o '}
      {whatsapp && (
        <a
          href={`https://wa.me/${whatsapp.replace(/\D/g, '')}`}
          rel="noopener noreferrer"
          className={link}
        >
          escribe por WhatsApp al <span className="whitespace-nowrap">{formatPhone(whatsapp)}</span>
        </a>
      )}
      .{isClosed && ` Hoy ${today} no atendemos por teléfono.`}
    </p>
  );
}

const weekend = ['sábado', 'domingo'];

type UrgentProps = Contact & { title: string; now: number };

/** Warns of a closing and says how to reach the team; without a phone or WhatsApp it is not drawn. */
export function UrgentContact({ title, ...contact }: UrgentProps) {
  if (!contact.phone && !contact.whatsapp) return null;
  return (
    <Notice tone="warning" title={title}>
      <TeamContact {...contact} before="Para llegar a tiempo," />
    </Notice>
  );
}
