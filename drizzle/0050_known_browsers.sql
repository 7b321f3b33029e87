CREATE TABLE `known_browsers` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`token_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`seen_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `known_browsers_by_account` ON `known_browsers` (`account_id`,`token_hash`);--> statement-breakpoint
CREATE INDEX `known_browsers_by_seen` ON `known_browsers` (`seen_at`);