-- Tickets of players, and the answers of operators.

-- name: lock_account(account)
-- Locks the account's tickets, so that two requests count one after the other.
SELECT id, state FROM tickets WHERE account = :account FOR UPDATE

-- name: own_donation(id, account)
SELECT id FROM donations WHERE id = :id AND account = :account

-- name: add(account, topic, title, donation_id, now)
INSERT INTO tickets (account, topic, title, donation_id, state, created_at, changed_at, waiting_since)
VALUES (:account, :topic, :title, :donation_id, 'open', :now, :now, :now)

-- name: last_id()
-- The id of the row that this connection has added last.
SELECT CAST(LAST_INSERT_ID() AS SIGNED) AS id

-- name: add_message(ticket_id, author, operator, text, now, message_key)
INSERT INTO ticket_messages (ticket_id, author, operator, text, at, message_key)
VALUES (:ticket_id, :author, :operator, :text, :now, :message_key)

-- name: ticket_of_key(message_key)
SELECT ticket_id AS id FROM ticket_messages WHERE message_key = :message_key

-- name: own(account)
-- The one that was changed last first.
SELECT id, account, topic, title, donation_id, state, created_at, changed_at, waiting_since
FROM tickets
WHERE account = :account
ORDER BY changed_at DESC, id DESC
LIMIT 100

-- name: ticket(id)
SELECT id, account, topic, title, donation_id, state, created_at, changed_at, waiting_since FROM tickets WHERE id = :id

-- name: lock(id)
SELECT id, account, topic, title, donation_id, state, created_at, changed_at, waiting_since
FROM tickets
WHERE id = :id
FOR UPDATE

-- name: messages(ticket_id)
SELECT id, author, operator, text, at FROM ticket_messages WHERE ticket_id = :ticket_id ORDER BY id LIMIT 1000

-- name: newest_of_player(ticket_id)
SELECT id FROM ticket_messages WHERE ticket_id = :ticket_id AND author = 'player' ORDER BY id DESC LIMIT 1

-- name: pictures(ticket_id)
SELECT id, at, size FROM ticket_pictures WHERE ticket_id = :ticket_id ORDER BY id LIMIT 1000

-- name: picture(id, ticket_id)
SELECT data FROM ticket_pictures WHERE id = :id AND ticket_id = :ticket_id

-- name: picture_bytes(account)
SELECT CAST(COALESCE(SUM(picture.size), 0) AS SIGNED) AS size
FROM tickets AS ticket
JOIN ticket_pictures AS picture ON picture.ticket_id = ticket.id
WHERE ticket.account = :account

-- name: add_picture(ticket_id, size, data, now)
INSERT INTO ticket_pictures (ticket_id, at, size, data) VALUES (:ticket_id, :now, :size, :data)

-- name: set_state(id, state, topic, now, waiting_since, closed_at)
UPDATE tickets
SET state = :state, topic = :topic, changed_at = :now, waiting_since = :waiting_since, closed_at = :closed_at
WHERE id = :id

-- name: page(state, topic, search, number, with_money, before, limit)
-- For operators: the newest first, below an id. `state`, `topic` and `search`: empty: every one. `number`: of a ticket.
SELECT id, account, topic, title, donation_id, state, created_at, changed_at, waiting_since
FROM tickets
WHERE id < :before
  AND (:state = '' OR state = :state)
  AND (:topic = '' OR topic = :topic)
  AND (:with_money = 1 OR topic <> 'paid')
  AND (:search = '' OR id = :number OR account = LOWER(:search) OR LOCATE(LOWER(:search), LOWER(title))
       OR EXISTS (SELECT 1 FROM ticket_messages AS message
                  WHERE message.ticket_id = tickets.id AND LOCATE(LOWER(:search), LOWER(message.text))))
ORDER BY id DESC
LIMIT :limit

-- name: open(with_money, limit)
-- Those that wait for an answer, the longest first. `with_money`: 1: those about payments alone; 0: the others.
SELECT id, account, topic, title, donation_id, state, created_at, changed_at, waiting_since
FROM tickets
WHERE state = 'open' AND (topic = 'paid') = :with_money
ORDER BY waiting_since, id
LIMIT :limit

-- name: unanswered(since)
-- Tickets without an answer since then, and those that an operator set aside six days before.
SELECT COUNT(*) AS count
FROM tickets
WHERE (state = 'open' AND waiting_since < :since) OR (state = 'waiting' AND changed_at < :since - 518400)

-- name: counts()
SELECT COUNT(*) AS tickets, COUNT(CASE WHEN state = 'open' THEN 1 END) AS open,
       COUNT(CASE WHEN state = 'waiting' THEN 1 END) AS waiting,
       (SELECT CAST(COALESCE(SUM(size), 0) AS SIGNED) FROM ticket_pictures) AS bytes
FROM tickets

-- name: answer(message_id)
-- An answer with its ticket and the confirmed address of the account, with a name that has not gone to another player.
SELECT ticket.id, ticket.account, ticket.title, message.text, confirmed_emails.email
FROM ticket_messages AS message
JOIN tickets AS ticket ON ticket.id = message.ticket_id
JOIN confirmed_emails ON confirmed_emails.login = ticket.account
LEFT JOIN account_owners ON account_owners.login = ticket.account
WHERE message.id = :message_id AND message.author = 'operator' AND account_owners.frozen_at IS NULL

-- name: answered(account, since)
-- Tickets with an answer of an operator since then, at its moment.
SELECT ticket.id, ticket.title, MAX(message.at) AS at
FROM tickets AS ticket
JOIN ticket_messages AS message ON message.ticket_id = ticket.id
WHERE ticket.account = :account AND message.author = 'operator' AND message.at >= :since
GROUP BY ticket.id, ticket.title

-- name: close_answered(now, before, limit)
-- Tickets that their player has not answered.
UPDATE tickets
SET state = 'closed', closed_at = :now, changed_at = :now
WHERE state = 'answered' AND changed_at < :before
ORDER BY changed_at
LIMIT :limit

-- name: prune(before, limit)
-- With their messages and pictures.
DELETE FROM tickets WHERE state = 'closed' AND changed_at < :before ORDER BY changed_at LIMIT :limit

-- name: personal_tickets(login, limit, start)
SELECT JSON_OBJECT('id', id, 'topic', topic, 'title', title, 'donation', donation_id, 'state', state, 'created_at',
                   created_at, 'changed_at', changed_at, 'closed_at', closed_at) AS body
FROM tickets
WHERE account = :login
ORDER BY id
LIMIT :limit OFFSET :start

-- name: personal_messages(login, limit, start)
SELECT JSON_OBJECT('ticket', ticket.id, 'author', message.author, 'text', message.text, 'at', message.at) AS body
FROM tickets AS ticket
JOIN ticket_messages AS message ON message.ticket_id = ticket.id
WHERE ticket.account = :login AND message.author <> 'note'
ORDER BY message.id
LIMIT :limit OFFSET :start

-- name: personal_pictures(login, limit, start)
SELECT JSON_OBJECT('ticket', ticket.id, 'at', picture.at, 'webp', TO_BASE64(picture.data)) AS body
FROM tickets AS ticket
JOIN ticket_pictures AS picture ON picture.ticket_id = ticket.id
WHERE ticket.account = :login
ORDER BY picture.id
LIMIT :limit OFFSET :start
