CREATE TABLE `factor_resets` (
	`account_id` text PRIMARY KEY NOT NULL,
	`asked_by` text NOT NULL,
	`asked_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
