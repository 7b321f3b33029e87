CREATE TABLE `asked_papers` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`lead_id` integer NOT NULL,
	`category` text,
	`title` text NOT NULL,
	`until` text NOT NULL,
	`asked_at` integer NOT NULL,
	`revoked_at` integer,
	`remind_at` integer,
	FOREIGN KEY (`lead_id`) REFERENCES `leads`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `asked_papers_by_lead` ON `asked_papers` (`lead_id`,`id`);--> statement-breakpoint
CREATE INDEX `asked_papers_due` ON `asked_papers` (`remind_at`) WHERE remind_at is not null;--> statement-breakpoint
ALTER TABLE `uploads` ADD `paper_id` integer;--> statement-breakpoint
ALTER TABLE `uploads` ADD `vault_of` text;--> statement-breakpoint
CREATE INDEX `uploads_by_paper` ON `uploads` (`paper_id`) WHERE paper_id is not null;--> statement-breakpoint
CREATE INDEX `uploads_to_file` ON `uploads` (`id`) WHERE vault_of is not null;