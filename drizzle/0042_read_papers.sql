ALTER TABLE `documents` ADD `once` text;--> statement-breakpoint
ALTER TABLE `documents` ADD `reading` text;--> statement-breakpoint
CREATE INDEX `documents_unplaced` ON `documents` (`uploaded_at`) WHERE category = 'por_ordenar';