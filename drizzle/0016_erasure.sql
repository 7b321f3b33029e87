CREATE TABLE `__new_audit_events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`account_id` text,
	`actor` text NOT NULL,
	`action` text NOT NULL,
	`subject` text,
	`place` text NOT NULL,
	`request_id` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
INSERT INTO `__new_audit_events`("id", "account_id", "actor", "action", "subject", "place", "request_id", "at") SELECT "id", "account_id", "actor", "action", "subject", "place", "request_id", "at" FROM `audit_events`;--> statement-breakpoint
DROP TABLE `audit_events`;--> statement-breakpoint
ALTER TABLE `__new_audit_events` RENAME TO `audit_events`;--> statement-breakpoint
CREATE INDEX `audit_events_by_account` ON `audit_events` (`account_id`,`id`);--> statement-breakpoint
CREATE INDEX `audit_events_by_time` ON `audit_events` (`action`,`at`);--> statement-breakpoint
CREATE INDEX `audit_events_by_actor` ON `audit_events` (`actor`,`id`);--> statement-breakpoint
CREATE INDEX `audit_events_by_subject` ON `audit_events` (`subject`,`actor`,`at`) WHERE subject is not null;--> statement-breakpoint
ALTER TABLE `leads` ADD `erased_at` integer;--> statement-breakpoint
CREATE INDEX `leads_kept` ON `leads` ((state = 'emitida'),(case when state_at is null then created_at else state_at end)) WHERE erased_at is null;--> statement-breakpoint
CREATE INDEX `drafts_by_submission` ON `drafts` (`submission_id`) WHERE submission_id is not null;--> statement-breakpoint
CREATE INDEX `drafts_by_email` ON `drafts` ((lower(answers ->> '$.values.email')));--> statement-breakpoint
CREATE INDEX `payments_told` ON `payments` (`created_at`) WHERE description is not null or metadata is not null or card_last4 is not null;--> statement-breakpoint
CREATE INDEX `submissions_by_contrato` ON `submissions` ((answers ->> '$.contrato.uploadId')) WHERE (answers ->> '$.contrato.uploadId') is not null;--> statement-breakpoint
CREATE INDEX `submissions_by_adicional` ON `submissions` ((answers ->> '$.adicional.uploadId')) WHERE (answers ->> '$.adicional.uploadId') is not null;