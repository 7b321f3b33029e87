CREATE TABLE `erasures` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`email_hash` text NOT NULL,
	`request_id` text NOT NULL,
	`counts` text NOT NULL,
	`actor` text NOT NULL,
	`started_at` integer NOT NULL,
	`erased_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `erasures_by_email` ON `erasures` (`email_hash`,`request_id`);--> statement-breakpoint
CREATE INDEX `erasures_by_time` ON `erasures` (`erased_at`) WHERE erased_at is not null;--> statement-breakpoint
ALTER TABLE `deliveries` ADD `sent_to` text;--> statement-breakpoint
CREATE INDEX `deliveries_by_recipient` ON `deliveries` (`sent_to`,`created_at`) WHERE sent_to is not null;--> statement-breakpoint
-- Sent links to resume a draft lose their recipient with the draft. Only they store the address.
UPDATE `deliveries` SET `sent_to` = lower(payload ->> '$.email') WHERE kind = 'draft.resume-mail' AND state = 'sent' AND last_error IS NULL;
