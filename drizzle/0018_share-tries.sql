ALTER TABLE `share_links` ADD `wrong_tries` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `share_links` ADD `wrong_since` integer;