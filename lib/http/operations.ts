import { getAccounts, postAccess } from '#lib/domain/accounts/desk-operations.ts';
import {
  deleteGoogle,
  deleteSession,
  getSession,
  postChangePassword,
  postCompleteProfile,
  postForgotPassword,
  postLogin,
  postRegister,
  postResend,
  postResetPassword,
  postVerify,
} from '#lib/domain/accounts/operations.ts';
import {
  deleteOwnSession,
  getSessions,
  postEndOtherSessions,
} from '#lib/domain/accounts/session-operations.ts';
import {
  deleteCalendar,
  getAlerts,
  getCalendarFeed,
  getCalendarFile,
  getUnsubscribe,
  postCalendar,
  postUnsubscribe,
  putAlertMails,
} from '#lib/domain/alerts/operations.ts';
import { getTrail, getTrailCsv } from '#lib/domain/audit/operations.ts';
import { postConditions } from '#lib/domain/conditions/operations.ts';
import {
  getDocumentsProfile,
  patchDocument,
  postDeleteDocument,
  postRestoreDocument,
} from '#lib/domain/documents/operations.ts';
import {
  deleteOwnRequest,
  postEraseLead,
  postErasePerson,
} from '#lib/domain/erasure/operations.ts';
import {
  postPasskey,
  postPasskeyChallenge,
  postPasskeyLogin,
  postPasskeyOptions,
  postProof,
  postProofMail,
  postSecondFactor,
  postTotp,
  postTotpConfirm,
} from '#lib/domain/factors/operations.ts';
import { postGuarantees } from '#lib/domain/guarantees/operations.ts';
import { getHealth } from '#lib/domain/health/operations.ts';
import {
  postResendDelivery,
  postRetry,
  postRetryDead,
} from '#lib/domain/inbox/delivery-operations.ts';
import { getLeadsCsv } from '#lib/domain/inbox/export-leads.ts';
import {
  getArrivals,
  getLeadById,
  getLeads,
  postAssign,
  postHandled,
  postNote,
  postReply,
  postState,
} from '#lib/domain/inbox/operations.ts';
import { getGuaranteesCsv } from '#lib/domain/issued/desk.ts';
import {
  getIssuedList,
  getIssuedOne,
  getVerify,
  postIssued,
  postIssuedEvent,
  postOwnIssued,
  postVerification,
  postVerifyFile,
} from '#lib/domain/issued/operations.ts';
import {
  postContact,
  postContactAdvisor,
  postContactExpert,
} from '#lib/domain/leads/operations.ts';
import { getBuyers, getTenders } from '#lib/domain/marketplace/list-operations.ts';
import { getOrderCheck, getSuppliers, getTenderCheck } from '#lib/domain/marketplace/operations.ts';
import {
  getBuyerSearch,
  getTenderDetail,
  getTenderGuarantees,
  getTenderSearch,
} from '#lib/domain/marketplace/search-operations.ts';
import { getMetrics } from '#lib/domain/metrics/operations.ts';
import { getOwnRequests } from '#lib/domain/own-requests/operations.ts';
import { getPaymentsCsv } from '#lib/domain/payments/desk.ts';
import {
  getPayment,
  getPayments,
  postCancelRequest,
  postPayment,
  postPaymentRequest,
  postRefund,
} from '#lib/domain/payments/operations.ts';
import { getPaymentReturn, postPaymentReturn } from '#lib/domain/payments/return-operations.ts';
import { getExport, postDeleteAccount } from '#lib/domain/personal-data/operations.ts';
import {
  getShares,
  openLinkOperations,
  postRepeatShare,
  postShare,
} from '#lib/domain/share-links/operations.ts';
import { getUploadUrl } from '#lib/domain/uploads/operations.ts';
import { serveApiDocument } from '#lib/http/api-document.ts';
import { postCspReports } from '#lib/http/csp-reports.ts';
import { getCsrfToken } from '#lib/http/csrf.ts';
import { postDocumentArrivals, postDocumentUpload } from '#lib/http/documents.ts';
import { getDownload, getFolder } from '#lib/http/downloads.ts';
import { getGoogle, getGoogleCallback } from '#lib/http/google.ts';
import { getIssuedDocument, getIssuedSheet, postIssuedDocument } from '#lib/http/issued-files.ts';
import { getLeadFile } from '#lib/http/lead-files.ts';
import { getShared, postShared } from '#lib/http/share.ts';
import { getUploadedFile, postUploadProxy, putUpload } from '#lib/http/uploads.ts';
import { postCrmWebhook, postSchedulingWebhook } from '#lib/http/webhooks.ts';
import type { AnyOperation } from '#lib/platform/operation.ts';

export const getApiDocument = serveApiDocument(() => apiOperations);

export const apiOperations: AnyOperation[] = [
  getHealth,
  getMetrics,
  getCsrfToken,
  getApiDocument,
  postCspReports,
  postRegister,
  postVerify,
  postResend,
  postLogin,
  postSecondFactor,
  postPasskeyChallenge,
  postPasskeyLogin,
  postPasskeyOptions,
  postPasskey,
  postTotp,
  postTotpConfirm,
  postProof,
  postProofMail,
  getSession,
  deleteSession,
  getGoogle,
  deleteGoogle,
  getGoogleCallback,
  postForgotPassword,
  postResetPassword,
  postCompleteProfile,
  postChangePassword,
  getSessions,
  deleteOwnSession,
  postEndOtherSessions,
  getExport,
  postDeleteAccount,
  getUploadUrl,
  putUpload,
  postUploadProxy,
  getUploadedFile,
  postGuarantees,
  getOwnRequests,
  deleteOwnRequest,
  postOwnIssued,
  getIssuedList,
  getIssuedOne,
  getIssuedDocument,
  getIssuedSheet,
  postIssuedEvent,
  postVerification,
  getVerify,
  postVerifyFile,
  postContact,
  postContactAdvisor,
  postContactExpert,
  postDocumentUpload,
  postDocumentArrivals,
  getDocumentsProfile,
  postDeleteDocument,
  patchDocument,
  postRestoreDocument,
  getAlerts,
  putAlertMails,
  getUnsubscribe,
  postUnsubscribe,
  getCalendarFile,
  postCalendar,
  deleteCalendar,
  getCalendarFeed,
  getTenders,
  getBuyers,
  getTenderCheck,
  getOrderCheck,
  getSuppliers,
  getTenderSearch,
  getTenderDetail,
  getTenderGuarantees,
  getBuyerSearch,
  postPayment,
  getPaymentReturn,
  postPaymentReturn,
  getPayments,
  getPayment,
  postRefund,
  postCancelRequest,
  postPaymentRequest,
  getDownload,
  getFolder,
  postShare,
  getShares,
  postRepeatShare,
  ...openLinkOperations,
  getShared,
  postShared,
  getLeads,
  getArrivals,
  getLeadsCsv,
  getGuaranteesCsv,
  getPaymentsCsv,
  getAccounts,
  postAccess,
  getTrail,
  getTrailCsv,
  getLeadById,
  getLeadFile,
  postHandled,
  postAssign,
  postNote,
  postReply,
  postConditions,
  postIssuedDocument,
  postIssued,
  postState,
  postEraseLead,
  postErasePerson,
  postRetry,
  postResendDelivery,
  postRetryDead,
  postSchedulingWebhook,
  postCrmWebhook,
];
