import { getAccounts, postAccess } from '#lib/domain/accounts/admin-operations.ts';
import * as emails from '#lib/domain/accounts/email-operations.ts';
import * as accounts from '#lib/domain/accounts/operations.ts';
import * as sessions from '#lib/domain/accounts/session-operations.ts';
import * as alerts from '#lib/domain/alerts/operations.ts';
import { getTrail, getTrailCsv } from '#lib/domain/audit/operations.ts';
import * as documents from '#lib/domain/documents/operations.ts';
import {
  postDocumentArrivals,
  postDocumentUpload,
} from '#lib/domain/documents/upload-operations.ts';
import * as erasure from '#lib/domain/erasure/operations.ts';
import * as factors from '#lib/domain/factors/operations.ts';
import { getHealth } from '#lib/domain/health/operations.ts';
import { getGuaranteesCsv } from '#lib/domain/issued-guarantees/admin-list.ts';
import * as issuedFiles from '#lib/domain/issued-guarantees/file-operations.ts';
import * as issued from '#lib/domain/issued-guarantees/operations.ts';
import { getBuyers, getTenders } from '#lib/domain/marketplace/list-operations.ts';
import * as marketplace from '#lib/domain/marketplace/operations.ts';
import * as tenderSearch from '#lib/domain/marketplace/search-operations.ts';
import { getMetrics } from '#lib/domain/metrics/operations.ts';
import { getPaymentsCsv } from '#lib/domain/payments/admin-list.ts';
import * as payments from '#lib/domain/payments/operations.ts';
import { getExport, postDeleteAccount } from '#lib/domain/personal-data/operations.ts';
import { getOwnRequests } from '#lib/domain/requests/applicant/operations.ts';
import * as leads from '#lib/domain/requests/leads/operations.ts';
import { postConditions } from '#lib/domain/requests/offers/operations.ts';
import { postGuarantees } from '#lib/domain/requests/submissions/operations.ts';
import { getLeadsCsv } from '#lib/domain/requests/team/export-leads.ts';
import { getLeadFile } from '#lib/domain/requests/team/file-operations.ts';
import { getChanges, getLeadEvents } from '#lib/domain/requests/team/live-operations.ts';
import * as inbox from '#lib/domain/requests/team/operations.ts';
import * as shareLinks from '#lib/domain/share-links/operations.ts';
import * as uploads from '#lib/domain/uploads/file-operations.ts';
import { getUploadUrl } from '#lib/domain/uploads/operations.ts';
import { getGoogle, getGoogleCallback } from '#lib/http/accounts/google.ts';
import { serveApiDocument } from '#lib/http/api/api-document.ts';
import { getCsrfToken } from '#lib/http/api/csrf.ts';
import { postCrmWebhook, postSchedulingWebhook } from '#lib/http/api/webhooks.ts';
import { getDownload } from '#lib/http/files/downloads.ts';
import { getPaymentReturn, postPaymentReturn } from '#lib/http/payments/payment-return.ts';
import { postBrowserErrors } from '#lib/http/server/browser-errors.ts';
import { postCspReports } from '#lib/http/server/csp-reports.ts';
import { getShared, postShared } from '#lib/http/share/share.ts';
import type { AnyOperation } from '#lib/platform/operations/operation.ts';

export const getApiDocument = serveApiDocument(() => apiOperations);

export const apiOperations: AnyOperation[] = [
  getHealth,
  getMetrics,
  getCsrfToken,
  getApiDocument,
  postCspReports,
  postBrowserErrors,
  accounts.postRegister,
  accounts.postVerify,
  accounts.postResend,
  accounts.postLogin,
  factors.postSecondFactor,
  factors.postPasskeyChallenge,
  factors.postPasskeyLogin,
  factors.postPasskeyOptions,
  factors.postPasskey,
  factors.postTotp,
  factors.postTotpConfirm,
  factors.postProof,
  factors.postProofMail,
  accounts.getSession,
  accounts.deleteSession,
  getGoogle,
  accounts.deleteGoogle,
  getGoogleCallback,
  accounts.postForgotPassword,
  accounts.postResetPassword,
  accounts.postCompleteProfile,
  accounts.postChangePassword,
  emails.postEmailChange,
  emails.postEmailConfirm,
  emails.deleteEmailChange,
  sessions.getSessions,
  sessions.deleteOwnSession,
  sessions.postEndOtherSessions,
  getExport,
  postDeleteAccount,
  getUploadUrl,
  uploads.putUpload,
  uploads.postUploadProxy,
  uploads.getUploadedFile,
  postGuarantees,
  getOwnRequests,
  erasure.deleteOwnRequest,
  issued.postOwnIssued,
  issued.getIssuedList,
  issued.getIssuedOne,
  issuedFiles.getIssuedDocument,
  issuedFiles.getIssuedSheet,
  issued.postIssuedEvent,
  issued.postVerification,
  issued.getVerify,
  issued.postVerifyFile,
  leads.postContact,
  leads.postContactAdvisor,
  leads.postContactExpert,
  postDocumentUpload,
  postDocumentArrivals,
  documents.getDocumentsProfile,
  documents.postDeleteDocument,
  documents.patchDocument,
  documents.postRestoreDocument,
  alerts.getAlerts,
  alerts.putAlertMails,
  alerts.getUnsubscribe,
  alerts.postUnsubscribe,
  alerts.getCalendarFile,
  alerts.postCalendar,
  alerts.deleteCalendar,
  alerts.getCalendarFeed,
  getTenders,
  getBuyers,
  marketplace.getTenderCheck,
  marketplace.getOrderCheck,
  marketplace.getSuppliers,
  tenderSearch.getTenderSearch,
  tenderSearch.getTenderDetail,
  tenderSearch.getTenderGuarantees,
  tenderSearch.getBuyerSearch,
  payments.postPayment,
  getPaymentReturn,
  postPaymentReturn,
  payments.getPayments,
  payments.getPayment,
  payments.postRefund,
  payments.postCancelRequest,
  payments.postPaymentRequest,
  getDownload,
  documents.getFolder,
  shareLinks.postShare,
  shareLinks.getShares,
  shareLinks.postRepeatShare,
  ...shareLinks.openLinkOperations,
  getShared,
  postShared,
  inbox.getLeads,
  getChanges,
  getLeadEvents,
  getLeadsCsv,
  getGuaranteesCsv,
  getPaymentsCsv,
  getAccounts,
  postAccess,
  getTrail,
  getTrailCsv,
  inbox.getLeadById,
  getLeadFile,
  inbox.postHandled,
  inbox.postAssign,
  inbox.postNote,
  inbox.postReply,
  postConditions,
  issuedFiles.postIssuedDocument,
  issued.postIssued,
  inbox.postState,
  erasure.postEraseLead,
  erasure.postErasePerson,
  inbox.postRetry,
  inbox.postResendDelivery,
  inbox.postRetryDead,
  postSchedulingWebhook,
  postCrmWebhook,
];
