--
-- PostgreSQL database dump
--


-- Dumped from database version 15.18 (Debian 15.18-0+deb12u1)
-- Dumped by pg_dump version 15.18 (Debian 15.18-0+deb12u1)

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

--
-- Name: zwick; Type: SCHEMA; Schema: -; Owner: -
--

CREATE SCHEMA zwick;


--
-- Name: zwick_queue; Type: SCHEMA; Schema: -; Owner: -
--

CREATE SCHEMA zwick_queue;


--
-- Name: job_spec; Type: TYPE; Schema: zwick_queue; Owner: -
--

CREATE TYPE zwick_queue.job_spec AS (
	identifier text,
	payload json,
	queue_name text,
	run_at timestamp with time zone,
	max_attempts smallint,
	job_key text,
	priority smallint,
	flags text[]
);


--
-- Name: checksum_of(jsonb); Type: FUNCTION; Schema: zwick; Owner: -
--

CREATE FUNCTION zwick.checksum_of(record jsonb) RETURNS bigint
    LANGUAGE sql IMMUTABLE
    AS $$
    SELECT CAST(CAST('x' || left(encode(sha256(convert_to(CAST(record - 'checksum' AS TEXT), 'UTF8')), 'hex'), 16) AS BIT(64)) AS BIGINT)
$$;


--
-- Name: keep_checksum(); Type: FUNCTION; Schema: zwick; Owner: -
--

CREATE FUNCTION zwick.keep_checksum() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND OLD.checksum <> zwick.checksum_of(to_jsonb(OLD)) THEN
        RAISE EXCEPTION 'a record of % has a wrong checksum', TG_TABLE_NAME USING ERRCODE = 'data_corrupted';
    END IF;
    NEW.checksum := zwick.checksum_of(to_jsonb(NEW));
    RETURN NEW;
END
$$;


--
-- Name: refuse_unsigned(); Type: FUNCTION; Schema: zwick; Owner: -
--

CREATE FUNCTION zwick.refuse_unsigned() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF NEW IS DISTINCT FROM OLD AND NEW.checksum = OLD.checksum THEN
        RAISE EXCEPTION 'expected a change with a checksum, found one of an older zwick: restart it with the new version';
    END IF;
    RETURN NEW;
END
$$;


--
-- Name: tell_change(); Type: FUNCTION; Schema: zwick; Owner: -
--

CREATE FUNCTION zwick.tell_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    PERFORM pg_notify('zwick_games', NEW.game_id || ' ' || NEW.number);
    RETURN NULL;
END
$$;


--
-- Name: tell_end(); Type: FUNCTION; Schema: zwick; Owner: -
--

CREATE FUNCTION zwick.tell_end() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    PERFORM pg_notify('zwick_games', OLD.id || ' gone');
    RETURN NULL;
END
$$;


--
-- Name: _private_return_jobs(text, bigint[], bigint, text, boolean); Type: FUNCTION; Schema: zwick_queue; Owner: -
--

CREATE FUNCTION zwick_queue._private_return_jobs(worker_id text, job_ids bigint[], recovery_delay_ms bigint DEFAULT NULL::bigint, recovery_error text DEFAULT NULL::text, update_recovery_metadata boolean DEFAULT false) RETURNS void
    LANGUAGE plpgsql
    AS $$
BEGIN
    PERFORM 1 FROM zwick_queue._private_jobs AS jobs
    WHERE jobs.id = ANY(job_ids) AND jobs.locked_by = worker_id
    ORDER BY jobs.id
    FOR UPDATE;

    WITH returned AS (
        UPDATE zwick_queue._private_jobs AS jobs
        SET
            attempts = CASE WHEN EXISTS (
                SELECT 1 FROM zwick_queue._private_job_retirements AS retired
                WHERE retired.id = jobs.id
            ) THEN jobs.attempts ELSE GREATEST(0, jobs.attempts - 1) END,
            locked_by = NULL,
            locked_at = NULL,
            run_at = CASE WHEN update_recovery_metadata AND recovery_delay_ms IS NOT NULL
                THEN GREATEST(jobs.run_at, now() + recovery_delay_ms * interval '1 millisecond')
                ELSE jobs.run_at END,
            last_error = CASE WHEN update_recovery_metadata
                THEN COALESCE(recovery_error, jobs.last_error) ELSE jobs.last_error END,
            updated_at = CASE WHEN update_recovery_metadata THEN now() ELSE jobs.updated_at END
        WHERE jobs.id = ANY(job_ids) AND jobs.locked_by = worker_id
        RETURNING jobs.job_queue_id
    )
    UPDATE zwick_queue._private_job_queues AS queues
    SET locked_by = NULL, locked_at = NULL
    FROM returned
    WHERE queues.id = returned.job_queue_id AND queues.locked_by = worker_id;
END;
$$;


SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: _private_jobs; Type: TABLE; Schema: zwick_queue; Owner: -
--

CREATE TABLE zwick_queue._private_jobs (
    id bigint NOT NULL,
    job_queue_id integer,
    task_id integer NOT NULL,
    payload json DEFAULT '{}'::json NOT NULL,
    priority smallint DEFAULT 0 NOT NULL,
    run_at timestamp with time zone DEFAULT now() NOT NULL,
    attempts smallint DEFAULT 0 NOT NULL,
    max_attempts smallint DEFAULT 25 NOT NULL,
    last_error text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    key text,
    locked_at timestamp with time zone,
    locked_by text,
    revision integer DEFAULT 0 NOT NULL,
    flags jsonb,
    is_available boolean GENERATED ALWAYS AS (((locked_at IS NULL) AND (attempts < max_attempts))) STORED NOT NULL,
    CONSTRAINT jobs_key_check CHECK (((length(key) > 0) AND (length(key) <= 512))),
    CONSTRAINT jobs_max_attempts_check CHECK ((max_attempts >= 1))
);


--
-- Name: add_job(text, json, text, timestamp with time zone, integer, text, integer, text[], text); Type: FUNCTION; Schema: zwick_queue; Owner: -
--

CREATE FUNCTION zwick_queue.add_job(identifier text, payload json DEFAULT NULL::json, queue_name text DEFAULT NULL::text, run_at timestamp with time zone DEFAULT NULL::timestamp with time zone, max_attempts integer DEFAULT NULL::integer, job_key text DEFAULT NULL::text, priority integer DEFAULT NULL::integer, flags text[] DEFAULT NULL::text[], job_key_mode text DEFAULT 'replace'::text) RETURNS zwick_queue._private_jobs
    LANGUAGE plpgsql
    AS $$
declare
    v_job zwick_queue._private_jobs;
begin
    if (job_key is null or job_key_mode is null or job_key_mode in ('replace', 'preserve_run_at')) then
        select * into v_job
        from zwick_queue.add_jobs(
            ARRAY[(
                identifier,
                payload,
                queue_name,
                run_at,
                max_attempts::smallint,
                job_key,
                priority::smallint,
                flags
            )::zwick_queue.job_spec],
            (job_key_mode = 'preserve_run_at')
        )
        limit 1;

        if v_job.id is null then
            raise exception 'Unable to schedule job for key "%"', coalesce(job_key, '<null>') using errcode = 'GWNOR';
        end if;

        return v_job;
    elsif job_key_mode = 'unsafe_dedupe' then
        insert into zwick_queue._private_tasks as tasks (identifier)
        select add_job.identifier
        where not exists (
            select 1 from zwick_queue._private_tasks as existing
            where existing.identifier = add_job.identifier
        )
        on conflict do nothing;

        if queue_name is not null then
            insert into zwick_queue._private_job_queues as job_queues (queue_name)
            select add_job.queue_name
            where not exists (
                select 1 from zwick_queue._private_job_queues as existing
                where existing.queue_name = add_job.queue_name
            )
            on conflict do nothing;
        end if;

        insert into zwick_queue._private_jobs as jobs (
            job_queue_id,
            task_id,
            payload,
            run_at,
            max_attempts,
            key,
            priority,
            flags
        )
        select
            job_queues.id,
            tasks.id,
            coalesce(payload, '{}'::json),
            coalesce(run_at, now()),
            coalesce(max_attempts::smallint, 25::smallint),
            job_key,
            coalesce(priority::smallint, 0::smallint),
            (
                select jsonb_object_agg(flag, true)
                from unnest(flags) as item(flag)
            )
        from zwick_queue._private_tasks as tasks
        left join zwick_queue._private_job_queues as job_queues
        on job_queues.queue_name = add_job.queue_name
        where tasks.identifier = add_job.identifier
        on conflict (key)
        do update set
            revision = jobs.revision + 1,
            updated_at = now()
        returning *
        into v_job;

        if v_job.revision = 0 then
            perform pg_notify('jobs:insert', '{"r":' || random()::text || ',"count":1}');
        end if;

        return v_job;
    else
        raise exception 'Invalid job_key_mode value, expected ''replace'', ''preserve_run_at'' or ''unsafe_dedupe''.' using errcode = 'GWBKM';
    end if;
end;
$$;


--
-- Name: add_jobs(zwick_queue.job_spec[], boolean); Type: FUNCTION; Schema: zwick_queue; Owner: -
--

CREATE FUNCTION zwick_queue.add_jobs(specs zwick_queue.job_spec[], job_key_preserve_run_at boolean DEFAULT false) RETURNS SETOF zwick_queue._private_jobs
    LANGUAGE plpgsql
    AS $$
declare
    locked_key text;
begin
    for locked_key in
        select distinct spec.job_key
        from unnest(specs) spec
        where spec.job_key is not null
        order by spec.job_key
    loop
        perform pg_advisory_xact_lock(hashtext(locked_key));
    end loop;

    perform 1
    from zwick_queue._private_jobs as jobs
    where jobs.key = any(
        array(
            select distinct spec.job_key
            from unnest(specs) spec
            where spec.job_key is not null
        )
    )
    for update;

    insert into zwick_queue._private_tasks as tasks (identifier)
    select distinct spec.identifier
    from unnest(specs) spec
    where not exists (
        select 1 from zwick_queue._private_tasks as existing
        where existing.identifier = spec.identifier
    )
    on conflict do nothing;

    insert into zwick_queue._private_job_queues as job_queues (queue_name)
    select distinct spec.queue_name
    from unnest(specs) spec
    where spec.queue_name is not null
    and not exists (
        select 1 from zwick_queue._private_job_queues as existing
        where existing.queue_name = spec.queue_name
    )
    on conflict do nothing;

    with retired as (
        update zwick_queue._private_jobs as jobs
        set
            key = null,
            attempts = jobs.max_attempts,
            updated_at = now()
        from unnest(specs) spec
        where spec.job_key is not null
        and jobs.key = spec.job_key
        and is_available is not true
        returning jobs.id
    )
    insert into zwick_queue._private_job_retirements(id)
    select id from retired
    on conflict do nothing;

    perform pg_notify('jobs:insert', '{"r":' || random()::text || ',"count":' || array_length(specs, 1)::text || '}');

    return query insert into zwick_queue._private_jobs as jobs (
        job_queue_id,
        task_id,
        payload,
        run_at,
        max_attempts,
        key,
        priority,
        flags
    )
        select
            job_queues.id,
            tasks.id,
            coalesce(spec.payload, '{}'::json),
            coalesce(spec.run_at, now()),
            coalesce(spec.max_attempts, 25),
            spec.job_key,
            coalesce(spec.priority, 0),
            (
                select jsonb_object_agg(flag, true)
                from unnest(spec.flags) as item(flag)
            )
        from unnest(specs) spec
        inner join zwick_queue._private_tasks as tasks
        on tasks.identifier = spec.identifier
        left join zwick_queue._private_job_queues as job_queues
        on job_queues.queue_name = spec.queue_name
    on conflict (key) do update set
        job_queue_id = excluded.job_queue_id,
        task_id = excluded.task_id,
        payload =
            case
            when json_typeof(jobs.payload) = 'array' and json_typeof(excluded.payload) = 'array' then
                (jobs.payload::jsonb || excluded.payload::jsonb)::json
            else
                excluded.payload
            end,
        max_attempts = excluded.max_attempts,
        run_at = (case
            when job_key_preserve_run_at is true and jobs.attempts = 0 then jobs.run_at
            else excluded.run_at
        end),
        priority = excluded.priority,
        revision = jobs.revision + 1,
        flags = excluded.flags,
        attempts = 0,
        last_error = null,
        updated_at = now()
    where jobs.locked_at is null
    returning *;
end;
$$;


--
-- Name: complete_jobs(bigint[]); Type: FUNCTION; Schema: zwick_queue; Owner: -
--

CREATE FUNCTION zwick_queue.complete_jobs(job_ids bigint[]) RETURNS SETOF zwick_queue._private_jobs
    LANGUAGE sql
    AS $$
    delete from zwick_queue._private_jobs as jobs
        where id = any(job_ids)
        and (
            locked_at is null
        or
            locked_at < now() - interval '4 hours'
        )
        returning *;
$$;


--
-- Name: delete_stale_workers(text[]); Type: FUNCTION; Schema: zwick_queue; Owner: -
--

CREATE FUNCTION zwick_queue.delete_stale_workers(worker_ids text[]) RETURNS void
    LANGUAGE sql
    AS $$
    DELETE FROM zwick_queue._private_workers AS workers
    WHERE workers.id = ANY(worker_ids);
$$;


--
-- Name: force_unlock_workers(text[]); Type: FUNCTION; Schema: zwick_queue; Owner: -
--

CREATE FUNCTION zwick_queue.force_unlock_workers(worker_ids text[]) RETURNS void
    LANGUAGE sql
    AS $$
        update zwick_queue._private_jobs as jobs
        set locked_at = null, locked_by = null
        where locked_by = any(worker_ids);
        update zwick_queue._private_job_queues as job_queues
        set locked_at = null, locked_by = null
        where locked_by = any(worker_ids);
$$;


--
-- Name: list_orphan_locked_workers(interval); Type: FUNCTION; Schema: zwick_queue; Owner: -
--

CREATE FUNCTION zwick_queue.list_orphan_locked_workers(stale_threshold interval) RETURNS TABLE(worker_id text)
    LANGUAGE sql
    AS $$
    SELECT DISTINCT locks.locked_by AS worker_id
    FROM (
        SELECT jobs.locked_by, jobs.locked_at
        FROM zwick_queue._private_jobs AS jobs
        WHERE jobs.locked_by IS NOT NULL
        UNION ALL
        SELECT job_queues.locked_by, job_queues.locked_at
        FROM zwick_queue._private_job_queues AS job_queues
        WHERE job_queues.locked_by IS NOT NULL
    ) AS locks
    WHERE locks.locked_at < now() - stale_threshold
    AND NOT EXISTS (
        SELECT 1
        FROM zwick_queue._private_workers AS workers
        WHERE workers.id = locks.locked_by
    );
$$;


--
-- Name: list_stale_workers(interval); Type: FUNCTION; Schema: zwick_queue; Owner: -
--

CREATE FUNCTION zwick_queue.list_stale_workers(stale_threshold interval) RETURNS TABLE(worker_id text)
    LANGUAGE sql
    AS $$
    SELECT workers.id AS worker_id
    FROM zwick_queue._private_workers AS workers
    WHERE workers.last_heartbeat_at < now() - stale_threshold;
$$;


--
-- Name: permanently_fail_jobs(bigint[], text); Type: FUNCTION; Schema: zwick_queue; Owner: -
--

CREATE FUNCTION zwick_queue.permanently_fail_jobs(job_ids bigint[], error_message text DEFAULT NULL::text) RETURNS SETOF zwick_queue._private_jobs
    LANGUAGE sql
    AS $$
    WITH retired AS (
    UPDATE zwick_queue._private_jobs AS jobs
    SET
        last_error = COALESCE(error_message, 'Manually marked as failed'),
        attempts = max_attempts,
        updated_at = now()
    WHERE id = ANY(job_ids)
    AND (
        locked_at IS NULL
    OR
        locked_at < NOW() - interval '4 hours'
    )
    RETURNING *
    ), marked AS (
        INSERT INTO zwick_queue._private_job_retirements(id)
        SELECT id FROM retired
        ON CONFLICT DO NOTHING
    )
    SELECT * FROM retired;
$$;


--
-- Name: recover_dead_worker_jobs(text[], interval); Type: FUNCTION; Schema: zwick_queue; Owner: -
--

CREATE FUNCTION zwick_queue.recover_dead_worker_jobs(worker_ids text[], recovery_delay interval DEFAULT '00:00:00'::interval) RETURNS integer
    LANGUAGE plpgsql
    AS $$
DECLARE
    recovered_count integer := 0;
BEGIN
    -- Take row locks before the statement that reads retirement markers.
    PERFORM 1 FROM zwick_queue._private_jobs AS jobs
    WHERE jobs.locked_by = ANY(worker_ids)
    ORDER BY jobs.id
    FOR UPDATE;

    WITH j AS (
        UPDATE zwick_queue._private_jobs AS jobs
        SET
            attempts = CASE WHEN EXISTS (
                SELECT 1 FROM zwick_queue._private_job_retirements AS retired
                WHERE retired.id = jobs.id
            ) THEN jobs.attempts
                ELSE GREATEST(0, jobs.attempts - 1) END,
            locked_by = NULL,
            locked_at = NULL,
            run_at = GREATEST(jobs.run_at, now() + recovery_delay),
            last_error = 'Job recovered after worker interruption',
            updated_at = now()
        WHERE jobs.locked_by = ANY(worker_ids)
        RETURNING jobs.job_queue_id
    )
    SELECT COUNT(*) INTO recovered_count FROM j;

    UPDATE zwick_queue._private_job_queues AS job_queues
    SET locked_by = NULL, locked_at = NULL
    WHERE job_queues.locked_by = ANY(worker_ids);

    RETURN recovered_count;
END;
$$;


--
-- Name: remove_job(text); Type: FUNCTION; Schema: zwick_queue; Owner: -
--

CREATE FUNCTION zwick_queue.remove_job(job_key text) RETURNS zwick_queue._private_jobs
    LANGUAGE plpgsql STRICT
    AS $$
declare
    v_job zwick_queue._private_jobs;
begin
    -- Delete job if not locked
    DELETE FROM zwick_queue._private_jobs AS jobs
    WHERE key = job_key
    AND (
        locked_at IS NULL
    OR
        locked_at < NOW() - interval '4 hours'
    )
    RETURNING * INTO v_job;
    IF NOT (v_job IS NULL) THEN
        RETURN v_job;
    END IF;
    -- Otherwise prevent job from retrying, and clear the key
    UPDATE zwick_queue._private_jobs AS jobs
    SET
        key = NULL,
        attempts = jobs.max_attempts,
        updated_at = now()
    WHERE key = job_key
    RETURNING * INTO v_job;
    IF v_job.id IS NOT NULL THEN
        INSERT INTO zwick_queue._private_job_retirements(id)
        VALUES (v_job.id) ON CONFLICT DO NOTHING;
    END IF;
    RETURN v_job;
end;
$$;


--
-- Name: reschedule_jobs(bigint[], timestamp with time zone, integer, integer, integer); Type: FUNCTION; Schema: zwick_queue; Owner: -
--

CREATE FUNCTION zwick_queue.reschedule_jobs(job_ids bigint[], run_at timestamp with time zone DEFAULT NULL::timestamp with time zone, priority integer DEFAULT NULL::integer, attempts integer DEFAULT NULL::integer, max_attempts integer DEFAULT NULL::integer) RETURNS SETOF zwick_queue._private_jobs
    LANGUAGE plpgsql
    AS $$
BEGIN
    -- Explicit revival must see and clear a concurrently committed retirement.
    PERFORM 1 FROM zwick_queue._private_jobs AS jobs
    WHERE jobs.id = ANY(job_ids)
    AND (jobs.locked_at IS NULL OR jobs.locked_at < now() - interval '4 hours')
    ORDER BY jobs.id
    FOR UPDATE;

    RETURN QUERY WITH updated AS (
    UPDATE zwick_queue._private_jobs AS jobs
    SET
        run_at = COALESCE(reschedule_jobs.run_at, jobs.run_at),
        priority = COALESCE(reschedule_jobs.priority::smallint, jobs.priority),
        attempts = COALESCE(reschedule_jobs.attempts::smallint, jobs.attempts),
        max_attempts = COALESCE(reschedule_jobs.max_attempts::smallint, jobs.max_attempts),
        updated_at = now()
    WHERE id = ANY(job_ids)
    AND (
        locked_at IS NULL
    OR
        locked_at < NOW() - interval '4 hours'
    )
    RETURNING *
    ), cleared AS (
        DELETE FROM zwick_queue._private_job_retirements AS retired
        USING updated
        WHERE retired.id = updated.id
    )
    SELECT * FROM updated;
END;
$$;


--
-- Name: worker_deregister(text); Type: FUNCTION; Schema: zwick_queue; Owner: -
--

CREATE FUNCTION zwick_queue.worker_deregister(worker_id text) RETURNS void
    LANGUAGE sql
    AS $$
    DELETE FROM zwick_queue._private_workers
    WHERE id = worker_deregister.worker_id;
$$;


--
-- Name: worker_heartbeat(text, json); Type: FUNCTION; Schema: zwick_queue; Owner: -
--

CREATE FUNCTION zwick_queue.worker_heartbeat(worker_id text, metadata json DEFAULT NULL::json) RETURNS void
    LANGUAGE sql
    AS $$
    INSERT INTO zwick_queue._private_workers AS workers (id, last_heartbeat_at, metadata)
    VALUES (worker_heartbeat.worker_id, now(), metadata::jsonb)
    ON CONFLICT (id) DO UPDATE
    SET
        last_heartbeat_at = now(),
        metadata = COALESCE(EXCLUDED.metadata, workers.metadata);
$$;


--
-- Name: _sqlx_migrations; Type: TABLE; Schema: zwick; Owner: -
--

CREATE TABLE zwick._sqlx_migrations (
    version bigint NOT NULL,
    description text NOT NULL,
    installed_on timestamp with time zone DEFAULT now() NOT NULL,
    success boolean NOT NULL,
    checksum bytea NOT NULL,
    execution_time bigint NOT NULL
);


--
-- Name: game_events; Type: TABLE; Schema: zwick; Owner: -
--

CREATE TABLE zwick.game_events (
    game_id bigint NOT NULL,
    number bigint NOT NULL,
    change text NOT NULL,
    at bigint NOT NULL,
    checksum bigint NOT NULL
);


--
-- Name: game_links; Type: TABLE; Schema: zwick; Owner: -
--

CREATE TABLE zwick.game_links (
    id text NOT NULL,
    game_id bigint NOT NULL,
    listed_by bigint NOT NULL,
    touched bigint,
    checksum bigint DEFAULT 0 NOT NULL
);


--
-- Name: game_positions; Type: TABLE; Schema: zwick; Owner: -
--

CREATE TABLE zwick.game_positions (
    game text NOT NULL,
    key bigint NOT NULL,
    game_id bigint NOT NULL,
    ply bigint NOT NULL,
    checksum bigint NOT NULL
);


--
-- Name: games; Type: TABLE; Schema: zwick; Owner: -
--

CREATE TABLE zwick.games (
    id bigint NOT NULL,
    game text NOT NULL,
    first_player text NOT NULL,
    second_player text NOT NULL,
    result text NOT NULL,
    plies bigint NOT NULL,
    text text NOT NULL,
    event bigint NOT NULL,
    created bigint NOT NULL,
    updated bigint NOT NULL,
    note text DEFAULT ''::text NOT NULL,
    text_checksum bigint NOT NULL,
    checksum bigint NOT NULL
);


--
-- Name: games_id_seq; Type: SEQUENCE; Schema: zwick; Owner: -
--

ALTER TABLE zwick.games ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME zwick.games_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: health; Type: TABLE; Schema: zwick; Owner: -
--

CREATE TABLE zwick.health (
    id bigint NOT NULL,
    at bigint NOT NULL,
    room text NOT NULL
);


--
-- Name: jobs; Type: TABLE; Schema: zwick; Owner: -
--

CREATE TABLE zwick.jobs (
    name text NOT NULL,
    done bigint NOT NULL,
    wanted bigint NOT NULL,
    order_id bigint,
    checksum bigint NOT NULL
);


--
-- Name: orders; Type: TABLE; Schema: zwick; Owner: -
--

CREATE TABLE zwick.orders (
    id bigint NOT NULL,
    settings text NOT NULL,
    wanted bigint NOT NULL,
    state text NOT NULL,
    problem text,
    saved bigint DEFAULT 0 NOT NULL,
    created bigint NOT NULL,
    begun bigint NOT NULL,
    done_before bigint DEFAULT 0 NOT NULL,
    worked bigint DEFAULT 0 NOT NULL,
    is_ended boolean DEFAULT false NOT NULL,
    checksum bigint DEFAULT 0 NOT NULL
);


--
-- Name: orders_id_seq; Type: SEQUENCE; Schema: zwick; Owner: -
--

ALTER TABLE zwick.orders ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME zwick.orders_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: positions; Type: TABLE; Schema: zwick; Owner: -
--

CREATE TABLE zwick.positions (
    game text NOT NULL,
    key bigint NOT NULL,
    phase bigint NOT NULL,
    best text NOT NULL,
    score bigint NOT NULL,
    depth bigint NOT NULL,
    exact boolean NOT NULL,
    source text NOT NULL,
    checksum bigint NOT NULL
);


--
-- Name: solved; Type: TABLE; Schema: zwick; Owner: -
--

CREATE TABLE zwick.solved (
    name text NOT NULL,
    order_id bigint NOT NULL,
    number bigint NOT NULL,
    keys bigint[] NOT NULL,
    plies smallint[],
    checksum bigint DEFAULT 0 NOT NULL
);


--
-- Name: _private_job_queues; Type: TABLE; Schema: zwick_queue; Owner: -
--

CREATE TABLE zwick_queue._private_job_queues (
    id integer NOT NULL,
    queue_name text NOT NULL,
    locked_at timestamp with time zone,
    locked_by text,
    is_available boolean GENERATED ALWAYS AS ((locked_at IS NULL)) STORED NOT NULL,
    CONSTRAINT job_queues_queue_name_check CHECK ((length(queue_name) <= 128))
);


--
-- Name: _private_job_retirements; Type: TABLE; Schema: zwick_queue; Owner: -
--

CREATE TABLE zwick_queue._private_job_retirements (
    id bigint NOT NULL
);


--
-- Name: _private_known_crontabs; Type: TABLE; Schema: zwick_queue; Owner: -
--

CREATE TABLE zwick_queue._private_known_crontabs (
    identifier text NOT NULL,
    known_since timestamp with time zone NOT NULL,
    last_execution timestamp with time zone
);


--
-- Name: _private_tasks; Type: TABLE; Schema: zwick_queue; Owner: -
--

CREATE TABLE zwick_queue._private_tasks (
    id integer NOT NULL,
    identifier text NOT NULL,
    CONSTRAINT tasks_identifier_check CHECK ((length(identifier) <= 128))
);


--
-- Name: _private_workers; Type: TABLE; Schema: zwick_queue; Owner: -
--

CREATE TABLE zwick_queue._private_workers (
    id text NOT NULL,
    last_heartbeat_at timestamp with time zone NOT NULL,
    started_at timestamp with time zone DEFAULT now() NOT NULL,
    metadata jsonb
);


--
-- Name: job_queues_id_seq; Type: SEQUENCE; Schema: zwick_queue; Owner: -
--

ALTER TABLE zwick_queue._private_job_queues ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME zwick_queue.job_queues_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: jobs; Type: VIEW; Schema: zwick_queue; Owner: -
--

CREATE VIEW zwick_queue.jobs AS
 SELECT jobs.id,
    job_queues.queue_name,
    tasks.identifier AS task_identifier,
    jobs.priority,
    jobs.run_at,
    jobs.attempts,
    jobs.max_attempts,
    jobs.last_error,
    jobs.created_at,
    jobs.updated_at,
    jobs.key,
    jobs.locked_at,
    jobs.locked_by,
    jobs.revision,
    jobs.flags
   FROM ((zwick_queue._private_jobs jobs
     JOIN zwick_queue._private_tasks tasks ON ((tasks.id = jobs.task_id)))
     LEFT JOIN zwick_queue._private_job_queues job_queues ON ((job_queues.id = jobs.job_queue_id)));


--
-- Name: jobs_id_seq1; Type: SEQUENCE; Schema: zwick_queue; Owner: -
--

ALTER TABLE zwick_queue._private_jobs ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME zwick_queue.jobs_id_seq1
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: migrations; Type: TABLE; Schema: zwick_queue; Owner: -
--

CREATE TABLE zwick_queue.migrations (
    id integer NOT NULL,
    ts timestamp with time zone DEFAULT now() NOT NULL,
    breaking boolean DEFAULT false NOT NULL
);


--
-- Name: tasks_id_seq; Type: SEQUENCE; Schema: zwick_queue; Owner: -
--

ALTER TABLE zwick_queue._private_tasks ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME zwick_queue.tasks_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Data for Name: _sqlx_migrations; Type: TABLE DATA; Schema: zwick; Owner: -
--

INSERT INTO zwick._sqlx_migrations VALUES (1, 'positions', '2026-11-18 13:42:00.532097+00', true, '\x66cf9f9364f5316dc4b02f665ccaf8f1ffe2c5c7acceaa325f5c3b3d46617e747897df09480f92cbbfbd5a345bc36e3c', 8264645);
INSERT INTO zwick._sqlx_migrations VALUES (2, 'games', '2026-11-18 13:42:00.532097+00', true, '\x293b8caecf2f192041dae5b82b2c49be16b3b9c8300d9abebad680e6a571b8806cf9636964ac7d2569f03b3ae10e70e3', 3674211);
INSERT INTO zwick._sqlx_migrations VALUES (3, 'notes', '2026-11-18 13:42:00.532097+00', true, '\x734852864636ff0c4ba4d1ba6c28483c17ba6719d8d23a0c7aeac91de490db6c0babf69a92be3345ade10ed268343ac5', 320785);
INSERT INTO zwick._sqlx_migrations VALUES (4, 'orders', '2026-11-18 13:42:00.532097+00', true, '\x98af4498fd00971d54cfbd0293271f832a3b8288c077086b7517d8282542611272b3710e806a1c9bc54fb37eb4d4ad14', 7395976);
INSERT INTO zwick._sqlx_migrations VALUES (5, 'checksums', '2026-11-18 13:42:00.532097+00', true, '\xce379607d01483ba9019f488f0d4d93654c35e2a7ee667f14ba0ee6e48ea7f81d28e85765d533dbac7ca301b25ba8f7b', 4521541);
INSERT INTO zwick._sqlx_migrations VALUES (6, 'game links', '2026-11-18 13:42:00.532097+00', true, '\x33b6eedb74887b4c11787fded81c1411416a0ce66392c611288a3b0d81d0fb460639063b6ee20fa8b9f7246528f25db0', 25604110);


--
-- Data for Name: game_events; Type: TABLE DATA; Schema: zwick; Owner: -
--



--
-- Data for Name: game_links; Type: TABLE DATA; Schema: zwick; Owner: -
--

INSERT INTO zwick.game_links VALUES ('3txxghrkqq17n', 1, 3, NULL, 1469198270);


--
-- Data for Name: game_positions; Type: TABLE DATA; Schema: zwick; Owner: -
--

INSERT INTO zwick.game_positions VALUES ('connect-four', 4432676798593, 1, 0, -1985092653);
INSERT INTO zwick.game_positions VALUES ('connect-four', 4432678895745, 1, 1, -930347821);
INSERT INTO zwick.game_positions VALUES ('connect-four', 4432683090049, 1, 2, 1558237410);
INSERT INTO zwick.game_positions VALUES ('connect-four', 4432687300737, 1, 3, -1815134137);
INSERT INTO zwick.game_positions VALUES ('connect-four', 4432953639041, 1, 4, -675990927);


--
-- Data for Name: games; Type: TABLE DATA; Schema: zwick; Owner: -
--

INSERT INTO zwick.games OVERRIDING SYSTEM VALUE VALUES (1, 'connect-four', 'Anna', 'Bruno', '*', 4, '[Game "connect-four"]
[First "Anna"]
[Second "Bruno"]
[Result "*"]

1. 4 4 2. 3 5 *
', 0, 1795009320982, 1795009320982, '', -1988228029, 1831073385);


--
-- Data for Name: health; Type: TABLE DATA; Schema: zwick; Owner: -
--



--
-- Data for Name: jobs; Type: TABLE DATA; Schema: zwick; Owner: -
--

INSERT INTO zwick.jobs VALUES ('seed connect-four 16-18 200 alpha-beta:depth=13', 47, 600, NULL, 2095809415);
INSERT INTO zwick.jobs VALUES ('1/0 seed connect-four 15-15 8 alpha-beta:depth=13', 0, 8, 1, 610720788);
INSERT INTO zwick.jobs VALUES ('1/1 seed connect-four 15-15 8 alpha-beta:depth=13', 0, 8, 1, -1034558763);
INSERT INTO zwick.jobs VALUES ('2/0 move 1', 0, 1, 2, -686240753);
INSERT INTO zwick.jobs VALUES ('2/1 move 2', 0, 1, 2, -174797997);
INSERT INTO zwick.jobs VALUES ('2/2 move 3', 0, 1, 2, -631208420);
INSERT INTO zwick.jobs VALUES ('3/0 self-play connect-four:5x4 1 level 2 1', 0, 3, 3, 1481278354);
INSERT INTO zwick.jobs VALUES ('3/1 self-play connect-four:5x4 1 level 2 1', 0, 3, 3, 1640620243);
INSERT INTO zwick.jobs VALUES ('5/0 solve', 10, 16, 5, -2093669500);


--
-- Data for Name: orders; Type: TABLE DATA; Schema: zwick; Owner: -
--

INSERT INTO zwick.orders OVERRIDING SYSTEM VALUE VALUES (2, 'study connect-four:5x4 0 5/5/2O2/2X2 X', 3, 'stopped', NULL, 0, 1795009326169, 1795009326169, 0, 17470, false, 212360202606579137);
INSERT INTO zwick.orders OVERRIDING SYSTEM VALUE VALUES (3, 'self-play connect-four:5x4 2 level 2 1', 6, 'stopped', NULL, 0, 1795009326231, 1795009326231, 0, 17889, false, -6855823404986989982);
INSERT INTO zwick.orders OVERRIDING SYSTEM VALUE VALUES (5, 'book connect-four:6x5 3', 78, 'running', NULL, 0, 1795009374463, 1795009374463, 0, 0, false, 3433972158761451934);
INSERT INTO zwick.orders OVERRIDING SYSTEM VALUE VALUES (1, 'seed connect-four 14-15 16 alpha-beta:depth=13', 32, 'running', NULL, 16, 1795009326103, 1795009402631, 0, 17400, false, 86706012913542527);


--
-- Data for Name: positions; Type: TABLE DATA; Schema: zwick; Owner: -
--

INSERT INTO zwick.positions VALUES ('connect-four', 8866737702530, 4, '2', 960, 4, false, 'alpha-beta:depth=4', -1427020126);
INSERT INTO zwick.positions VALUES ('connect-four', 8934083543962, 4, '2', 1300, 4, false, 'alpha-beta:depth=4', 1972653546);
INSERT INTO zwick.positions VALUES ('connect-four', 17833264185486, 4, '1', 1040, 4, false, 'alpha-beta:depth=4', -166427840);
INSERT INTO zwick.positions VALUES ('connect-four', 4743735083396, 6, '7', -999999998, 2, true, 'alpha-beta:depth=13', -32969563);
INSERT INTO zwick.positions VALUES ('connect-four', 9007358198810, 6, '4', 999999999, 1, true, 'alpha-beta:depth=13', -1310876762);
INSERT INTO zwick.positions VALUES ('connect-four', 9484015518618, 6, '2', 4320, 13, false, 'alpha-beta:depth=13', 477468650);
INSERT INTO zwick.positions VALUES ('connect-four', 13408089227792, 6, '1', -999999998, 2, true, 'alpha-beta:depth=13', -357011307);
INSERT INTO zwick.positions VALUES ('connect-four', 13847792730908, 6, '3', -1080, 13, false, 'alpha-beta:depth=13', -1176981684);
INSERT INTO zwick.positions VALUES ('connect-four', 35668384317852, 6, '7', 999999999, 2, true, 'alpha-beta:depth=13', 1347340756);
INSERT INTO zwick.positions VALUES ('connect-four', 39631034892812, 6, '3', 999999997, 3, true, 'alpha-beta:depth=13', -545835124);
INSERT INTO zwick.positions VALUES ('connect-four', 39653040373986, 6, '2', 999999999, 2, true, 'alpha-beta:depth=13', 2139248890);
INSERT INTO zwick.positions VALUES ('connect-four', 53292499649806, 6, '6', 999999999, 2, true, 'alpha-beta:depth=13', -1960437355);
INSERT INTO zwick.positions VALUES ('connect-four', 57280372477082, 6, '5', -120, 13, false, 'alpha-beta:depth=13', 1987103936);
INSERT INTO zwick.positions VALUES ('connect-four', 4468420968948, 6, '2', -999999996, 4, true, 'alpha-beta:depth=13', -1390877693);
INSERT INTO zwick.positions VALUES ('connect-four', 4882039523588, 6, '5', 1560, 13, false, 'alpha-beta:depth=13', 1511220449);
INSERT INTO zwick.positions VALUES ('connect-four', 8899904166934, 6, '5', 4000, 13, false, 'alpha-beta:depth=13', 1034671728);
INSERT INTO zwick.positions VALUES ('connect-four', 9277939548656, 6, '6', 2540, 13, false, 'alpha-beta:depth=13', 1229957011);
INSERT INTO zwick.positions VALUES ('connect-four', 31167793366026, 6, '4', 999999999, 1, true, 'alpha-beta:depth=13', -385670484);
INSERT INTO zwick.positions VALUES ('connect-four', 9726493803270, 6, '7', 800, 13, false, 'alpha-beta:depth=13', -2035644862);
INSERT INTO zwick.positions VALUES ('connect-four', 4572536000304, 6, '2', 999999999, 2, true, 'alpha-beta:depth=13', 421753349);
INSERT INTO zwick.positions VALUES ('connect-four', 9151864422538, 6, '2', 999999999, 2, true, 'alpha-beta:depth=13', 1352866036);
INSERT INTO zwick.positions VALUES ('connect-four', 9243872791434, 6, '4', 999999997, 4, true, 'alpha-beta:depth=13', -429982693);
INSERT INTO zwick.positions VALUES ('connect-four', 9315270297108, 6, '3', 999999999, 2, true, 'alpha-beta:depth=13', 922896124);
INSERT INTO zwick.positions VALUES ('connect-four', 9795771845004, 6, '7', 3080, 13, false, 'alpha-beta:depth=13', 127176623);
INSERT INTO zwick.positions VALUES ('connect-four', 13404066876164, 6, '4', 999999999, 1, true, 'alpha-beta:depth=13', -373139672);
INSERT INTO zwick.positions VALUES ('connect-four', 15981046956936, 6, '5', 999999993, 7, true, 'alpha-beta:depth=13', 1303573762);
INSERT INTO zwick.positions VALUES ('connect-four', 22096877093764, 6, '5', 999999999, 2, true, 'alpha-beta:depth=13', -989663674);
INSERT INTO zwick.positions VALUES ('connect-four', 22988556635272, 6, '1', 1760, 13, false, 'alpha-beta:depth=13', -718182476);
INSERT INTO zwick.positions VALUES ('connect-four', 26561155910556, 6, '4', 580, 13, false, 'alpha-beta:depth=13', 1144914543);
INSERT INTO zwick.positions VALUES ('connect-four', 31027938886536, 6, '1', -999999998, 2, true, 'alpha-beta:depth=13', -1794408885);
INSERT INTO zwick.positions VALUES ('connect-four', 48586826040716, 6, '5', -999999996, 4, true, 'alpha-beta:depth=13', -1010874512);
INSERT INTO zwick.positions VALUES ('connect-four', 13680892740356, 6, '6', 1520, 13, false, 'alpha-beta:depth=13', 1040872195);
INSERT INTO zwick.positions VALUES ('connect-four', 7250502583428, 6, '3', 1940, 13, false, 'alpha-beta:depth=13', 1067914532);
INSERT INTO zwick.positions VALUES ('connect-four', 8934612138900, 6, '3', 60, 13, false, 'alpha-beta:depth=13', 1421058957);
INSERT INTO zwick.positions VALUES ('connect-four', 9277433656706, 6, '4', -360, 13, false, 'alpha-beta:depth=13', -1245854608);
INSERT INTO zwick.positions VALUES ('connect-four', 13336685888268, 6, '4', 999999999, 1, true, 'alpha-beta:depth=13', 904381457);
INSERT INTO zwick.positions VALUES ('connect-four', 17907065275654, 6, '4', 999999999, 1, true, 'alpha-beta:depth=13', 209004979);
INSERT INTO zwick.positions VALUES ('connect-four', 22026513309234, 6, '2', 999999999, 2, true, 'alpha-beta:depth=13', -299417133);
INSERT INTO zwick.positions VALUES ('connect-four', 22061106709772, 6, '5', -999999996, 4, true, 'alpha-beta:depth=13', -1970599458);
INSERT INTO zwick.positions VALUES ('connect-four', 26495479251216, 6, '5', 999999999, 2, true, 'alpha-beta:depth=13', 598461403);
INSERT INTO zwick.positions VALUES ('connect-four', 30825804500248, 6, '6', 999999999, 2, true, 'alpha-beta:depth=13', 864425327);
INSERT INTO zwick.positions VALUES ('connect-four', 30858002288908, 6, '3', 999999999, 1, true, 'alpha-beta:depth=13', 1947436869);
INSERT INTO zwick.positions VALUES ('connect-four', 114522381680808, 6, '4', 999999999, 1, true, 'alpha-beta:depth=13', 619299934);
INSERT INTO zwick.positions VALUES ('connect-four', 9176227103758, 6, '1', 999999999, 2, true, 'alpha-beta:depth=13', -1401465792);
INSERT INTO zwick.positions VALUES ('connect-four', 13335083205642, 6, '2', 999999999, 2, true, 'alpha-beta:depth=13', 1689314691);
INSERT INTO zwick.positions VALUES ('connect-four', 22300279883050, 6, '4', 999999999, 1, true, 'alpha-beta:depth=13', -1877365331);
INSERT INTO zwick.positions VALUES ('connect-four', 26492482405812, 6, '3', -999999996, 4, true, 'alpha-beta:depth=13', -104891113);
INSERT INTO zwick.positions VALUES ('connect-four', 26493512404618, 6, '7', -999999998, 2, true, 'alpha-beta:depth=13', 910063694);
INSERT INTO zwick.positions VALUES ('connect-four', 31612572159242, 6, '7', 300, 13, false, 'alpha-beta:depth=13', 144230964);
INSERT INTO zwick.positions VALUES ('connect-four', 92462599259820, 6, '4', 360, 13, false, 'alpha-beta:depth=13', -194369032);
INSERT INTO zwick.positions VALUES ('connect-four', 61608371963150, 4, '4', -40, 13, false, 'alpha-beta:depth=13', -1951728217);
INSERT INTO zwick.positions VALUES ('connect-four', 4604752328072, 4, '3', 999999999, 2, true, 'alpha-beta:depth=13', -897120996);
INSERT INTO zwick.positions VALUES ('connect-four', 9003608342826, 4, '3', 999999997, 3, true, 'alpha-beta:depth=13', -84388822);
INSERT INTO zwick.positions VALUES ('connect-four', 13298839961890, 4, '1', 20, 13, false, 'alpha-beta:depth=13', -1809333827);
INSERT INTO zwick.positions VALUES ('connect-four', 22093867745548, 4, '4', 999999993, 7, true, 'alpha-beta:depth=13', 626938275);
INSERT INTO zwick.positions VALUES ('connect-four', 26423190520476, 4, '2', 999999999, 2, true, 'alpha-beta:depth=13', 73750830);
INSERT INTO zwick.positions VALUES ('connect-four', 26491951874566, 4, '2', 2520, 13, false, 'alpha-beta:depth=13', 1920163498);
INSERT INTO zwick.positions VALUES ('connect-four', 26597400805642, 4, '4', 20, 13, false, 'alpha-beta:depth=13', -548758203);
INSERT INTO zwick.positions VALUES ('connect-four', 4467592626828, 4, '5', 180, 13, false, 'alpha-beta:depth=13', -1531624218);
INSERT INTO zwick.positions VALUES ('connect-four', 9277412607364, 4, '3', 260, 13, false, 'alpha-beta:depth=13', -1321749386);
INSERT INTO zwick.positions VALUES ('connect-four', 13263402845574, 4, '4', -680, 13, false, 'alpha-beta:depth=13', -2139821951);
INSERT INTO zwick.positions VALUES ('connect-four', 26493782819078, 4, '3', 0, 13, false, 'alpha-beta:depth=13', -942284141);
INSERT INTO zwick.positions VALUES ('connect-four', 4505964298632, 4, '1', 999999993, 7, true, 'alpha-beta:depth=13', -1896790889);
INSERT INTO zwick.positions VALUES ('connect-four', 9552296886410, 4, '5', -120, 13, false, 'alpha-beta:depth=13', 388732904);
INSERT INTO zwick.positions VALUES ('connect-four', 26423452517990, 4, '4', 880, 13, false, 'alpha-beta:depth=13', -793541245);
INSERT INTO zwick.positions VALUES ('connect-four', 44188506801294, 4, '4', 999999999, 1, true, 'alpha-beta:depth=13', -761654);


--
-- Data for Name: solved; Type: TABLE DATA; Schema: zwick; Owner: -
--

INSERT INTO zwick.solved VALUES ('5/4 solve', 5, 4, '{1090797697,1091051649,1090805826,1090805889,1090822209,1091067969,1092096129,1092096066,1091321921,1091059777,1091047681,1091571841,1091047492,1091571778}', '{-24,0,25,0,0,0,0,25,0,0,0,-24,0,-24}', -1244797103281764232);
INSERT INTO zwick.solved VALUES ('5/3 solve', 5, 3, '{1107570817,1091309825,1091313793,1091833985,1124339969,1107824769,1107566721,1107562753,1107562564,1107566658,1107824706,1141116994,1090789444,1090797634,1091051586,1090789633}', '{0,0,25,-24,-26,0,0,-26,0,-26,-24,-26,0,-24,-26,-26}', -341924226122126416);
INSERT INTO zwick.solved VALUES ('5/2 solve', 5, 2, '{2164527234,2164527172,1090785412,1090785538,1090789506,1091047554,1107562626,1090785666,1090785921,1090789761,1091047809,1107562881,1174671426,1090793729,1090801793,1091055745}', '{0,0,0,-26,0,0,-26,27,0,0,0,27,27,0,0,0}', 2926791096902620184);
INSERT INTO zwick.solved VALUES ('5/1 solve', 5, 1, '{1107570754,2164535362,1091309636,1091309698,1091313730,1091833922,1108086850,1124339780,1124339842,1124343874,1124601922,1157894210,3238268996,2181304386,2164789314,2164531266}', '{0,0,25,27,27,0,27,25,0,0,0,0,0,0,0,0}', 2514362676706912884);
INSERT INTO zwick.solved VALUES ('5/0 solve', 5, 0, '{1090785354,1090785414,1090789446,1091047494,1107562566,2164527174,1090785476,1090785602,1090789570,1091047618,1107562690,2164527298,1090793540,1090793602,1090801730,1091055682}', '{27,0,-26,0,0,0,0,-26,0,0}', -1349172284779425924);


--
-- Data for Name: _private_job_queues; Type: TABLE DATA; Schema: zwick_queue; Owner: -
--



--
-- Data for Name: _private_job_retirements; Type: TABLE DATA; Schema: zwick_queue; Owner: -
--



--
-- Data for Name: _private_jobs; Type: TABLE DATA; Schema: zwick_queue; Owner: -
--

INSERT INTO zwick_queue._private_jobs OVERRIDING SYSTEM VALUE VALUES (15, NULL, 1, '{"order" : 5, "name" : "5/0 solve"}', 20, '2026-11-18 13:43:00.494106+00', 0, 32767, 'Job recovered after worker interruption', '2026-11-18 13:42:54.460714+00', '2026-11-18 13:43:00.494106+00', '5/0 solve', NULL, NULL, 0, NULL, DEFAULT);
INSERT INTO zwick_queue._private_jobs OVERRIDING SYSTEM VALUE VALUES (18, NULL, 1, '{"order" : 1, "name" : "1/1 seed connect-four 15-15 8 alpha-beta:depth=13"}', 10, '2026-11-18 13:43:22.631242+00', 0, 32767, NULL, '2026-11-18 13:43:22.631242+00', '2026-11-18 13:43:22.631242+00', '1/1 seed connect-four 15-15 8 alpha-beta:depth=13', NULL, NULL, 0, NULL, DEFAULT);
INSERT INTO zwick_queue._private_jobs OVERRIDING SYSTEM VALUE VALUES (19, NULL, 1, '{"order" : 1, "name" : "1/0 seed connect-four 15-15 8 alpha-beta:depth=13"}', 10, '2026-11-18 13:43:22.631242+00', 0, 32767, NULL, '2026-11-18 13:43:22.631242+00', '2026-11-18 13:43:22.631242+00', '1/0 seed connect-four 15-15 8 alpha-beta:depth=13', NULL, NULL, 0, NULL, DEFAULT);


--
-- Data for Name: _private_known_crontabs; Type: TABLE DATA; Schema: zwick_queue; Owner: -
--



--
-- Data for Name: _private_tasks; Type: TABLE DATA; Schema: zwick_queue; Owner: -
--

INSERT INTO zwick_queue._private_tasks OVERRIDING SYSTEM VALUE VALUES (1, 'zwick-piece');


--
-- Data for Name: _private_workers; Type: TABLE DATA; Schema: zwick_queue; Owner: -
--



--
-- Data for Name: migrations; Type: TABLE DATA; Schema: zwick_queue; Owner: -
--

INSERT INTO zwick_queue.migrations VALUES (1, '2026-11-18 13:42:00.603651+00', true);
INSERT INTO zwick_queue.migrations VALUES (2, '2026-11-18 13:42:00.631348+00', false);
INSERT INTO zwick_queue.migrations VALUES (3, '2026-11-18 13:42:00.641863+00', true);
INSERT INTO zwick_queue.migrations VALUES (4, '2026-11-18 13:42:00.650044+00', false);
INSERT INTO zwick_queue.migrations VALUES (5, '2026-11-18 13:42:00.657299+00', false);
INSERT INTO zwick_queue.migrations VALUES (6, '2026-11-18 13:42:00.674817+00', false);
INSERT INTO zwick_queue.migrations VALUES (7, '2026-11-18 13:42:00.676811+00', false);
INSERT INTO zwick_queue.migrations VALUES (8, '2026-11-18 13:42:00.679327+00', false);
INSERT INTO zwick_queue.migrations VALUES (9, '2026-11-18 13:42:00.681996+00', false);
INSERT INTO zwick_queue.migrations VALUES (10, '2026-11-18 13:42:00.683134+00', false);
INSERT INTO zwick_queue.migrations VALUES (11, '2026-11-18 13:42:00.683825+00', true);
INSERT INTO zwick_queue.migrations VALUES (12, '2026-11-18 13:42:00.704774+00', false);
INSERT INTO zwick_queue.migrations VALUES (13, '2026-11-18 13:42:00.706022+00', true);
INSERT INTO zwick_queue.migrations VALUES (14, '2026-11-18 13:42:00.717626+00', true);
INSERT INTO zwick_queue.migrations VALUES (15, '2026-11-18 13:42:00.723523+00', false);
INSERT INTO zwick_queue.migrations VALUES (16, '2026-11-18 13:42:00.724872+00', true);
INSERT INTO zwick_queue.migrations VALUES (17, '2026-11-18 13:42:00.730377+00', false);
INSERT INTO zwick_queue.migrations VALUES (18, '2026-11-18 13:42:00.732361+00', false);
INSERT INTO zwick_queue.migrations VALUES (19, '2026-11-18 13:42:00.740069+00', false);
INSERT INTO zwick_queue.migrations VALUES (20, '2026-11-18 13:42:00.742014+00', false);
INSERT INTO zwick_queue.migrations VALUES (21, '2026-11-18 13:42:00.746643+00', false);
INSERT INTO zwick_queue.migrations VALUES (22, '2026-11-18 13:42:00.750355+00', false);


--
-- Name: games_id_seq; Type: SEQUENCE SET; Schema: zwick; Owner: -
--

SELECT pg_catalog.setval('zwick.games_id_seq', 1, true);


--
-- Name: orders_id_seq; Type: SEQUENCE SET; Schema: zwick; Owner: -
--

SELECT pg_catalog.setval('zwick.orders_id_seq', 5, true);


--
-- Name: job_queues_id_seq; Type: SEQUENCE SET; Schema: zwick_queue; Owner: -
--

SELECT pg_catalog.setval('zwick_queue.job_queues_id_seq', 1, false);


--
-- Name: jobs_id_seq1; Type: SEQUENCE SET; Schema: zwick_queue; Owner: -
--

SELECT pg_catalog.setval('zwick_queue.jobs_id_seq1', 19, true);


--
-- Name: tasks_id_seq; Type: SEQUENCE SET; Schema: zwick_queue; Owner: -
--

SELECT pg_catalog.setval('zwick_queue.tasks_id_seq', 1, true);


--
-- Name: _sqlx_migrations _sqlx_migrations_pkey; Type: CONSTRAINT; Schema: zwick; Owner: -
--

ALTER TABLE ONLY zwick._sqlx_migrations
    ADD CONSTRAINT _sqlx_migrations_pkey PRIMARY KEY (version);


--
-- Name: game_events game_events_pkey; Type: CONSTRAINT; Schema: zwick; Owner: -
--

ALTER TABLE ONLY zwick.game_events
    ADD CONSTRAINT game_events_pkey PRIMARY KEY (game_id, number);


--
-- Name: game_links game_links_game_id_key; Type: CONSTRAINT; Schema: zwick; Owner: -
--

ALTER TABLE ONLY zwick.game_links
    ADD CONSTRAINT game_links_game_id_key UNIQUE (game_id);


--
-- Name: game_links game_links_pkey; Type: CONSTRAINT; Schema: zwick; Owner: -
--

ALTER TABLE ONLY zwick.game_links
    ADD CONSTRAINT game_links_pkey PRIMARY KEY (id);


--
-- Name: game_positions game_positions_pkey; Type: CONSTRAINT; Schema: zwick; Owner: -
--

ALTER TABLE ONLY zwick.game_positions
    ADD CONSTRAINT game_positions_pkey PRIMARY KEY (game, key, game_id, ply);


--
-- Name: games games_pkey; Type: CONSTRAINT; Schema: zwick; Owner: -
--

ALTER TABLE ONLY zwick.games
    ADD CONSTRAINT games_pkey PRIMARY KEY (id);


--
-- Name: health health_pkey; Type: CONSTRAINT; Schema: zwick; Owner: -
--

ALTER TABLE ONLY zwick.health
    ADD CONSTRAINT health_pkey PRIMARY KEY (id);


--
-- Name: jobs jobs_pkey; Type: CONSTRAINT; Schema: zwick; Owner: -
--

ALTER TABLE ONLY zwick.jobs
    ADD CONSTRAINT jobs_pkey PRIMARY KEY (name);


--
-- Name: orders orders_pkey; Type: CONSTRAINT; Schema: zwick; Owner: -
--

ALTER TABLE ONLY zwick.orders
    ADD CONSTRAINT orders_pkey PRIMARY KEY (id);


--
-- Name: positions positions_pkey; Type: CONSTRAINT; Schema: zwick; Owner: -
--

ALTER TABLE ONLY zwick.positions
    ADD CONSTRAINT positions_pkey PRIMARY KEY (game, key);


--
-- Name: solved solved_pkey; Type: CONSTRAINT; Schema: zwick; Owner: -
--

ALTER TABLE ONLY zwick.solved
    ADD CONSTRAINT solved_pkey PRIMARY KEY (name);


--
-- Name: _private_job_retirements _private_job_retirements_pkey; Type: CONSTRAINT; Schema: zwick_queue; Owner: -
--

ALTER TABLE ONLY zwick_queue._private_job_retirements
    ADD CONSTRAINT _private_job_retirements_pkey PRIMARY KEY (id);


--
-- Name: _private_workers _private_workers_pkey; Type: CONSTRAINT; Schema: zwick_queue; Owner: -
--

ALTER TABLE ONLY zwick_queue._private_workers
    ADD CONSTRAINT _private_workers_pkey PRIMARY KEY (id);


--
-- Name: _private_job_queues job_queues_pkey1; Type: CONSTRAINT; Schema: zwick_queue; Owner: -
--

ALTER TABLE ONLY zwick_queue._private_job_queues
    ADD CONSTRAINT job_queues_pkey1 PRIMARY KEY (id);


--
-- Name: _private_job_queues job_queues_queue_name_key; Type: CONSTRAINT; Schema: zwick_queue; Owner: -
--

ALTER TABLE ONLY zwick_queue._private_job_queues
    ADD CONSTRAINT job_queues_queue_name_key UNIQUE (queue_name);


--
-- Name: _private_jobs jobs_key_key1; Type: CONSTRAINT; Schema: zwick_queue; Owner: -
--

ALTER TABLE ONLY zwick_queue._private_jobs
    ADD CONSTRAINT jobs_key_key1 UNIQUE (key);


--
-- Name: _private_jobs jobs_pkey1; Type: CONSTRAINT; Schema: zwick_queue; Owner: -
--

ALTER TABLE ONLY zwick_queue._private_jobs
    ADD CONSTRAINT jobs_pkey1 PRIMARY KEY (id);


--
-- Name: _private_known_crontabs known_crontabs_pkey; Type: CONSTRAINT; Schema: zwick_queue; Owner: -
--

ALTER TABLE ONLY zwick_queue._private_known_crontabs
    ADD CONSTRAINT known_crontabs_pkey PRIMARY KEY (identifier);


--
-- Name: migrations migrations_pkey; Type: CONSTRAINT; Schema: zwick_queue; Owner: -
--

ALTER TABLE ONLY zwick_queue.migrations
    ADD CONSTRAINT migrations_pkey PRIMARY KEY (id);


--
-- Name: _private_tasks tasks_identifier_key; Type: CONSTRAINT; Schema: zwick_queue; Owner: -
--

ALTER TABLE ONLY zwick_queue._private_tasks
    ADD CONSTRAINT tasks_identifier_key UNIQUE (identifier);


--
-- Name: _private_tasks tasks_pkey; Type: CONSTRAINT; Schema: zwick_queue; Owner: -
--

ALTER TABLE ONLY zwick_queue._private_tasks
    ADD CONSTRAINT tasks_pkey PRIMARY KEY (id);


--
-- Name: game_links_by_touch; Type: INDEX; Schema: zwick; Owner: -
--

CREATE INDEX game_links_by_touch ON zwick.game_links USING btree (touched) WHERE (touched IS NOT NULL);


--
-- Name: game_links_listed; Type: INDEX; Schema: zwick; Owner: -
--

CREATE INDEX game_links_listed ON zwick.game_links USING btree (game_id) WHERE (listed_by = 3);


--
-- Name: game_positions_by_game; Type: INDEX; Schema: zwick; Owner: -
--

CREATE INDEX game_positions_by_game ON zwick.game_positions USING btree (game_id, ply);


--
-- Name: jobs_by_order; Type: INDEX; Schema: zwick; Owner: -
--

CREATE INDEX jobs_by_order ON zwick.jobs USING btree (order_id) WHERE (order_id IS NOT NULL);


--
-- Name: solved_by_order; Type: INDEX; Schema: zwick; Owner: -
--

CREATE INDEX solved_by_order ON zwick.solved USING btree (order_id, number);


--
-- Name: _private_workers_last_heartbeat_at_idx; Type: INDEX; Schema: zwick_queue; Owner: -
--

CREATE INDEX _private_workers_last_heartbeat_at_idx ON zwick_queue._private_workers USING btree (last_heartbeat_at);


--
-- Name: jobs_main_index; Type: INDEX; Schema: zwick_queue; Owner: -
--

CREATE INDEX jobs_main_index ON zwick_queue._private_jobs USING btree (priority, run_at) INCLUDE (id, task_id, job_queue_id) WHERE (is_available = true);


--
-- Name: jobs_no_queue_index; Type: INDEX; Schema: zwick_queue; Owner: -
--

CREATE INDEX jobs_no_queue_index ON zwick_queue._private_jobs USING btree (priority, run_at) INCLUDE (id, task_id) WHERE ((is_available = true) AND (job_queue_id IS NULL));


--
-- Name: orders keep_checksum; Type: TRIGGER; Schema: zwick; Owner: -
--

CREATE TRIGGER keep_checksum BEFORE INSERT OR UPDATE ON zwick.orders FOR EACH ROW EXECUTE FUNCTION zwick.keep_checksum();


--
-- Name: solved keep_checksum; Type: TRIGGER; Schema: zwick; Owner: -
--

CREATE TRIGGER keep_checksum BEFORE INSERT OR UPDATE ON zwick.solved FOR EACH ROW EXECUTE FUNCTION zwick.keep_checksum();


--
-- Name: games refuse_unsigned; Type: TRIGGER; Schema: zwick; Owner: -
--

CREATE TRIGGER refuse_unsigned BEFORE UPDATE ON zwick.games FOR EACH ROW EXECUTE FUNCTION zwick.refuse_unsigned();


--
-- Name: jobs refuse_unsigned; Type: TRIGGER; Schema: zwick; Owner: -
--

CREATE TRIGGER refuse_unsigned BEFORE UPDATE ON zwick.jobs FOR EACH ROW EXECUTE FUNCTION zwick.refuse_unsigned();


--
-- Name: game_events tell_change; Type: TRIGGER; Schema: zwick; Owner: -
--

CREATE TRIGGER tell_change AFTER INSERT ON zwick.game_events FOR EACH ROW EXECUTE FUNCTION zwick.tell_change();


--
-- Name: games tell_end; Type: TRIGGER; Schema: zwick; Owner: -
--

CREATE TRIGGER tell_end AFTER DELETE ON zwick.games FOR EACH ROW EXECUTE FUNCTION zwick.tell_end();


--
-- Name: game_events game_events_game_id_fkey; Type: FK CONSTRAINT; Schema: zwick; Owner: -
--

ALTER TABLE ONLY zwick.game_events
    ADD CONSTRAINT game_events_game_id_fkey FOREIGN KEY (game_id) REFERENCES zwick.games(id) ON DELETE CASCADE;


--
-- Name: game_links game_links_game_id_fkey; Type: FK CONSTRAINT; Schema: zwick; Owner: -
--

ALTER TABLE ONLY zwick.game_links
    ADD CONSTRAINT game_links_game_id_fkey FOREIGN KEY (game_id) REFERENCES zwick.games(id) ON DELETE CASCADE;


--
-- Name: game_positions game_positions_game_id_fkey; Type: FK CONSTRAINT; Schema: zwick; Owner: -
--

ALTER TABLE ONLY zwick.game_positions
    ADD CONSTRAINT game_positions_game_id_fkey FOREIGN KEY (game_id) REFERENCES zwick.games(id) ON DELETE CASCADE;


--
-- Name: jobs jobs_order_id_fkey; Type: FK CONSTRAINT; Schema: zwick; Owner: -
--

ALTER TABLE ONLY zwick.jobs
    ADD CONSTRAINT jobs_order_id_fkey FOREIGN KEY (order_id) REFERENCES zwick.orders(id) ON DELETE CASCADE;


--
-- Name: solved solved_order_id_fkey; Type: FK CONSTRAINT; Schema: zwick; Owner: -
--

ALTER TABLE ONLY zwick.solved
    ADD CONSTRAINT solved_order_id_fkey FOREIGN KEY (order_id) REFERENCES zwick.orders(id) ON DELETE CASCADE;


--
-- Name: _private_job_retirements _private_job_retirements_id_fkey; Type: FK CONSTRAINT; Schema: zwick_queue; Owner: -
--

ALTER TABLE ONLY zwick_queue._private_job_retirements
    ADD CONSTRAINT _private_job_retirements_id_fkey FOREIGN KEY (id) REFERENCES zwick_queue._private_jobs(id) ON DELETE CASCADE;


--
-- Name: _private_job_queues; Type: ROW SECURITY; Schema: zwick_queue; Owner: -
--

ALTER TABLE zwick_queue._private_job_queues ENABLE ROW LEVEL SECURITY;

--
-- Name: _private_jobs; Type: ROW SECURITY; Schema: zwick_queue; Owner: -
--

ALTER TABLE zwick_queue._private_jobs ENABLE ROW LEVEL SECURITY;

--
-- Name: _private_known_crontabs; Type: ROW SECURITY; Schema: zwick_queue; Owner: -
--

ALTER TABLE zwick_queue._private_known_crontabs ENABLE ROW LEVEL SECURITY;

--
-- Name: _private_tasks; Type: ROW SECURITY; Schema: zwick_queue; Owner: -
--

ALTER TABLE zwick_queue._private_tasks ENABLE ROW LEVEL SECURITY;

--
-- PostgreSQL database dump complete
--


