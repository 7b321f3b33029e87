ALTER TABLE `documents` ADD `former_of` text;--> statement-breakpoint
CREATE INDEX `documents_former` ON `documents` (`former_of`) WHERE state = 'former';--> statement-breakpoint
ALTER TABLE `share_links` ADD `views` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `share_links` ADD `downloads` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `share_openings` ADD `way` text;