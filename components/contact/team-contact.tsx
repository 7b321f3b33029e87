import { Notice } from '#components/ui/notice.tsx';
import { UnbrokenText } from '#components/ui/unbroken-text.tsx';
import { awayText, type TeamReach } from '#lib/domain/requests/leads/view.ts';
import { formatPhone, phoneHref } from '#lib/platform/chile/format.ts';

export type Contact = TeamReach;

type Props = Contact & {
  /** Begins the sentence. */
  before: string;
  link?: string;
  now: number;
  /** The closing (ms) that an answer may miss. */
  closesAt?: number | null;
};

/** Shows the team's phone and WhatsApp, if configured, and outside of its hours when it is back. */
export function TeamContact({ before, link, now, closesAt, ...reach }: Props) {
  const { phone, whatsapp } = reach;
  if (!phone && !whatsapp) return null;
  const away = awayText(reach, now, closesAt);
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
      .{away && <UnbrokenText text={` ${away}`} />}
    </p>
  );
}

type UrgentProps = Contact & { title: string; now: number; closesAt: number | null };

/** Warns of a closing and says how to reach the team; without a phone or WhatsApp it is not drawn. */
export function UrgentContact({ title, ...contact }: UrgentProps) {
  if (!contact.phone && !contact.whatsapp) return null;
  return (
    <Notice tone="warning" title={title}>
      <TeamContact {...contact} before="Para llegar a tiempo," />
    </Notice>
  );
}
