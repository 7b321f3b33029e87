CREATE TABLE `email_changes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`account_id` text NOT NULL,
	`former` text NOT NULL,
	`email` text NOT NULL,
	`changed_at` integer,
	`moved` text DEFAULT '{}' NOT NULL,
	`undone_at` integer,
	`ends_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `email_changes_by_account` ON `email_changes` (`account_id`,`id`);--> statement-breakpoint
CREATE INDEX `email_changes_by_former` ON `email_changes` (`former`);--> statement-breakpoint
CREATE INDEX `email_changes_by_end` ON `email_changes` (`ends_at`);