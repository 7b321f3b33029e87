import type { ReactNode } from 'react';
import { formFields } from '#components/forms/form-fields.ts';
import { TypedDateField } from '#components/forms/typed-date-field.tsx';
import {
  Balance,
  endText,
  GuaranteeStatusTag,
} from '#components/issued-guarantees/guarantee-status-tag.tsx';
import { AskAnother } from '#components/requests/ask-another.tsx';
import { buttonClass } from '#components/ui/button-class.ts';
import { Card } from '#components/ui/card.tsx';
import { DoneNotice } from '#components/ui/done-notice.tsx';
import { HolderLink } from '#components/ui/holder-scope.tsx';
import { SummaryList } from '#components/ui/summary-list.tsx';
import { TimeAgo } from '#components/ui/time.tsx';
import { UnbrokenText } from '#components/ui/unbroken-text.tsx';
import {
  guaranteeEventCopy,
  issuedLabels,
  recordRows,
} from '#lib/domain/issued-guarantees/copy.ts';
import type { extensionForm } from '#lib/domain/issued-guarantees/form-schema.ts';
import { daysLeft, EXPIRING_DAYS, mayReportNext } from '#lib/domain/issued-guarantees/rules.ts';
import type { Side } from '#lib/domain/issued-guarantees/schema.ts';
import {
  codePath,
  type Extension,
  eventText,
  extensionText,
  groupedCode,
  type IssuedDetail,
  type IssuedEvent,
} from '#lib/domain/issued-guarantees/view.ts';
import { formatDate, formatDay, formatSize, isoDay } from '#lib/platform/chile/format.ts';

type CardProps = { record: IssuedDetail };

export function StateCard({
  record,
  now,
  children,
}: CardProps & { now: number; children?: ReactNode }) {
  return (
    <Card title="Estado" aside={<GuaranteeStatusTag record={record} now={now} />}>
      <p className="font-semibold">
        <UnbrokenText text={endText(record, now)} />
      </p>
      <Balance record={record} />
      {children}
    </Card>
  );
}

type RenewalProps = CardProps & {
  extension: Extension | undefined;
  me?: string;
  now: number;
  path: string;
  /** Values of a refused form. Without them the wizard asks for the new last day. */
  typed?: { values: Record<string, string>; errors: Record<string, string> };
};

export function AskRenewal({ record, extension, me, now, path, typed }: RenewalProps) {
  if (!mayReportNext('prorrogada', record)) return null;
  if (extension?.requestedAt) {
    const text = `${extensionText(extension, me)} el ${formatDay(extension.requestedAt)}.`;
    return <p className="wrap-anywhere">{text}</p>;
  }
  if (record.validTo < isoDay(now)) return null;
  return (
    <AskAnother
      action={`${path}/prorroga`}
      verb="Pedir prórroga"
      isMain={daysLeft(record, now) <= EXPIRING_DAYS}
      hint={
        typed
          ? 'Con los mismos datos: los revisas una vez y la envías.'
          : 'Con los mismos datos: solo dices hasta cuándo.'
      }
    >
      {typed && (
        <TypedDateField
          {...formFields<typeof extensionForm>(typed)('hasta')}
          label="Prorrogarla hasta"
          phrase="Vence el"
          today={isoDay(now)}
        />
      )}
    </AskAnother>
  );
}

type DocumentProps = CardProps & {
  hrefs: { document: string; sheet: string };
  children?: ReactNode;
};

export function GuaranteeDocumentCard({ record, hrefs, children }: DocumentProps) {
  const { document, reported } = record;
  return (
    <Card id="documento" title="Documento">
      {document ? (
        <p className="wrap-anywhere">
          {document.title ? `${document.title} · ${document.fileName}` : document.fileName}{' '}
          <span className="whitespace-nowrap text-ink-soft">{formatSize(document.size ?? 0)}</span>
        </p>
      ) : (
        <p>Sin documento: se agregó solo con sus datos.</p>
      )}
      {document?.verdict === 'waiting' && (
        <p className="mt-2 text-sm">Buscamos virus en el archivo: suele tomar segundos.</p>
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        {document?.verdict === 'clean' && (
          <HolderLink href={hrefs.document} className={buttonClass({ wide: true })}>
            Descargar documento
          </HolderLink>
        )}
        {reported !== 'anulada' && (
          <HolderLink
            href={hrefs.sheet}
            className={buttonClass({ variant: 'secondary', wide: true })}
          >
            Hoja de entrega (PDF)
          </HolderLink>
        )}
      </div>
      {children}
    </Card>
  );
}

export function FactsCard({ record, side }: CardProps & { side?: Side }) {
  const { issuerVerifyUrl: url, note, recordedBy, code } = record;
  const rows = [
    ...recordRows(record),
    { label: issuedLabels.note, value: recordedBy === side ? note : null },
  ].flatMap(({ label, value }) => (value ? [{ label, value: <LongText>{value}</LongText> }] : []));
  const issuerLink = url && (
    <a href={url} rel="noopener noreferrer" className="wrap-anywhere">
      {url}
    </a>
  );
  const codeLink = !side && code && (
    <>
      {groupedCode(code)} · <a href={codePath(code)}>Ver lo que ve quien la recibe</a>
    </>
  );
  return (
    <Card title="Lo que dice">
      <SummaryList
        dense={side === 'advisor'}
        rows={[
          ...rows,
          ...(issuerLink ? [{ label: issuedLabels.issuerVerifyUrl, value: issuerLink }] : []),
          ...(codeLink ? [{ label: 'Código de verificación', value: codeLink }] : []),
        ]}
      />
    </Card>
  );
}

function LongText({ children }: { children: string }) {
  if (!children.includes('\n')) return children;
  return <span className="font-normal whitespace-pre-line">{children}</span>;
}

type NoticeProps = CardProps & {
  events: readonly IssuedEvent[];
  /** Names by side and by account id. */
  names: Record<string, string>;
  now: number;
  notice?: string | undefined;
};

/** Lists the events of a guarantee, newest first, and how it differs from the request. */
export function HistoryCard({ record, events, names, now, notice }: NoticeProps) {
  return (
    <Card id="historia" title="Historia">
      <DoneNotice tight>{notice}</DoneNotice>
      <ol className="border-t border-line">
        {events.map((event) => (
          <li key={event.id} className="border-b border-line py-3 last:border-b-0 last:pb-0">
            <p className="font-semibold">
              {guaranteeEventCopy[event.kind]}
              {event.day && ` el ${formatDate(event.day)}`}
            </p>
            <p className="whitespace-pre-line wrap-anywhere empty:hidden">
              {eventText(event, record.currency)}
            </p>
            <p className="text-sm text-ink-soft tabular-nums">
              <TimeAgo at={event.at} now={now} /> · {names[event.actor] ?? names[event.by]}
            </p>
          </li>
        ))}
      </ol>
    </Card>
  );
}
