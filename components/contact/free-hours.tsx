import { LinkButton } from '#components/ui/link-button.tsx';
import { UnbrokenText } from '#components/ui/unbroken-text.tsx';
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx';
import type { FreeDay } from '#lib/domain/bookings/rules.ts';
import { nearDayText } from '#lib/domain/requests/leads/call-copy.ts';
import { hourLink } from '#lib/domain/requests/leads/view.ts';
import {
  capitalise,
  formatDate,
  formatTime,
  formatWeekday,
  startOfDay,
} from '#lib/platform/chile/format.ts';

type Props = {
  days: readonly FreeDay[];
  today: string;
  /** Says how long an hour lasts, by what means, with whom and at what cost. */
  about?: string | undefined;
  /** Booking page, with what is known of the person. */
  bookingUrl: string;
};

/** Offers the next free hours of the calendar. Each leads to its booking page at that hour. */
export function FreeHours({ days, today, about, bookingUrl }: Props) {
  return (
    <div className="mt-4 grid gap-4">
      {about && (
        <p className="max-w-text font-semibold">
          <UnbrokenText text={about} />
        </p>
      )}
      {days.map(({ day, hours }) => {
        const name = `${formatWeekday(startOfDay(day))} ${formatDate(day)}`;
        return (
          <div key={day}>
            <h3 className="font-semibold">
              <UnbrokenText text={capitalise(`${nearDayText(day, today)}${name}`)} />
            </h3>
            <ul className="mt-2 flex flex-wrap gap-2">
              {hours.map((startsAt) => (
                <li key={startsAt}>
                  <LinkButton href={hourLink(bookingUrl, startsAt)} variant="secondary" compact>
                    <VisuallyHidden>{name}, </VisuallyHidden>
                    {formatTime(startsAt)}
                  </LinkButton>
                </li>
              ))}
            </ul>
          </div>
        );
      })}
      <p>
        <a href={bookingUrl} className="inline-block py-2">
          Ver más horas
        </a>
      </p>
    </div>
  );
}
