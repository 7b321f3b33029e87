CREATE TABLE `guarantee_alerts` (
	`guarantee` integer NOT NULL,
	`level` integer NOT NULL,
	`account_id` text NOT NULL,
	`mailed_on` text NOT NULL,
	PRIMARY KEY(`guarantee`, `level`),
	FOREIGN KEY (`guarantee`) REFERENCES `issued_guarantees`(`number`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `guarantee_alerts_by_mail` ON `guarantee_alerts` (`account_id`,`mailed_on`);