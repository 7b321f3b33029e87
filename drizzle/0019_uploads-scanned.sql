ALTER TABLE `uploads` ADD `submission_id` integer;--> statement-breakpoint
ALTER TABLE `uploads` ADD `arrived_at` integer;--> statement-breakpoint
ALTER TABLE `uploads` ADD `verdict` text DEFAULT 'clean' NOT NULL;--> statement-breakpoint
ALTER TABLE `uploads` ADD `openings` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `uploads` ADD `sender` text;--> statement-breakpoint
CREATE INDEX `uploads_by_submission` ON `uploads` (`submission_id`) WHERE submission_id is not null;--> statement-breakpoint
CREATE INDEX `uploads_waiting` ON `uploads` (`arrived_at`,`id`) WHERE verdict = 'waiting';--> statement-breakpoint
CREATE INDEX `uploads_pending` ON `uploads` (`sender`,`size`) WHERE sender is not null;--> statement-breakpoint
UPDATE `uploads` SET `arrived_at` = `created_at` WHERE `state` IN ('arrived', 'kept');
