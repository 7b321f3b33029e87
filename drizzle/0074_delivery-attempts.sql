CREATE TABLE `delivery_attempts` (
	`delivery_id` integer NOT NULL,
	`attempt` integer NOT NULL,
	`error` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`delivery_id`, `attempt`, `error`),
	FOREIGN KEY (`delivery_id`) REFERENCES `deliveries`(`id`) ON UPDATE no action ON DELETE cascade
);
