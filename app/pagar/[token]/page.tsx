import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { pathPart, readPageQuery, secretPageMetadata } from '#app/_lib/page-query.ts';
import { findPageUser } from '#app/_lib/page-user.ts';
import { findAcceptedPath } from '#app/pagar/_lib/accepted-path.ts';
import { TeamContact } from '#components/contact/team-contact.tsx';
import { ProblemNotice } from '#components/forms/problem-notice.tsx';
import { GuestResult } from '#components/payments/guest-result.tsx';
import { PaymentSummary } from '#components/payments/payment-summary.tsx';
import { RequestedPaymentCard } from '#components/payments/requested-payment.tsx';
import { ClosedTender } from '#components/requests/closed-tender.tsx';
import { SiteShell } from '#components/site/site-shell.tsx';
import { Container } from '#components/ui/container.tsx';
import { FirstFocus } from '#components/ui/first-focus.tsx';
import { Section } from '#components/ui/section.tsx';
import { SummaryList } from '#components/ui/summary-list.tsx';
import { PERSONAL } from '#lib/domain/accounts/companies/copy.ts';
import { getAccount } from '#lib/domain/accounts/reads/accounts.ts';
import { afterPaymentTexts } from '#lib/domain/payments/after-paying.ts';
import { resultOf } from '#lib/domain/payments/copy.ts';
import { payeeName, taxNote } from '#lib/domain/payments/payee-view.ts';
import { findAttemptStart } from '#lib/domain/payments/reads/attempts.ts';
import {
  findGuestPayment,
  findLinkedPaymentRequest,
  findOwnPayment,
  type Payment,
  readShownReason,
} from '#lib/domain/payments/reads/payments.ts';
import { findPaymentSubject } from '#lib/domain/payments/reads/requested-for.ts';
import { GUEST_ACCOUNT_ID } from '#lib/domain/payments/rules.ts';
import { transferOffer } from '#lib/domain/payments/transfer.ts';
import { isCharged } from '#lib/domain/payments/transitions.ts';
import {
  cardRowLabels,
  paidAt,
  payerPaths,
  paymentLinkPage,
  paymentPath,
  paymentRows,
  resultPath,
} from '#lib/domain/payments/view.ts';
import { contactText } from '#lib/domain/requests/leads/view.ts';
import { awaitedText } from '#lib/domain/requests/requested-documents/copy.ts';
import { findLeadWithDocuments } from '#lib/domain/requests/requested-documents/reads.ts';
import {
  guaranteeIssueDay,
  lateIssueText,
  paidBidText,
  payByText,
} from '#lib/domain/requests/submissions/rules.ts';
import { issueRows } from '#lib/domain/requests/submissions/steps.ts';
import { findTenderStatus } from '#lib/domain/tenders/reads.ts';
import { isoDay, maskedEmail } from '#lib/platform/chile/format.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { now } from '#lib/platform/process/clock.ts';

type Props = PageProps<'/pagar/[token]'>;

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { query, problem } = await readPageQuery(props);
  const attempt = await findAttempt(pathPart((await props.params).token), query.orden);
  const title = attempt ? resultOf(attempt.state, attempt.reason).title : 'Pago solicitado';
  return { title: problem ? `Error: ${title}` : title, ...secretPageMetadata };
}

/** The page of a payment request, without a login. `?orden=` shows the result of a payment. */
export default async function RequestedPaymentPage(props: Props) {
  const token = pathPart((await props.params).token);
  const linkedRequest = await findLinkedPaymentRequest(token);
  if (!linkedRequest) notFound();
  const { title, ...shownRequest } = paymentLinkPage(linkedRequest, now());
  const { query, problem, values, errors } = await readPageQuery(props);
  // The form for the receipt includes the order. Other refused forms return to the payment request.
  const order = problem ? values.orden : query.orden;
  const attempt = await findAttempt(token, order);
  const user = await findPageUser();
  const emailField = { value: values.correo, error: errors.correo };
  const actsFor = user?.companyId ? (await getAccount(user.companyId)).razonSocial : PERSONAL;
  const payer = { ...shownRequest, typed: emailField, email: user?.email ?? null, actsFor };
  const { payment, request } = linkedRequest;
  const ownPayment = user && payment && (await findOwnPayment(user, payment.buyOrder));
  const proof = {
    to: payment?.accountId === GUEST_ACCOUNT_ID ? shownRequest.receiptTo : null,
    ...(ownPayment && { href: paymentPath(ownPayment.buyOrder) }),
  };
  const subject = shownRequest.amount === null ? null : await findPaymentSubject(request);
  const { company: team } = getEnv();
  const tenderStatus = subject && (await findTenderStatus(subject.tenderId, now()));
  const attemptPaidAt = attempt && isCharged(attempt.state) ? paidAt(attempt) : null;
  const times = {
    closesAt: tenderStatus?.closesAt,
    now: now(),
    issueDays: team.issueDays,
    paidAt: attemptPaidAt,
  };
  const linkEnds = isoDay(request.expiresAt);
  const limitText = subject && payByText(subject, { ...times, linkEnds });
  const isLate = subject !== null && lateIssueText(subject.garantias, times) !== null;
  // The link may be forwarded, so its page does not name the tender.
  const chatText = contactText(`pago: ${title}`, null);
  const advice = isLate && (
    <TeamContact
      {...team}
      payByText={attemptPaidAt ? 'Para llegar a tiempo,' : 'Para confirmar,'}
      now={now()}
      chatText={chatText}
    />
  );
  const tax = taxNote();
  const payee = payeeName();
  const requestPath = subject && (await findRequestPath(subject, user));
  // The link may be forwarded, so only the applicant sees which documents are missing.
  const lead = requestPath && request.leadId ? await findLeadWithDocuments(request.leadId) : null;
  const awaitedDocumentsText = awaitedText(lead?.requestedDocuments ?? [], now());
  const isPaid = attempt?.state === 'authorized' && subject?.submissionId && !subject.isDecided;
  const paidSubject = isPaid ? subject : null;
  const isWaiting = subject?.submissionId && !subject.isDecided && shownRequest.state === 'waiting';
  const next = paidSubject
    ? { requestPath, advice, text: paidBidText(paidSubject.garantias, times) }
    : isWaiting
      ? { requestPath, advice, text: limitText }
      : null;
  const summaryRows = [
    ...(subject?.rows ?? []),
    ...(subject?.submissionId ? issueRows(team.issueDays) : []),
  ];
  // Files that nobody requested may still be missing.
  const isComplete = lead && (lead.requestedDocuments.length > 0 || subject?.hasNeededFiles);
  const readyOn = guaranteeIssueDay(attemptPaidAt, { ...team, now: now() });
  return (
    <SiteShell quiet>
      <Container>
        <div className="pt-4 pb-16 sm:pt-8">
          <ProblemNotice problem={problem} />
          {subject && !subject.isDecided && shownRequest.state === 'waiting' && (
            <div className="mb-6 empty:hidden">
              <ClosedTender tenderStatus={tenderStatus} answers={subject} />
            </div>
          )}
          {attempt ? (
            <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,36rem)_minmax(0,1fr)]">
              <GuestResult
                payment={attempt}
                {...{ payee, next }}
                steps={payerPaths(attempt, now())}
                reload={{ path: resultPath(attempt), times: query.v }}
                transfer={transferOffer(request)}
                request={{
                  title,
                  ...payer,
                  receiptTo: receiptRecipients(shownRequest.receiptTo, attempt),
                  showsPayByDay: Boolean(limitText),
                }}
              />
              <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-8">
                {isCharged(attempt.state) ? (
                  <Section title="Detalle">
                    <SummaryList
                      rows={[
                        ...paymentRows(attempt, [...cardRowLabels, 'Concepto']),
                        ...(subject?.rows ?? []),
                      ]}
                    />
                    <p className="mt-4 text-sm text-ink-soft">{tax}</p>
                  </Section>
                ) : (
                  <PaymentSummary rows={summaryRows} terms={subject?.accepted?.terms} />
                )}
                {paidSubject && (
                  <Section title="Qué sigue">
                    <ol className="grid list-decimal gap-2 pl-6">
                      {afterPaymentTexts(
                        paidSubject.accepted?.issuer,
                        { ...team, readyOn, isComplete },
                        awaitedDocumentsText,
                      ).map((step) => (
                        <li key={step}>{step}</li>
                      ))}
                    </ol>
                    {!requestPath && (
                      <p className="mt-3">
                        Si la pediste tú, el correo del comprobante lleva a tu solicitud.
                      </p>
                    )}
                  </Section>
                )}
              </div>
            </div>
          ) : (
            <RequestedPaymentCard
              {...{ ...payer, title, payee, proof }}
              tax={subject?.accepted ? `El precio es el total, con impuestos. ${tax}` : tax}
              rows={summaryRows}
              ifNotIssued={subject?.submissionId ? team.refund : undefined}
              payByText={limitText}
              advice={advice}
              requestPath={requestPath}
              terms={subject?.accepted?.terms}
              link={`${getEnv().appUrl}${shownRequest.path}`}
              attemptAt={await findAttemptStart(request.id, now())}
              transfer={transferOffer(request)}
            />
          )}
          <p className="mt-8 text-sm text-ink-soft">
            ¿Tienes dudas? Responde el correo que te trajo aquí, o{' '}
            <a href="/contacto">escríbenos</a>.
          </p>
          {!isLate && (
            <div className="mt-2 text-sm text-ink-soft">
              <TeamContact {...team} {...{ chatText }} payByText="También" now={now()} hasHours />
            </div>
          )}
        </div>
      </Container>
      <FirstFocus />
    </SiteShell>
  );
}

type PaymentSubject = Pick<
  Awaited<ReturnType<typeof findPaymentSubject>>,
  'submissionId' | 'applicant'
>;

/** Returns the applicant's page of the request, in the panel or by the mailed link, or null. */
async function findRequestPath(
  { submissionId, applicant }: PaymentSubject,
  user: Awaited<ReturnType<typeof findPageUser>>,
): Promise<string | null> {
  if (submissionId === null) return null;
  const isOwn = user !== null && applicant?.toLowerCase() === user.email;
  return isOwn ? `/panel/solicitudes/${submissionId}` : findAcceptedPath(submissionId);
}

function receiptRecipients(
  typedEmail: string | null,
  { receiptEmail, state }: Pick<Payment, 'receiptEmail' | 'state'>,
) {
  return typedEmail && receiptEmail && isCharged(state)
    ? `${typedEmail} y a ${maskedEmail(receiptEmail)}`
    : typedEmail;
}

/** Cached for the page and its title. */
const findAttempt = cache(async (link: string, buyOrder: string | undefined) => {
  const payment = buyOrder ? await findGuestPayment({ link, buyOrder }, now()) : null;
  return payment && { ...payment, reason: await readShownReason(payment) };
});
