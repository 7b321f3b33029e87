/** Requests that once failed, each as the failure printed it; they run every time. */
export const cases: { operation: string; what: string; request: string }[] = [];
