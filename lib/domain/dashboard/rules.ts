/** An account holder for whom a person may act: the person or one of their companies. */
export type ActingAccount = {
  /** Id of the company, empty if the person acts for none. */
  id: string;
  name: string;
  isCurrent: boolean;
  /** Number of documents that need attention. */
  urgentCount: number;
  /** Number of guarantees that end soon, or ended without anybody saying how. */
  guaranteesToActOn: number;
  /** Number of requests that need an act of their applicant. */
  requests: number;
  duePayments: number;
};
