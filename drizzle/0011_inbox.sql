CREATE TABLE `lead_counts` (
	`hour` integer NOT NULL,
	`kind` text NOT NULL,
	`state` text NOT NULL,
	`total` integer NOT NULL,
	PRIMARY KEY(`hour`, `kind`, `state`)
);
--> statement-breakpoint
DROP INDEX `leads_by_kind`;--> statement-breakpoint
DROP INDEX `leads_by_state`;--> statement-breakpoint
DROP INDEX `leads_unhandled`;--> statement-breakpoint
DROP INDEX `leads_by_assignee`;--> statement-breakpoint
CREATE INDEX `leads_by_desk` ON `leads` (`kind`,`state`,(handled_at is null),`id`);--> statement-breakpoint
CREATE INDEX `leads_by_assignee` ON `leads` (`assigned_to`,`kind`,`state`,(handled_at is null),`id`);--> statement-breakpoint
CREATE INDEX `accounts_admins` ON `accounts` (`email`) WHERE role = 'admin';--> statement-breakpoint
CREATE INDEX `deliveries_waiting` ON `deliveries` (`kind`,`created_at`) WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX `deliveries_troubled` ON `deliveries` (`state`,`kind`,`last_error`,`id`) WHERE last_error is not null;