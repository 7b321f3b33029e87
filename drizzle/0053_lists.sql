DROP INDEX `issued_by_end`;--> statement-breakpoint
CREATE INDEX `issued_by_state` ON `issued_guarantees` ((case when said is null then '' else said end || valid_to),`number`);--> statement-breakpoint
CREATE INDEX `issued_by_amount` ON `issued_guarantees` ((currency || printf('%024.4f', amount)),`number`);--> statement-breakpoint
CREATE INDEX `issued_by_end` ON `issued_guarantees` (`valid_to`,`number`);--> statement-breakpoint
CREATE INDEX `payment_requests_open` ON `payment_requests` (`created_at`) WHERE paid_by is null;--> statement-breakpoint
CREATE INDEX `payment_requests_open_amount` ON `payment_requests` (`amount`) WHERE paid_by is null;--> statement-breakpoint
CREATE INDEX `payments_by_time` ON `payments` (`created_at`);--> statement-breakpoint
CREATE INDEX `payments_by_amount` ON `payments` (`amount`);