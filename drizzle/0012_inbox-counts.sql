INSERT INTO lead_counts (hour, kind, state, total)
SELECT created_at / 3600000, kind, state, count(*) FROM leads GROUP BY 1, 2, 3;
--> statement-breakpoint
CREATE TRIGGER `lead_counts_insert` AFTER INSERT ON `leads` BEGIN
	INSERT INTO lead_counts (hour, kind, state, total)
	VALUES (new.created_at / 3600000, new.kind, new.state, 1)
	ON CONFLICT (hour, kind, state) DO UPDATE SET total = total + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `lead_counts_delete` AFTER DELETE ON `leads` BEGIN
	UPDATE lead_counts SET total = total - 1
	WHERE hour = old.created_at / 3600000 AND kind = old.kind AND state = old.state;
END;
--> statement-breakpoint
CREATE TRIGGER `lead_counts_update` AFTER UPDATE OF kind, state, created_at ON `leads` BEGIN
	UPDATE lead_counts SET total = total - 1
	WHERE hour = old.created_at / 3600000 AND kind = old.kind AND state = old.state;
	INSERT INTO lead_counts (hour, kind, state, total)
	VALUES (new.created_at / 3600000, new.kind, new.state, 1)
	ON CONFLICT (hour, kind, state) DO UPDATE SET total = total + 1;
END;
