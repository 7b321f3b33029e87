ALTER TABLE `share_link_documents` ADD `renewed_at` integer;--> statement-breakpoint
ALTER TABLE `share_links` ADD `code_hash` text;--> statement-breakpoint
ALTER TABLE `share_links` ADD `recipient` text;--> statement-breakpoint
CREATE UNIQUE INDEX `share_links_by_code` ON `share_links` (`code_hash`);