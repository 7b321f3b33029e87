import { type Contact, TeamContact } from '#components/contact/team-contact.tsx';
import { Section } from '#components/ui/section.tsx';

type Props = {
  contact: Contact;
  now: number;
  /** Names what the person writes about (`contactText`). */
  chatText: string;
};

/** Shows on each page of a request how to reach the team. Renders nothing without a number. */
export function RequestContact({ contact, now, chatText }: Props) {
  if (!contact.phone && !contact.whatsapp) return null;
  return (
    <Section title="¿Tienes dudas?">
      <TeamContact
        {...contact}
        {...{ now, chatText }}
        payByText="Para hablar con nosotros,"
        hasHours
      />
    </Section>
  );
}
