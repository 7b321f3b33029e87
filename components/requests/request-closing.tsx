import { type Contact, UrgentContact } from '#components/contact/team-contact.tsx';
import { timeToClosing } from '#lib/domain/marketplace/view.ts';

type Props = {
  contact: Contact;
  closesAt: number | null;
  now: number;
  /** Says that the guarantee may come too late (lateIssue), or null. */
  lateText: string | null;
  /** True once the team answered, after which its answer cannot be late. */
  isAnswered: boolean;
};

/** Warns of a closing within 48 hours, and of one that the issue of a guarantee may miss. */
export function RequestClosing({ contact, closesAt, now, lateText, isAnswered }: Props) {
  const timeLeft = timeToClosing(closesAt, now);
  if (timeLeft === null && !lateText) return null;
  return (
    <UrgentContact
      {...contact}
      title={timeLeft ? `La licitación cierra en ${timeLeft}` : 'La garantía podría llegar tarde'}
      closesAt={isAnswered ? null : closesAt}
      {...{ lateText, now }}
    />
  );
}
