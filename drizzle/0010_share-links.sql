CREATE TABLE `share_link_documents` (
	`link_id` text NOT NULL,
	`position` integer NOT NULL,
	`document_id` text NOT NULL,
	PRIMARY KEY(`link_id`, `position`),
	FOREIGN KEY (`link_id`) REFERENCES `share_links`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `share_links` (
	`id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`account_id` text NOT NULL,
	`label` text,
	`password_hash` text,
	`max_openings` integer,
	`openings` integer DEFAULT 0 NOT NULL,
	`notify` integer NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`revoked_at` integer,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `share_links_by_token` ON `share_links` (`token_hash`);--> statement-breakpoint
CREATE INDEX `share_links_by_account` ON `share_links` (`account_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `share_links_live` ON `share_links` (`account_id`,`expires_at`);--> statement-breakpoint
CREATE INDEX `share_links_by_end` ON `share_links` (`expires_at`);--> statement-breakpoint
CREATE TABLE `share_openings` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`link_id` text NOT NULL,
	`document_id` text,
	`place` text NOT NULL,
	`agent` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`link_id`) REFERENCES `share_links`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `share_openings_by_link` ON `share_openings` (`link_id`,`id`);