CREATE TABLE `links` (
	`kind` text NOT NULL,
	`id` text NOT NULL,
	`subject` text NOT NULL,
	`mailed_to` text,
	`created_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`ended_at` integer,
	`opened_at` integer,
	PRIMARY KEY(`kind`, `id`)
);
--> statement-breakpoint
CREATE INDEX `links_by_subject` ON `links` (`kind`,`subject`,`ends_at`);--> statement-breakpoint
CREATE INDEX `links_proving` ON `links` (`mailed_to`,`opened_at`) WHERE opened_at is not null;--> statement-breakpoint
CREATE INDEX `links_by_end` ON `links` (`ends_at`);--> statement-breakpoint
ALTER TABLE `drafts` ADD `holder` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `uploads` ADD `link_ends_at` integer;
--> statement-breakpoint
-- Addresses that were mailed before signed these ids; who opened them is not known, so they prove nothing.
INSERT INTO `links` (`kind`, `id`, `subject`, `created_at`, `ends_at`)
SELECT 'receipt', cast(`id` as text), cast(`id` as text), `created_at`, `created_at` + 15552000000 FROM `submissions`;--> statement-breakpoint
INSERT INTO `links` (`kind`, `id`, `subject`, `created_at`, `ends_at`)
SELECT 'lead-receipt', cast(`id` as text), cast(`id` as text), `created_at`, `created_at` + 15552000000 FROM `leads` WHERE `kind` <> 'garantia' AND `erased_at` is null;--> statement-breakpoint
INSERT INTO `links` (`kind`, `id`, `subject`, `created_at`, `ends_at`)
SELECT 'resume', `id`, `id`, `created_at`, `updated_at` + iif(`submission_id` is null, 2592000000, 0) FROM `drafts`;--> statement-breakpoint
-- Addresses of files that were given out before work for 30 days more.
UPDATE `uploads` SET `link_ends_at` = unixepoch() * 1000 + 2592000000 WHERE `state` = 'kept';
