import { pageMetadata } from '#app/_lib/page-query.ts';
import { getPageAdmin } from '#app/_lib/page-user.ts';
import { DeliveryFigures } from '#components/admin/delivery-figures.tsx';
import { formatNumber } from '#components/admin/queue-table.tsx';
import { WatchState } from '#components/payments/watch-state.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Section } from '#components/ui/section.tsx';
import { StatusCard } from '#components/ui/status-card.tsx';
import { SummaryList } from '#components/ui/summary-list.tsx';
import { UnbrokenText } from '#components/ui/unbroken-text.tsx';
import {
  countFailuresByReason,
  countReturnedMails,
  countSentByKind,
  countWaitingByKind,
} from '#lib/domain/deliveries/reads.ts';
import {
  backupPart,
  describeParts,
  healthHeadline,
  mailPart,
  servicePart,
  sortByUrgency,
  unconfirmedPart,
  utmPart,
  webhookPart,
} from '#lib/domain/health/copy.ts';
import { readLastBackup } from '#lib/domain/health/last-backup.ts';
import { checkParts, listServices, readWebhooks } from '#lib/domain/health/reads.ts';
import { countUnconfirmedPayments } from '#lib/domain/payments/reads/unconfirmed.ts';
import { formatDateTime, formatDuration, isoDay } from '#lib/platform/chile/format.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { filePathOf } from '#lib/platform/db/client.ts';
import { findMailbox } from '#lib/platform/mail/client.ts';
import { now } from '#lib/platform/process/clock.ts';
import { DAY } from '#lib/platform/process/durations.ts';

export const generateMetadata = pageMetadata('Estado');

/**
 * Shows whether the service works: its parts, and the deliveries that were sent, wait or failed.
 */
export default async function StatusPage() {
  await getPageAdmin();
  const at = now();
  const { dataDir, database, mail, utm } = getEnv();
  const [checkedParts, sentFigures, returnedCount, ...otherResults] = await Promise.all([
    checkParts(),
    countSentByKind(at - DAY),
    countReturnedMails(at - DAY),
    countWaitingByKind(at),
    countFailuresByReason(),
    readLastBackup(dataDir),
    countUnconfirmedPayments(at),
    readWebhooks(),
  ]);
  const [queue, troubles, backup, unconfirmed, webhooks] = otherResults;
  const isFile = filePathOf(database.url) !== null;
  const parts = sortByUrgency([
    ...describeParts(checkedParts, at),
    ...mailPart(mail.resendKey ? 'resend' : findMailbox() ? 'mailbox' : 'none'),
    ...(isFile ? [backupPart(backup, at)] : []),
    ...listServices().map((service) => servicePart(service, at)),
    ...webhooks.map((webhook) => webhookPart(webhook, at)),
    unconfirmedPart(unconfirmed),
    ...utmPart(utm, isoDay(at)),
  ]);
  const sum = (totals: number[]) => totals.reduce((subtotal, total) => subtotal + total, 0);
  const waitingCount = sum(queue.map(({ depth }) => depth));
  const deadCount = sum(troubles.flatMap(({ state, total }) => (state === 'dead' ? total : [])));
  const sentTotal = sum(sentFigures.map(({ total }) => total));
  const { href: troubleHref, ...status } = { href: null, ...healthHeadline(parts, deadCount) };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8 pt-4">
      <StatusCard
        {...status}
        caption={
          <UnbrokenText
            text={`Al momento, se actualiza solo: revisado el ${formatDateTime(at)}, hora de Chile`}
          />
        }
      >
        {troubleHref && (
          <p className="mt-2">
            <a href={troubleHref} className="inline-block py-1">
              Ver qué significa y qué hacer
            </a>
          </p>
        )}
        <p className="mt-2 text-ink-soft">
          {`En marcha desde hace ${formatDuration(process.uptime() * 1000)}.`}
        </p>
        <WatchState every={20} />
      </StatusCard>
      <Section id="partes" title="Partes">
        <SummaryList
          rows={parts.map(({ label, text, href, isDown, isUnknown, warning, effect, todo }) => ({
            label,
            value: (
              <>
                <span className={isDown ? 'text-danger' : warning ? 'text-warning' : undefined}>
                  <Icon
                    name={isDown ? 'alert' : warning ? 'warning' : isUnknown ? 'info' : 'check'}
                    className={`mr-2 inline-block size-5 ${isDown || warning ? '' : isUnknown ? 'text-ink-soft' : 'text-success'}`}
                  />
                  {href ? <a href={href}>{text}</a> : <CommandText text={text} />}
                </span>
                {(isDown || warning) && effect && (
                  <span className="block font-normal">{effect}</span>
                )}
                {(isDown || warning) && todo && (
                  <details className="font-normal">
                    <summary className="w-fit py-1.5 text-sm">Para quien opera el servidor</summary>
                    <CommandText text={todo} />
                  </details>
                )}
              </>
            ),
          }))}
        />
      </Section>
      <Section title="Envíos">
        <SummaryList
          rows={[
            {
              label: 'No se pudieron enviar',
              value:
                deadCount > 0 ? (
                  <a href="/admin/entregas" className="inline-block py-1 text-danger">
                    {formatNumber(deadCount)}: ver por qué
                  </a>
                ) : (
                  <a href="/admin/entregas?state=dead#resultados" className="inline-block py-1">
                    0
                  </a>
                ),
            },
            {
              label: 'En espera',
              value: (
                <a href="/admin/entregas?state=waiting#resultados" className="inline-block py-1">
                  {formatNumber(waitingCount)}
                </a>
              ),
            },
            { label: 'Enviados en las últimas 24 horas', value: formatNumber(sentTotal) },
            ...(mail.webhookSecret || returnedCount > 0
              ? [
                  {
                    label: 'Rebotaron en las últimas 24 horas',
                    value: (
                      <a
                        href="/admin/entregas?state=bounced#resultados"
                        className="inline-block py-1"
                      >
                        {formatNumber(returnedCount)}
                      </a>
                    ),
                  },
                ]
              : []),
          ]}
        />
        <DeliveryFigures {...{ sentFigures, troubles }} now={at} />
        <p className="mt-4">
          <a href="/admin/entregas" className="inline-block py-1">
            Ver los envíos
          </a>
        </p>
      </Section>
    </div>
  );
}

/** Formats text between backticks as code, which one click selects. */
function CommandText({ text }: { text: string }) {
  return text.split('`').map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
      <code key={index} className="font-mono text-sm select-all">
        {part}
      </code>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
      <UnbrokenText key={index} text={part} />
    ),
  );
}
