CREATE TABLE `page_counts` (
	`day` text NOT NULL,
	`page` text NOT NULL,
	`total` integer NOT NULL,
	PRIMARY KEY(`day`, `page`)
);
