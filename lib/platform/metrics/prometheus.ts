import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Metrics } from '#lib/platform/metrics/metrics.ts';
import { now } from '#lib/platform/process/clock.ts';

/** Histogram buckets in seconds. */
const ANSWER_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const CALL_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20];
const WAIT_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];

/** Creates our counters, and the counters of Node for memory, event loop and garbage collection. */
export function createMetrics(): Metrics {
  const registers = [new Registry()];
  const [register] = registers;
  collectDefaultMetrics({ register });
  const counter = (name: string, help: string, labelNames: string[]) =>
    new Counter({ name, help, labelNames, registers });
  const histogram = (name: string, help: string, labelNames: string[], buckets: number[]) =>
    new Histogram({ name, help, labelNames, buckets, registers });

  const operations = counter('resguardo_operations_total', 'Answers, by operation.', [
    'operation',
    'status',
  ]);
  const operationSeconds = histogram(
    'resguardo_operation_seconds',
    'Time to answer.',
    ['operation'],
    ANSWER_BUCKETS,
  );
  const requests = counter(
    'resguardo_http_requests_total',
    'Requests that ended, by kind of path.',
    ['kind', 'status'],
  );
  const requestSeconds = histogram(
    'resguardo_http_request_seconds',
    'Time to the last byte.',
    ['kind'],
    ANSWER_BUCKETS,
  );
  const calls = histogram(
    'resguardo_provider_call_seconds',
    'Calls to providers.',
    ['provider', 'outcome'],
    CALL_BUCKETS,
  );
  const waits = histogram(
    'resguardo_db_write_wait_seconds',
    'How long writes waited for their turn.',
    [],
    WAIT_BUCKETS,
  );
  const deliveries = counter(
    'resguardo_deliveries_total',
    'Tries to deliver, by what came of it.',
    ['channel', 'outcome'],
  );
  const jobs = counter('resguardo_sweeper_jobs_total', 'Jobs of the sweeper.', ['task', 'outcome']);
  const lastSweep = new Gauge({
    name: 'resguardo_sweeper_last_success_seconds',
    help: 'When each job of the sweeper last ended well here, since the epoch.',
    labelNames: ['task'], // Prometheus reserves `job`.
    registers,
  });

  return {
    countOperation: (operation, status, seconds) => {
      operations.inc({ operation, status: classOf(status) });
      operationSeconds.observe({ operation }, seconds);
    },
    countRequest: (kind, status, seconds) => {
      requests.inc({ kind, status: classOf(status) });
      requestSeconds.observe({ kind }, seconds);
    },
    observeProviderCall: (provider, outcome, seconds) =>
      calls.observe({ provider, outcome }, seconds),
    observeWriteWait: (seconds) => waits.observe(seconds),
    countDelivery: (channel, outcome) => deliveries.inc({ channel, outcome }),
    countSweep: (task, outcome) => {
      jobs.inc({ task, outcome });
      if (outcome === 'ok') lastSweep.set({ task }, now() / 1000);
    },
    render: async (figures) => {
      // Each scrape has a new registry. In a lasting registry, a gauge that no longer exists would
      // keep its last value.
      const scrapeRegistry = new Registry();
      for (const { name, help, labels = {}, value } of figures) {
        const metric = scrapeRegistry.getSingleMetric(name);
        const gauge =
          metric instanceof Gauge
            ? metric
            : new Gauge({
                name,
                help,
                labelNames: Object.keys(labels),
                registers: [scrapeRegistry],
              });
        gauge.set(labels, value);
      }
      const merged = Registry.merge([registers[0] ?? scrapeRegistry, scrapeRegistry]);
      return { text: await merged.metrics(), contentType: merged.contentType };
    },
  };
}

/** Returns `2xx` to `5xx`, or `cut` for 0, which means that the client left before the reply. */
function classOf(status: number): string {
  return status === 0 ? 'cut' : `${Math.floor(status / 100)}xx`;
}
