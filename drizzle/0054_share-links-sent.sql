ALTER TABLE `share_links` ADD `sent_at` integer;--> statement-breakpoint
ALTER TABLE `share_links` ADD `asked_at` integer;