ALTER TABLE `payments` ADD `receipt_email` text;--> statement-breakpoint
CREATE INDEX `payments_by_receipt_email` ON `payments` (`receipt_email`) WHERE receipt_email is not null;--> statement-breakpoint
UPDATE `leads` SET `waits` = CASE
    WHEN (SELECT kind FROM lead_events WHERE lead_id = leads.id AND kind IN ('conditions', 'accepted') ORDER BY id DESC LIMIT 1) = 'accepted' THEN 'accepted'
    WHEN state <> 'recibida' THEN 'begun' END
  WHERE waits = 'replied' AND (SELECT detail ->> '$.state' FROM lead_events WHERE lead_id = leads.id
    AND (kind IN ('papers', 'reply') OR kind = 'payment' AND detail ->> '$.state' = 'refunded') ORDER BY id DESC LIMIT 1) = 'refunded';
