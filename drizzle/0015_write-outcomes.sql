CREATE TABLE `write_outcomes` (
	`id` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `write_outcomes_at` ON `write_outcomes` (`at`);