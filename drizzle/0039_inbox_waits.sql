ALTER TABLE `leads` ADD `waits` text;--> statement-breakpoint
ALTER TABLE `leads` ADD `waits_until` integer;--> statement-breakpoint
CREATE INDEX `leads_by_wait` ON `leads` (`waits`,`kind`,`state`,(handled_at is null),`id`) WHERE waits is not null;--> statement-breakpoint
CREATE INDEX `leads_by_waiting_assignee` ON `leads` (`assigned_to`,`waits`,`kind`,`state`,(handled_at is null),`id`) WHERE waits is not null;--> statement-breakpoint
CREATE INDEX `leads_by_wait_end` ON `leads` (`waits_until`) WHERE waits_until is not null;--> statement-breakpoint
WITH named AS (SELECT lead_id FROM lead_events WHERE kind IN ('files', 'payment', 'conditions', 'accepted')
    UNION SELECT lead_id FROM payment_requests WHERE lead_id IS NOT NULL),
  clock AS (SELECT unixepoch() * 1000 AS now, date('now', '-4 hours') AS day),
  waiting AS (SELECT leads.id, CASE
      WHEN (SELECT kind FROM lead_events WHERE lead_id = leads.id AND kind IN ('files', 'reply', 'conditions', 'state', 'handled')
        ORDER BY id DESC LIMIT 1) = 'files' THEN 'answered'
      WHEN (SELECT detail ->> '$.state' FROM lead_events WHERE lead_id = leads.id AND kind IN ('payment', 'conditions')
        ORDER BY id DESC LIMIT 1) = 'authorized' THEN 'paid'
      WHEN EXISTS (SELECT 1 FROM payment_requests r LEFT JOIN payments p ON p.id = r.paid_by WHERE r.lead_id = leads.id
        AND r.expires_at > clock.now AND coalesce(p.state, 'created') IN ('created', 'pending')) THEN 'asked'
      ELSE (SELECT CASE WHEN kind = 'accepted' THEN 'accepted' WHEN coalesce(detail ->> '$.validUntil', '9') >= clock.day THEN 'offered' END
        FROM lead_events WHERE lead_id = leads.id AND kind IN ('conditions', 'accepted') ORDER BY id DESC LIMIT 1) END AS wait
    FROM leads, clock WHERE leads.id IN (SELECT lead_id FROM named)
      AND leads.kind = 'garantia' AND leads.state NOT IN ('rechazada', 'emitida') AND leads.erased_at IS NULL)
UPDATE leads SET waits = waiting.wait, waits_until = CASE waiting.wait
    WHEN 'asked' THEN (SELECT min(expires_at) FROM payment_requests r WHERE r.lead_id = leads.id AND r.expires_at > unixepoch() * 1000)
    WHEN 'offered' THEN (SELECT unixepoch(detail ->> '$.validUntil', '+27 hours') * 1000 FROM lead_events
      WHERE lead_id = leads.id AND kind = 'conditions' ORDER BY id DESC LIMIT 1) END
  FROM waiting WHERE waiting.id = leads.id AND waiting.wait IS NOT NULL;--> statement-breakpoint
INSERT INTO guarantee_events (guarantee, kind, by, actor, detail, at)
  SELECT g.number, 'ofrecida', 'advisor', e.actor, '{}', e.at
  FROM lead_events e JOIN leads l ON l.id = e.lead_id JOIN issued_guarantees g ON g.email = l.email
  WHERE e.kind = 'reply' AND instr(e.detail ->> '$.text', 'Tu garantía N.º ' || g.number || ' termina el ');
