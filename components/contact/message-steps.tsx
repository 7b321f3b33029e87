import { LocalMailText } from '#components/account/local-mail-text.tsx';
import { FreeHours } from '#components/contact/free-hours.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { Section } from '#components/ui/section.tsx';
import { StepList } from '#components/ui/step-list.tsx';
import { UnbrokenText } from '#components/ui/unbroken-text.tsx';
import { bookingNotice } from '#lib/domain/requests/leads/view.ts';

type BookingProps = Parameters<typeof FreeHours>[0];

/** Offers an hour in the external agenda to a sender who left no telephone. */
export function BookingSection({ bookingUrl, ...hours }: BookingProps) {
  const areKnown = hours.days.length > 0;
  return (
    <Section title="Agenda la conversación">
      <p>
        <UnbrokenText
          text={`${areKnown ? 'Toma una hora libre, en hora de Chile. ' : ''}${bookingNotice} Tus datos ya van puestos.`}
        />
      </p>
      {areKnown ? (
        <FreeHours bookingUrl={bookingUrl} {...hours} />
      ) : (
        <p className="mt-4">
          <LinkButton href={bookingUrl} wide>
            Elige tu hora
            <Icon name="arrow-right" />
          </LinkButton>
        </p>
      )}
    </Section>
  );
}

type Props = {
  steps: readonly string[];
  /** URL of the calendar file of a promised call. */
  calendarUrl: string | null;
};

export function NextSteps({ steps, calendarUrl }: Props) {
  return (
    <Section title="Qué sigue">
      <StepList steps={steps} />
      {calendarUrl && (
        <p className="mt-4">
          <LinkButton href={calendarUrl} variant="secondary" wide download>
            <Icon name="clock" />
            Agregar la llamada a mi calendario
          </LinkButton>
        </p>
      )}
    </Section>
  );
}

type MailedProps = {
  email: string;
  /** The e-mail that was probably meant, or null. */
  suggestion: string | null;
  /** Form that the sender can send again with the right e-mail. */
  formUrl: string;
  /** True if mails stay in the mailbox of this copy of the app. */
  isLocal: boolean;
};

export function MailedNotice({ email, suggestion, formUrl, isLocal }: MailedProps) {
  return (
    <p className="mt-4">
      Te enviamos un aviso a <strong className="wrap-anywhere">{email}</strong>.
      {suggestion && (
        <>
          {` ¿Quisiste decir ${suggestion}? `}
          <a href={formUrl}>Envíalo otra vez con ese correo</a>.
        </>
      )}
      {isLocal && (
        <>
          {' '}
          <LocalMailText />
        </>
      )}
    </p>
  );
}
