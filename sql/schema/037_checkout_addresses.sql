-- Checkout addresses of Stripe have hundreds of characters after the session's id.
ALTER TABLE donations MODIFY COLUMN init_point VARCHAR(2048) NULL;
