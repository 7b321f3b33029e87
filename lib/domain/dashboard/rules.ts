/** The person's own account, or a company of theirs. */
export type Scope = {
  /** Id of the company, empty for the person alone. */
  id: string;
  name: string;
  isCurrent: boolean;
  /** Number of documents that need attention, and of guarantees that end soon. */
  pressing: number;
  ending: number;
};
