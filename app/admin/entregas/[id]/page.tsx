import { notFound } from 'next/navigation';
import { findNotice, pageMetadata, pathPart, readPageQuery } from '#app/_lib/page-query.ts';
import { getPageAdmin } from '#app/_lib/page-user.ts';
import { DeliveryButton } from '#components/admin/delivery-button.tsx';
import { ProblemNotice } from '#components/forms/problem-notice.tsx';
import { BackLink } from '#components/ui/back-link.tsx';
import { Card } from '#components/ui/card.tsx';
import { DoneNotice } from '#components/ui/done-notice.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { SummaryList } from '#components/ui/summary-list.tsx';
import { Tag } from '#components/ui/tag.tsx';
import { type MailPreview, previewMail } from '#lib/background/mail-preview.ts';
import { linkTrailPath } from '#lib/domain/audit/view.ts';
import { arrivalText } from '#lib/domain/deliveries/arrival-copy.ts';
import {
  deliveryName,
  deliveryReasonText,
  deliveryStateOf,
  deliveryTag,
  maySendEarly,
  notSentText,
  reasonText,
  waitText,
} from '#lib/domain/deliveries/copy.ts';
import { adminPaymentPath } from '#lib/domain/payments/view.ts';
import {
  deliveriesPath,
  leadText,
  recipientText,
} from '#lib/domain/requests/team/delivery-list.ts';
import {
  type DeliveryDetail,
  findDelivery,
} from '#lib/domain/requests/team/reads/find-delivery.ts';
import { auditDelivery } from '#lib/domain/requests/team/writes/open-lead.ts';
import { formatDateTime } from '#lib/platform/chile/format.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { isRowId } from '#lib/platform/operations/row-id.ts';

type Props = PageProps<'/admin/entregas/[id]'>;

export const generateMetadata = pageMetadata('Envío');

export default async function DeliveryPage(props: Props) {
  const id = pathPart((await props.params).id);
  const { query, problem } = await readPageQuery(props);
  const admin = await getPageAdmin();
  const delivery = isRowId(id) ? await findDelivery(Number(id)) : null;
  if (!delivery) notFound();
  const { kind, state, lastError, attempts, failures, createdAt, settledAt } = delivery;
  const tag = deliveryTag(delivery);
  const failureText = deliveryReasonText(delivery) ?? '';
  await auditDelivery(admin, delivery);
  const isSkipped = deliveryStateOf(delivery) === 'skipped';
  const waitReason = waitText(delivery, admin.now);
  const preview = isSkipped ? { missing: lastError } : await previewMail(delivery.id);
  return (
    <div className="max-w-text">
      <BackLink href={deliveriesPath} label="Envíos" />
      <PageHeading caption={`Envío ${id}`}>{deliveryName(kind)}</PageHeading>
      <ProblemNotice problem={problem} />
      <DoneNotice>{!problem && findNotice({ envio: 'Está en camino.' }, query)}</DoneNotice>
      <div className="mt-5 grid gap-5">
        <Card title="El envío" aside={<Tag tone={tag.tone}>{tag.text}</Tag>}>
          <SummaryList
            rows={[
              { label: 'A quién', value: recipientText(delivery) ?? 'Ya no hay dirección' },
              { label: 'Pedido', value: formatDateTime(createdAt) },
              ...(settledAt === null
                ? []
                : [
                    {
                      label: state === 'dead' ? 'Se dejó de intentar' : 'Terminó',
                      value: formatDateTime(settledAt),
                    },
                  ]),
              ...(lastError ? [{ label: 'Por qué', value: failureText }] : []),
              ...(waitReason ? [{ label: 'Por qué espera', value: waitReason }] : []),
              ...(state === 'sent' && !isSkipped && delivery.recipient !== 'crm'
                ? [
                    {
                      label: '¿Llegó?',
                      value: arrivalText(delivery) ?? unknownArrivalText(),
                    },
                  ]
                : []),
              ...(state === 'waiting'
                ? [{ label: 'Próximo intento', value: nextAttemptText(delivery) }]
                : []),
              { label: 'Intentos', value: `${attempts}` },
            ]}
          />
          <RelatedLinks {...delivery} />
          <div className="mt-4">
            <DeliveryButton
              {...{ id: delivery.id, kind, state, lastError }}
              maySendNow={maySendEarly(delivery)}
              isOnDetail
            />
          </div>
        </Card>
        {preview && <MailText {...{ preview, settledAt, isSkipped }} />}
        <Card title="Intentos fallidos">
          {failures.length === 0 ? (
            <p className="text-ink-soft">Ninguno.</p>
          ) : (
            <ol>
              {failures.map(({ attempt, error, at }) => (
                <li key={`${attempt} ${error}`} className="py-1 wrap-anywhere">
                  {formatDateTime(at)}, intento {attempt}: {reasonText(error)}
                </li>
              ))}
            </ol>
          )}
        </Card>
      </div>
    </div>
  );
}

function unknownArrivalText(): string {
  return getEnv().mail.webhookSecret
    ? 'No se sabe: el proveedor lo aceptó, y todavía no avisa si llegó o rebotó'
    : 'No se sabe: el proveedor lo aceptó, y aquí no recibimos si llegó o rebotó';
}

function nextAttemptText({ dueAt }: DeliveryDetail): string {
  return dueAt === null ? 'Cuando salga el anterior' : formatDateTime(dueAt);
}

function RelatedLinks(delivery: DeliveryDetail) {
  const { leadId, leadKind, leadNumber, accountId, buyOrder, shareId } = delivery;
  const links = [
    leadId !== null && {
      href: `/admin/leads/${leadId}`,
      text: leadText({ leadKind, number: leadNumber ?? leadId }),
    },
    accountId && { href: `/admin/cuentas/${accountId}`, text: 'Su cuenta' },
    buyOrder && { href: adminPaymentPath(buyOrder), text: 'El pago' },
    shareId && { href: linkTrailPath(shareId), text: 'Historia del enlace' },
  ].filter((link) => link !== false && link !== null && link !== '');
  return (
    <p className="mt-3 flex flex-wrap gap-x-5">
      {links.map(({ href, text }) => (
        <a key={href} href={href} className="inline-block py-1.5">
          {text}
        </a>
      ))}
    </p>
  );
}

type MailTextProps = { preview: MailPreview; settledAt: number | null; isSkipped: boolean };

function MailText({ preview, settledAt, isSkipped }: MailTextProps) {
  if ('missing' in preview) {
    const reason = preview.missing ? reasonText(preview.missing) : 'sus datos ya no están';
    return (
      <Card title="Lo que dice">
        <p className="text-ink-soft">
          {notSentText(reason, isSkipped ? undefined : 'Ya no se puede mostrar')}.
        </p>
      </Card>
    );
  }
  const { subject, text, files, wasSent } = preview;
  const mail = (
    <>
      <p id="texto" className="scroll-mt-4 font-semibold wrap-anywhere">
        {subject}
      </p>
      <p className="mt-2 whitespace-pre-line wrap-anywhere">{text}</p>
      {files.length > 0 && (
        <p className="mt-3 wrap-anywhere text-ink-soft">Adjuntos: {files.join(', ')}</p>
      )}
    </>
  );
  return (
    <Card title="Lo que dice">
      <p className="mb-3 text-sm text-ink-soft">
        {wasSent
          ? 'Se guarda como se envió.'
          : settledAt === null
            ? 'Así saldría ahora.'
            : 'Lo que se envió no está guardado: lo armamos otra vez con los datos de hoy.'}{' '}
        Sus códigos y el final de sus enlaces están tapados.
      </p>
      {wasSent ? (
        <details>
          <summary className="w-fit py-1.5">Ver el texto que se envió</summary>
          <div className="mt-2">{mail}</div>
        </details>
      ) : (
        mail
      )}
    </Card>
  );
}
