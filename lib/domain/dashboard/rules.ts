/** The person's own account, or a company of theirs. */
export type Scope = {
  /** Id of the company, empty if the person acts for none. */
  id: string;
  name: string;
  isCurrent: boolean;
  /** Number of documents that need attention, and of guarantees that end soon. */
  pressing: number;
  ending: number;
};
