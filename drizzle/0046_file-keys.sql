CREATE TABLE `file_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`since` integer NOT NULL,
	`present` integer NOT NULL
);
