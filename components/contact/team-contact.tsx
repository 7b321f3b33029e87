import { Notice } from '#components/ui/notice.tsx';
import { UnbrokenText } from '#components/ui/unbroken-text.tsx';
import { awayText, openReach, type TeamReach } from '#lib/domain/requests/leads/view.ts';
import { formatPhone, phoneHref } from '#lib/platform/chile/format.ts';

export type Contact = TeamReach;

type Props = Contact & {
  /** Begins the sentence. */
  payByText: string;
  link?: string;
  now: number;
  /** The closing (ms) that an answer may miss. */
  closesAt?: number | null;
};

/** Shows the ways by which the team answers now, and outside of its hours when it is back. */
export function TeamContact({ payByText, link, now, closesAt, ...reach }: Props) {
  if (!reach.phone && !reach.whatsapp) return null;
  const { phone, whatsapp } = openReach(reach, now);
  const away = awayText(reach, now, closesAt);
  return (
    <p>
      {(phone || whatsapp) && `${payByText} `}
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
      {(phone || whatsapp) && '. '}
      {away && <UnbrokenText text={away} />}
    </p>
  );
}

type UrgentProps = Contact & {
  title: string;
  now: number;
  closesAt: number | null;
  /** Says that a guarantee may come too late (lateIssue), or null. */
  lateText?: string | null;
};

/** Warns of a closing and says how to reach the team; it is not drawn if it can say neither. */
export function UrgentContact({ title, lateText, ...contact }: UrgentProps) {
  if (!contact.phone && !contact.whatsapp && !lateText) return null;
  return (
    <Notice tone="warning" title={title}>
      {lateText && (
        <p>
          <UnbrokenText text={lateText} />
        </p>
      )}
      <TeamContact {...contact} payByText="Para llegar a tiempo," />
    </Notice>
  );
}
