/** Stages of a mail that the provider accepted, in the order in which they happen. */
const stages = ['delayed', 'delivered', 'failed', 'suppressed', 'bounced', 'complained'] as const;
export type Arrival = (typeof stages)[number];

/**
 * A report of the provider about a mail, with its code. All fields are null until a report arrives.
 */
export type ArrivalReport = {
  arrival: Arrival | null;
  arrivalAt: number | null;
  arrivalReason: string | null;
};

/** The reports that say that a mail did not reach its recipient. */
export const returnedArrivals = ['failed', 'suppressed', 'bounced'] as const;

export function isReturned({ arrival }: Pick<ArrivalReport, 'arrival'>): boolean {
  return returnedArrivals.some((returned) => returned === arrival);
}

/**
 * Returns the report that counts, whatever the order in which the reports arrived. A delay counts
 * only if there is no other kind of report. Otherwise the latest report counts or, among reports of
 * the same time, the one of the later stage.
 */
export function latestReport(reports: readonly ArrivalReport[]): ArrivalReport | undefined {
  const isFinal = ({ arrival }: ArrivalReport) => Number(stageOf(arrival) > stageOf('delayed'));
  return reports
    .filter(({ arrival }) => arrival !== null)
    .toSorted(
      (a, b) =>
        isFinal(a) - isFinal(b) ||
        (a.arrivalAt ?? 0) - (b.arrivalAt ?? 0) ||
        stageOf(a.arrival) - stageOf(b.arrival),
    )
    .at(-1);
}

const stageOf = (arrival: Arrival | null) => (arrival ? stages.indexOf(arrival) : -1);

/** Columns of a delivery, without those that say to whom it went and whether it arrived. */
export const noRecipientColumns = {
  sentTo: null,
  providerId: null,
  arrival: null,
  arrivalAt: null,
  arrivalReason: null,
} as const;
