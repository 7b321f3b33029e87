import { Notice } from '#components/ui/notice.tsx';
import { UnbrokenText } from '#components/ui/unbroken-text.tsx';
import {
  awayText,
  currentReach,
  phoneHoursText,
  type TeamReach,
} from '#lib/domain/requests/leads/view.ts';
import { formatPhone, phoneHref } from '#lib/platform/chile/format.ts';

export type Contact = TeamReach;

type Props = Contact & {
  /** The beginning of the sentence that says by when to pay. */
  payByText: string;
  link?: string;
  now: number;
  /** Names the request in the text with which WhatsApp opens. */
  chatText?: string | undefined;
  /** True if the hours are also shown while the team answers. */
  hasHours?: boolean;
  /** Time (ms) of a closing for which an answer in the usual time may come too late. */
  closesAt?: number | null;
};

/** Shows how to reach the team now or, outside its hours, when it is back. */
export function TeamContact({
  payByText,
  link,
  now,
  closesAt,
  chatText,
  hasHours,
  ...reach
}: Props) {
  if (!reach.phone && !reach.whatsapp) return null;
  const { phone, whatsapp } = currentReach(reach, now);
  const awayNotice = awayText(reach, { now, closesAt, isPage: true });
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
        <a href={whatsappUrl(whatsapp, chatText)} rel="noopener noreferrer" className={link}>
          escribe por WhatsApp al <span className="whitespace-nowrap">{formatPhone(whatsapp)}</span>
        </a>
      )}
      {(phone || whatsapp) && '. '}
      {hasHours && phone && reach.answerHours !== undefined && `Atendemos ${phoneHoursText}. `}
      {awayNotice && <UnbrokenText text={awayNotice} />}
      {reach.phone && !phone && (
        <>
          {' '}
          El teléfono es{' '}
          <a href={phoneHref(reach.phone)} className={link}>
            <span className="whitespace-nowrap">{formatPhone(reach.phone)}</span>
          </a>
          , {phoneHoursText}.
        </>
      )}
    </p>
  );
}

/** Returns the URL of a chat, which begins with this text. */
function whatsappUrl(number: string, chatText = ''): string {
  const text = chatText && `?text=${encodeURIComponent(chatText)}`;
  return `https://wa.me/${number.replace(/\D/g, '')}${text}`;
}

type UrgentProps = Contact & {
  title: string;
  now: number;
  closesAt: number | null;
  chatText?: string | undefined;
  /** Text that says that a guarantee may be late (`lateIssueText`), or null. */
  lateText?: string | null;
};

/** Warns of a closing and shows how to reach the team. Renders nothing if there is neither. */
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
