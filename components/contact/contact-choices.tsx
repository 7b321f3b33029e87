import type { ReactNode } from 'react';
import { type Contact, TeamContact } from '#components/contact/team-contact.tsx';
import { Icon, type IconName } from '#components/ui/icon.tsx';
import { currentReach } from '#lib/domain/requests/leads/view.ts';
import { workingHoursText } from '#lib/platform/chile/format.ts';

type Props = Contact & {
  now: number;
  /** Says how long a free hour lasts and by what means; null if none can be taken. */
  hours: string | null;
};

/** Lists the ways to talk with an advisor. Renders nothing if the form is the only one. */
export function ContactChoices({ now, hours, ...reach }: Props) {
  const hasNumber = Boolean(reach.phone || reach.whatsapp);
  if (!hasNumber && hours === null) return null;
  const { answerHours } = reach;
  const isAnswered = currentReach(reach, now).phone !== undefined;
  return (
    <ul className="mb-8 divide-y divide-line rounded-lg border border-line bg-surface">
      {hasNumber && (
        <Choice icon="clock" title={isAnswered ? 'Llama ahora' : 'Por teléfono o WhatsApp'}>
          <TeamContact {...reach} payByText="Sin esperar," now={now} hasHours />
        </Choice>
      )}
      {hours !== null && (
        <Choice icon="check" title={<a href="#hora">Toma una hora</a>}>
          {hours && <p>{hours}</p>}
        </Choice>
      )}
      <Choice icon="file" title={<a href="#formulario">Que te escribamos o te llamemos</a>}>
        {answerHours !== undefined && (
          <p>{`Te respondemos en ${workingHoursText(answerHours)} o menos.`}</p>
        )}
      </Choice>
    </ul>
  );
}

type ChoiceProps = { icon: IconName; title: ReactNode; children: ReactNode };

function Choice({ icon, title, children }: ChoiceProps) {
  return (
    <li className="flex gap-3 px-4 py-3">
      <Icon name={icon} className="mt-0.5 size-6 text-brand" />
      <div className="min-w-0">
        <p className="font-semibold">{title}</p>
        {children}
      </div>
    </li>
  );
}
