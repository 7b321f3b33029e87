import { getByPathNumber } from '#app/_lib/or-not-found.ts';
import { isFromHere, readPageQuery } from '#app/_lib/page-query.ts';
import { getPageAdmin } from '#app/_lib/page-user.ts';
import { leadActs } from '#components/admin/commands/acts.ts';
import { PageActions } from '#components/admin/commands/admin-commands.tsx';
import { LeadActions } from '#components/admin/lead/lead-actions.tsx';
import { LeadCall } from '#components/admin/lead/lead-call.tsx';
import { LeadConditions } from '#components/admin/lead/lead-conditions.tsx';
import { LeadDeliveries } from '#components/admin/lead/lead-deliveries.tsx';
import { LeadDone, undoHandledForm } from '#components/admin/lead/lead-done.tsx';
import { findLeadNotice, type NoticeSection } from '#components/admin/lead/lead-done-text.ts';
import { LeadFacts, LeadOrigin } from '#components/admin/lead/lead-facts.tsx';
import { fromList, leadHref } from '#components/admin/lead/lead-form.ts';
import { LeadHeading, LeadNavigation } from '#components/admin/lead/lead-heading.tsx';
import { LeadHistory } from '#components/admin/lead/lead-history.tsx';
import { LeadIssued } from '#components/admin/lead/lead-issued.tsx';
import { LeadListSidebar } from '#components/admin/lead/lead-list-sidebar.tsx';
import { LeadPayments } from '#components/admin/lead/lead-payments.tsx';
import { LeadRequestedDocuments } from '#components/admin/lead/lead-requested-documents.tsx';
import { LeadLiveUpdates } from '#components/admin/lead/lead-watch.tsx';
import { ReplyForm } from '#components/admin/lead/reply-form.tsx';
import { ProblemNotice } from '#components/forms/problem-notice.tsx';
import { RequestTender } from '#components/requests/request-tender.tsx';
import { DoneNotice } from '#components/ui/done-notice.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { listAdvisors } from '#lib/domain/accounts/reads/advisors.ts';
import {
  findByNumber,
  listRecordsOfRequest,
} from '#lib/domain/issued-guarantees/reads/guarantees.ts';
import { findConditions, readEarlierConditions } from '#lib/domain/requests/conditions/reads.ts';
import { findLeadWithDocuments } from '#lib/domain/requests/requested-documents/reads.ts';
import { inboxSearchParams, parseInboxPage } from '#lib/domain/requests/team/list-query.ts';
import { countPersonLeads } from '#lib/domain/requests/team/reads/counts.ts';
import {
  listLeadPaymentRequests,
  listPaymentsHere,
} from '#lib/domain/requests/team/reads/get-lead.ts';
import { listInboxPage, readNeighbours } from '#lib/domain/requests/team/reads/list-inbox-page.ts';
import { listRelatedLeads } from '#lib/domain/requests/team/reads/list-related-leads.ts';
import { leadNumberOf, nextActOf } from '#lib/domain/requests/team/rules.ts';
import { openLead } from '#lib/domain/requests/team/writes/open-lead.ts';
import { findTenderStatus, listOwnRemarks } from '#lib/domain/tenders/reads.ts';
import { brand } from '#lib/platform/config/brand.ts';
import { parseRowId } from '#lib/platform/operations/row-id.ts';
import { randomId } from '#lib/platform/security/ids.ts';

/** `LeadLiveUpdates` writes the title, because it counts the news. */
export const metadata = { title: null };

export default async function LeadPage(props: PageProps<'/admin/leads/[id]'>) {
  const { id } = await props.params;
  const { query, problem, values, errors } = await readPageQuery(props);
  const admin = await getPageAdmin();
  const { accountId: me, email, now } = admin;
  const lead = await getByPathNumber(id, (number) => openLead(admin, number));
  const [
    advisors,
    requests,
    attachedPayments,
    conditions,
    leadWithDocuments,
    records,
    endingGuarantee,
    leadCount,
  ] = await Promise.all([
    listAdvisors(),
    listLeadPaymentRequests(admin, lead.id),
    listPaymentsHere(admin, lead.id),
    findConditions(admin, lead.id),
    findLeadWithDocuments(lead.id),
    lead.submissionId === null ? [] : listRecordsOfRequest(lead.submissionId),
    findByNumber(parseRowId(query.garantia) ?? 0),
    countPersonLeads(lead.email),
  ]);
  const [requested, isErased] = [lead.requested, lead.erasedAt !== null];
  const [remarks, earlier] = await Promise.all([
    listOwnRemarks(lead.tenderId, requested),
    readEarlierConditions(admin, requested[0]?.tipoGarantia),
  ]);
  const list = inboxSearchParams(query.lista);
  const [neighbours, leadsPage, related, tenderStatus] = await Promise.all([
    readNeighbours(list, { id: lead.id, me, now }),
    listInboxPage(parseInboxPage(list), { me, now }),
    listRelatedLeads([lead.id]),
    findTenderStatus(lead.tenderId, now),
  ]);
  // If the session expired, the form shows what was typed, without errors.
  const isSessionExpired = problem?.code === 'no_session';
  const mailWaits = lead.deliveries.some(
    ({ kind, state }) => kind === 'lead.state-mail' && state === 'waiting',
  );
  const noticeFor = (section: NoticeSection) =>
    problem ? undefined : findLeadNotice(section, query, { lead, me, email, mailWaits, now });
  const nextHref = neighbours.next === null ? undefined : leadHref(neighbours.next, list);
  const noticeWithNext = (section: NoticeSection) => {
    const text = noticeFor(section);
    if (!text || !nextHref) return text;
    return (
      <>
        {text} <a href={nextHref}>Ver la siguiente</a>
      </>
    );
  };
  const isAgreed = conditions?.acceptedAt !== undefined;
  const nextAct = nextActOf(lead, { isAgreed });
  const unrecordedIndex = requested.findIndex(
    (_, index) => !records.some(({ item }) => item === index),
  );
  const recordPath =
    unrecordedIndex < 0
      ? undefined
      : `/admin/leads/${lead.id}/emision/${unrecordedIndex}${fromList(list)}`;
  const partProps = { lead, me, list, now, values, errors };
  const moneyParts = (
    <>
      <LeadConditions
        {...{ ...partProps, conditions, earlier }}
        usesLast={query.usar === 'ultimas'}
        isNext={nextAct === 'sendConditions'}
        notice={noticeWithNext('condiciones')}
      />
      <LeadPayments
        {...{ ...partProps, requests, attachedPayments }}
        price={conditions?.price}
        notice={noticeWithNext('pagos')}
      />
    </>
  );
  return (
    <>
      <PageActions actions={isErased ? [] : leadActs(lead, { me, list, recordPath, query })} />
      <LeadLiveUpdates
        id={lead.id}
        title={`${problem ? 'Error: ' : ''}${`N.º ${leadNumberOf(lead)} ${lead.name}`.trim()} · ${brand.name}`}
        lastEventId={lead.events[0]?.id ?? 0}
      >
        <div className="gap-8 desk:flex">
          <LeadListSidebar leads={leadsPage.leads} current={lead} {...{ neighbours, list, now }} />
          <div className="min-w-0 flex-1">
            <LeadNavigation {...{ lead, list, neighbours }} />
            <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
              {/* Sticky, so that its buttons stay within reach. */}
              <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:sticky lg:top-0 lg:col-start-2 lg:row-start-1 lg:-mx-2 lg:max-h-dvh lg:overflow-y-auto lg:px-2 lg:py-4">
                {!isSessionExpired && <ProblemNotice problem={problem} />}
                {isSessionExpired && (
                  <Notice tone="info" role="status">
                    <p>
                      Tu sesión había vencido. Revisa lo que estabas haciendo y guárdalo otra vez.
                    </p>
                  </Notice>
                )}
                <LeadHeading
                  {...{ ...partProps, leadCount, remarks, tenderStatus }}
                  paidPayments={[...requests, ...attachedPayments].filter(
                    ({ state }) => state === 'paid',
                  )}
                  recordPath={recordPath ?? '#emision'}
                  {...{ nextAct, isAgreed }}
                  related={related.get(lead.id)}
                />
                <div id="acciones" className="scroll-mt-4">
                  <LeadDone {...{ lead, me, list, email, query, now, next: nextHref }}>
                    {(await isFromHere()) ? noticeFor('acciones') : undefined}
                  </LeadDone>
                  {!isErased && (
                    <LeadActions
                      {...{ ...partProps, advisors, query }}
                      isRecorded={records.length >= requested.length}
                    />
                  )}
                </div>
              </div>
              <div className="grid grid-cols-[minmax(0,1fr)] gap-3 sm:gap-6 lg:py-4">
                {!isErased && <LeadFacts lead={lead} />}
                <RequestTender status={tenderStatus} compact />
                {!isErased && (
                  <>
                    <LeadIssued
                      {...{ ...partProps, requested, records }}
                      notice={noticeWithNext('emision')}
                    />
                    <ReplyForm
                      {...partProps}
                      submissionKey={randomId()}
                      advisorEmail={email}
                      query={query}
                      isIssued={records.length > 0}
                      endingGuarantee={
                        endingGuarantee?.email === lead.email ? endingGuarantee : undefined
                      }
                      notice={
                        <DoneNotice
                          tight
                          undo={
                            query.aviso === 'respondida'
                              ? { ...undoHandledForm(lead, list), label: 'Dejarla abierta' }
                              : null
                          }
                          next={nextHref}
                        >
                          {noticeFor('responder')}
                        </DoneNotice>
                      }
                    />
                    <LeadCall
                      {...partProps}
                      submissionKey={randomId()}
                      notice={noticeWithNext('llamada')}
                    />
                    {/* Placed below the reply, so that none of these forms moves it. */}
                    {moneyParts}
                    <LeadRequestedDocuments
                      {...partProps}
                      requestedDocuments={leadWithDocuments?.requestedDocuments ?? []}
                      notice={noticeWithNext('documentos')}
                    />
                  </>
                )}
                <LeadHistory {...{ lead, now, advisors, requests }} />
                {(!isErased || lead.deliveries.length > 0) && (
                  <LeadDeliveries {...{ lead, list, now }} notice={noticeFor('envios')} />
                )}
                {!isErased && (
                  <>
                    <LeadOrigin lead={lead} />
                    <p className="flex flex-wrap gap-x-5">
                      <a
                        href={`/admin/leads/${lead.id}/correo${fromList(list)}`}
                        className="inline-block py-2"
                      >
                        Corregir el correo
                      </a>
                      <a
                        href={`/admin/leads/${lead.id}/borrar${fromList(list)}`}
                        className="inline-block py-2"
                      >
                        Borrar los datos de esta persona
                      </a>
                    </p>
                  </>
                )}
              </div>
            </div>
          </div>
        </div>
      </LeadLiveUpdates>
    </>
  );
}
