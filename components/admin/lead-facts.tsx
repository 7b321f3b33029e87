import { Card } from '#components/ui/card.tsx';
import { SummaryList } from '#components/ui/summary-list.tsx';
import { bookingStateCopy } from '#lib/domain/leads/copy.ts';
import { formatDateTime } from '#lib/platform/format.ts';

type Section = {
  title: string;
  rows: readonly { label: string; value: string; href?: string }[];
};
type Booking = {
  uid: string;
  title: string;
  state: string;
  startsAt: number | null;
  location: string | null;
};
type Props = { lead: { sections: readonly Section[]; bookings: readonly Booking[] } };

type OriginProps = {
  lead: {
    createdAt: number;
    consentVersion: string;
    consentAddress: string;
    crmContactId: string | null;
    crmDealId: string | null;
    crmPages: { contact: string | null; deal: string | null };
  };
};

export function LeadFacts({ lead }: Props) {
  const { sections, bookings } = lead;
  return (
    <>
      {sections.map(({ title, rows }) => (
        <Card key={title} title={title} compact>
          <SummaryList
            dense
            rows={rows.map(({ label, ...row }) => ({ label, value: shownValue(row) }))}
          />
        </Card>
      ))}
      {bookings.length > 0 && (
        <Card title="Reuniones" compact>
          <ul className="border-t border-line">
            {bookings.map((booking) => (
              <BookingRow key={booking.uid} booking={booking} />
            ))}
          </ul>
        </Card>
      )}
    </>
  );
}

/** Where else the lead is, and what the person agreed to. */
export function LeadOrigin({ lead }: OriginProps) {
  const { crmContactId, crmDealId, crmPages } = lead;
  return (
    <>
      <Card title="CRM" compact>
        {crmContactId || crmDealId ? (
          <SummaryList
            dense
            rows={[
              {
                label: 'Contacto en HubSpot',
                value: inCrm(crmContactId ?? 'Todavía no', crmPages.contact),
              },
              ...(crmDealId
                ? [{ label: 'Negocio en HubSpot', value: inCrm(crmDealId, crmPages.deal) }]
                : []),
            ]}
          />
        ) : (
          <p>Todavía no está en el CRM. Si ya debería estar, mira los envíos.</p>
        )}
      </Card>
      <Card title="Consentimiento" compact>
        <SummaryList
          dense
          rows={[
            { label: 'Versión del texto', value: lead.consentVersion },
            { label: 'Fecha', value: `${formatDateTime(lead.createdAt)}, hora de Chile` },
            { label: 'Desde la dirección', value: lead.consentAddress },
          ]}
        />
      </Card>
    </>
  );
}

function inCrm(value: string, href: string | null) {
  return shownValue(href ? { value, href } : { value });
}

function shownValue({ value, href }: { value: string; href?: string }) {
  return href ? (
    <a href={href} className="wrap-anywhere">
      {value}
    </a>
  ) : (
    <span className={`whitespace-pre-line wrap-anywhere ${isLong(value) ? 'font-normal' : ''}`}>
      {value}
    </span>
  );
}

function isLong(value: string): boolean {
  return value.length > 80 || value.includes('\n');
}

function BookingRow({ booking }: { booking: Booking }) {
  const { title, state, startsAt, location } = booking;
  return (
    <li className="border-b border-line py-3 last:border-b-0 last:pb-0">
      <p className="font-semibold wrap-anywhere">{title}</p>
      <p className="text-sm wrap-anywhere text-ink-soft tabular-nums">
        {bookingStateCopy[state] ?? 'Reunión'}
        {startsAt !== null && ` · ${formatDateTime(startsAt)}`}
        {location && ` · ${location}`}
      </p>
    </li>
  );
}
