ALTER TABLE `documents` ADD `sort_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `documents` ADD `replaces` text;--> statement-breakpoint
ALTER TABLE `documents` ADD `scanned_at` integer;--> statement-breakpoint
ALTER TABLE `documents` ADD `finding` text;