import { FoldedOnPhones } from '#components/ui/folded-on-phones.tsx';
import { Section } from '#components/ui/section.tsx';
import { SummaryList } from '#components/ui/summary-list.tsx';
import { UnbrokenText } from '#components/ui/unbroken-text.tsx';
import { bookingStateCopy, meetingPlace } from '#lib/domain/requests/leads/copy.ts';
import type { Lead } from '#lib/domain/requests/team/view.ts';
import { formatDateTime, phoneHref } from '#lib/platform/chile/format.ts';

type Props = { lead: Lead };

export function LeadFacts({ lead }: Props) {
  // The text of a contact form needs an answer, so it is shown. The main facts of a request are in
  // its heading.
  return (
    <Section compact>
      {lead.submissionId === null ? (
        <Facts lead={lead} />
      ) : (
        <FoldedOnPhones title="Todo lo que envió">
          <Facts lead={lead} />
        </FoldedOnPhones>
      )}
    </Section>
  );
}

function Facts({ lead }: Props) {
  const { sections, bookings } = lead;
  return (
    <div
      className={
        sections.length > 1 ? 'grid items-start gap-x-6 sm:grid-cols-2 lg:grid-cols-1' : ''
      }
    >
      {sections.map(({ title, rows }) => (
        <div key={title} className="mb-4 last:mb-0">
          <h2 className="mb-2 text-base">{title}</h2>
          <dl className="grid grid-cols-[8rem_1fr] sm:grid-cols-[10rem_1fr] gap-x-4 gap-y-1 text-sm">
            {rows.map(({ label, ...row }) => (
              <div key={label} className="contents">
                <dt className="text-ink-soft">{label}</dt>
                <dd className="min-w-0 font-semibold">
                  <ShownValue {...row} />
                </dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
      {bookings.length > 0 && (
        <div className="mb-4">
          <h2 className="mb-2 text-base">Reuniones</h2>
          <ul className="border-t border-line">
            {bookings.map((booking) => (
              <BookingRow key={booking.uid} booking={booking} />
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

/** Links to the lead's records in the CRM, and shows the person's consent. */
export function LeadOrigin({ lead }: Props) {
  const { crmContactId, crmDealId, crmPages } = lead;
  const isKnown = crmContactId !== null || crmDealId !== null;
  return (
    <Section compact>
      <details>
        <summary className="w-fit py-1.5">
          {isKnown ? 'CRM y consentimiento' : 'Consentimiento. Todavía no está en el CRM'}
        </summary>
        <div className="mt-2">
          <SummaryList
            dense
            rows={[
              ...(isKnown
                ? [
                    {
                      label: 'Contacto en HubSpot',
                      value: (
                        <ShownValue value={crmContactId ?? 'Todavía no'} href={crmPages.contact} />
                      ),
                    },
                  ]
                : []),
              ...(crmDealId
                ? [
                    {
                      label: 'Negocio en HubSpot',
                      value: <ShownValue value={crmDealId} href={crmPages.deal} />,
                    },
                  ]
                : []),
              { label: 'Versión del texto', value: lead.consentVersion },
              { label: 'Fecha', value: `${formatDateTime(lead.createdAt)}, hora de Chile` },
              { label: 'Desde la dirección', value: lead.consentIp },
            ]}
          />
        </div>
      </details>
    </Section>
  );
}

function ShownValue({ value, href = contactHref(value) }: { value: string; href?: string | null }) {
  return href ? (
    <a href={href} className="wrap-anywhere">
      {value}
    </a>
  ) : (
    <span className={`whitespace-pre-line wrap-anywhere ${isLong(value) ? 'font-normal' : ''}`}>
      <UnbrokenText text={value} />
    </span>
  );
}

/** Returns a link that writes to an e-mail or calls a Chilean number, or null for other values. */
function contactHref(value: string): string | null {
  if (/^[^\s@:,]+@[^\s@:,]+$/.test(value)) return `mailto:${value}`;
  return /^\+56[\d ]+$/.test(value) ? phoneHref(value) : null;
}

function isLong(value: string): boolean {
  return value.length > 80 || value.includes('\n');
}

function BookingRow({ booking }: { booking: Lead['bookings'][number] }) {
  const { title, state, startsAt, location } = booking;
  return (
    <li className="border-b border-line py-1.5 last:border-b-0 last:pb-0">
      <p className="font-semibold wrap-anywhere">{title}</p>
      <p className="text-sm wrap-anywhere text-ink-soft">
        {bookingStateCopy[state] ?? 'Reunión'}
        {startsAt !== null && ` · ${formatDateTime(startsAt)}`}
        {location && ` · ${meetingPlace(location)}`}
      </p>
    </li>
  );
}
