import { type Contact, UrgentContact } from '#components/contact/team-contact.tsx';
import { timeToClosingText } from '#lib/domain/marketplace/view.ts';

type Props = {
  contact: Contact;
  /** Names the request in the text with which WhatsApp opens. */
  chatText: string;
  closesAt: number | null;
  now: number;
  /** Text that says that the guarantee may be late, or null. */
  lateText: string | null;
  /** True once the team has answered, so that its answer cannot be late any more. */
  isAnswered: boolean;
};

/** Warns of a closing within 48 hours, and of one before which the guarantee may not be issued. */
export function RequestClosing({ contact, chatText, closesAt, now, lateText, isAnswered }: Props) {
  const timeLeft = timeToClosingText(closesAt, now);
  if (timeLeft === null && !lateText) return null;
  return (
    <UrgentContact
      {...contact}
      title={
        timeLeft
          ? `La licitación cierra en ${timeLeft}`
          : 'La garantía podría llegar después del cierre'
      }
      chatText={chatText}
      closesAt={isAnswered ? null : closesAt}
      {...{ lateText, now }}
    />
  );
}
