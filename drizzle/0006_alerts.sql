CREATE TABLE `alert_settings` (
	`account_id` text PRIMARY KEY NOT NULL,
	`mailed_on` text,
	`mails_off_at` integer,
	`calendar_id` text,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `alert_settings_calendar_id_unique` ON `alert_settings` (`calendar_id`);--> statement-breakpoint
CREATE TABLE `document_alerts` (
	`document_id` text NOT NULL,
	`level` text NOT NULL,
	`account_id` text NOT NULL,
	`mailed_on` text NOT NULL,
	PRIMARY KEY(`document_id`, `level`),
	FOREIGN KEY (`document_id`) REFERENCES `documents`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `document_alerts_by_mail` ON `document_alerts` (`account_id`,`mailed_on`);--> statement-breakpoint
DROP INDEX `documents_expiring`;--> statement-breakpoint
CREATE INDEX `documents_expiring` ON `documents` (`account_id`,`expires_at`) WHERE state = 'kept' and expires_at > 0;