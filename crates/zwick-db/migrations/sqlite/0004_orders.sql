-- On a server, pieces of shared work are jobs too; here a job belongs to no order.
ALTER TABLE jobs ADD COLUMN order_id BIGINT;
