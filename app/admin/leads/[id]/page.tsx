import { getByPathNumber } from '#app/_lib/or-not-found.ts';
import { isFromHere, readPageQuery } from '#app/_lib/page-query.ts';
import { getPageAdmin } from '#app/_lib/page-user.ts';
import { leadActs } from '#components/admin/desk/acts.ts';
import { PageActs } from '#components/admin/desk/desk.tsx';
import { LeadActions } from '#components/admin/lead/lead-actions.tsx';
import { LeadCall } from '#components/admin/lead/lead-call.tsx';
import { LeadConditions } from '#components/admin/lead/lead-conditions.tsx';
import { LeadDeliveries } from '#components/admin/lead/lead-deliveries.tsx';
import { LeadDone, undoHandledForm } from '#components/admin/lead/lead-done.tsx';
import { type NoticeSection, noticeAt } from '#components/admin/lead/lead-done-text.ts';
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
import { findByNumber, listOfRequest } from '#lib/domain/issued-guarantees/reads/guarantees.ts';
import { findConditions } from '#lib/domain/requests/conditions/reads.ts';
import { findLeadWithDocuments } from '#lib/domain/requests/requested-documents/reads.ts';
import { inboxQuery, readInboxPage } from '#lib/domain/requests/team/list-query.ts';
import { countOfPerson } from '#lib/domain/requests/team/reads/counts.ts';
import { findRelatedLeads } from '#lib/domain/requests/team/reads/find-related.ts';
import { listLeadPayments, listPaidElsewhere } from '#lib/domain/requests/team/reads/get-lead.ts';
import { listPage, neighboursOf } from '#lib/domain/requests/team/reads/list-page.ts';
import { nextActOf, numberOf } from '#lib/domain/requests/team/rules.ts';
import { openLead } from '#lib/domain/requests/team/writes/open-lead.ts';
import { findOwnRemarks, findTenderStatus } from '#lib/domain/tenders/reads.ts';
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
  const guaranteeNumber = parseRowId(query.garantia) ?? 0;
  const [advisors, requests, attached, conditions, asking, records, ending, total] =
    await Promise.all([
      listAdvisors(),
      listLeadPayments(admin, lead.id),
      listPaidElsewhere(admin, lead.id),
      findConditions(admin, lead.id),
      findLeadWithDocuments(lead.id),
      lead.submissionId === null ? [] : listOfRequest(lead.submissionId),
      findByNumber(guaranteeNumber),
      countOfPerson(lead.email),
    ]);
  const { requested } = lead;
  const remarks = await findOwnRemarks(lead.tenderId, requested);
  const list = inboxQuery(query.lista);
  const [neighbours, listed, related, tenderStatus] = await Promise.all([
    neighboursOf(list, { id: lead.id, me, now }),
    listPage(readInboxPage(list), { me, now }),
    findRelatedLeads([lead.id]),
    findTenderStatus(lead.tenderId, now),
  ]);
  // After an expired session the form shows what was typed, but no errors.
  const expired = problem?.code === 'no_session';
  const mailWaits = lead.deliveries.some(
    ({ kind, state }) => kind === 'lead.state-mail' && state === 'waiting',
  );
  const isErased = lead.erasedAt !== null;
  const fromHere = await isFromHere();
  const noticeFor = (section: NoticeSection) =>
    problem ? undefined : noticeAt(section, query, { lead, me, email, mailWaits });
  const next = neighbours.next === null ? undefined : leadHref(neighbours.next, list);
  const notice = (section: NoticeSection) => {
    const text = noticeFor(section);
    if (!text || !next) return text;
    return (
      <>
        {text} <a href={next}>Ver la siguiente</a>
      </>
    );
  };
  const nextAct = nextActOf(lead);
  const unrecorded = requested.findIndex((_, n) => !records.some(({ item }) => item === n));
  const record =
    unrecorded < 0 ? undefined : `/admin/leads/${lead.id}/emision/${unrecorded}${fromList(list)}`;
  const shared = { lead, me, list, now, values, errors };
  const money = (
    <>
      <LeadConditions
        {...{ ...shared, conditions }}
        isNext={nextAct === 'sendConditions'}
        notice={notice('condiciones')}
      />
      <LeadPayments
        {...{ ...shared, requests, attached }}
        price={conditions?.price}
        notice={notice('pagos')}
      />
    </>
  );
  return (
    <>
      <PageActs acts={isErased ? [] : leadActs(lead, me, list, record)} />
      <LeadLiveUpdates
        id={lead.id}
        title={`${problem ? 'Error: ' : ''}${`N.º ${numberOf(lead)} ${lead.name}`.trim()} · ${brand.name}`}
        last={lead.events[0]?.id ?? 0}
      >
        <div className="gap-8 desk:flex">
          <LeadListSidebar
            leads={listed.leads}
            current={lead}
            {...{ near: neighbours, list, now }}
          />
          <div className="min-w-0 flex-1">
            <LeadNavigation {...{ lead, list, near: neighbours }} />
            <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
              {/* Keeps its buttons in reach. */}
              <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:sticky lg:top-0 lg:col-start-2 lg:row-start-1 lg:-mx-2 lg:max-h-dvh lg:overflow-y-auto lg:px-2 lg:py-4">
                {!expired && <ProblemNotice problem={problem} />}
                {expired && (
                  <Notice tone="info" role="status">
                    <p>
                      Tu sesión había vencido. Revisa lo que estabas haciendo y guárdalo otra vez.
                    </p>
                  </Notice>
                )}
                <LeadHeading
                  {...{ ...shared, total, remarks, tenderStatus }}
                  paid={[...requests, ...attached].filter(({ state }) => state === 'paid')}
                  record={record ?? '#emision'}
                  related={related.get(lead.id)}
                />
                <div id="acciones" className="scroll-mt-4">
                  <LeadDone {...{ lead, me, list, email, query, next }}>
                    {fromHere ? noticeFor('acciones') : undefined}
                  </LeadDone>
                  {!isErased && (
                    <LeadActions
                      {...{ ...shared, advisors, query }}
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
                    <LeadIssued {...{ ...shared, requested, records }} notice={notice('emision')} />
                    <ReplyForm
                      {...shared}
                      submissionKey={randomId()}
                      from={email}
                      template={query.plantilla}
                      isIssued={records.length > 0}
                      ending={ending?.email === lead.email ? ending : undefined}
                      notice={
                        <DoneNotice
                          tight
                          undo={
                            query.aviso === 'respondida'
                              ? { ...undoHandledForm(lead, list), label: 'Dejarla abierta' }
                              : null
                          }
                          next={next}
                        >
                          {noticeFor('responder')}
                        </DoneNotice>
                      }
                    />
                    <LeadCall {...shared} submissionKey={randomId()} notice={notice('llamada')} />
                    {/* Below the reply, so that none of these forms moves it. */}
                    {money}
                    <LeadRequestedDocuments
                      {...shared}
                      requestedDocuments={asking?.requestedDocuments ?? []}
                      notice={notice('documentos')}
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
