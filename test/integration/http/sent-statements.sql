-- The statements of each request, in order, without the begin and the end of transactions; and how often the service waits
-- for the database, transactions included.
-- Written by: UPDATE_STATEMENTS=1 npx mocha --config .mocharc.integration.json test/integration/http/sent-statements.test.ts

-- POST /persons: 201, waits 4 times
select value from epoch;
insert into "person" ("name", "email", "birth_date") values ($1, $2, $3) returning id::text as "id", version::text as "version";

-- POST /computers: 201, waits 3 times
insert into "computer" ("serial", "owner_id") values ($1, $2) returning id::text as "id", version::text as "version";

-- POST /computers: 201, waits 3 times
select id::text as "id", version::text as "version", "name" as "name", "email" as "email", to_char("birth_date", 'YYYY-MM-DD') as "birthDate" from "person" where "id" = any($1::bigint[] || array(select "owner_id" from "computer" where id = any($2::bigint[]) and "owner_id" is not null)) order by "person"."id" for no key update;
insert into "computer" ("serial", "owner_id") values ($1, $2) returning id::text as "id", version::text as "version";
update "person" set "version" = saved."version", "name" = saved."name", "email" = saved."email", "birth_date" = saved."birth_date" from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::date[]) as saved ("id", "version", "name", "email", "birth_date") where "person"."id" = saved.id;

-- POST /persons/1/computers?include=owner: 201, waits 4 times
select id::text as "id", version::text as "version", "name" as "name", "email" as "email", to_char("birth_date", 'YYYY-MM-DD') as "birthDate" from "person" where "id" = any($1::bigint[] || array(select "owner_id" from "computer" where id = any($2::bigint[]) and "owner_id" is not null)) order by "person"."id" for no key update;
insert into "computer" ("serial", "owner_id") values ($1, $2) returning id::text as "id", version::text as "version";
update "person" set "version" = saved."version", "name" = saved."name", "email" = saved."email", "birth_date" = saved."birth_date" from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::date[]) as saved ("id", "version", "name", "email", "birth_date") where "person"."id" = saved.id;
select page.id::text as id, "page"."attribute0" as "column0", "page"."foreign0"::text as "column1", case when row_number() over (partition by "page"."foreign1" order by "page"."id") = 1 then array_to_json(array(select array["related"."id"::text, to_char("related"."birth_date", 'YYYY-MM-DD'), "related"."name", "related"."email", array_to_string(array(select "linked"."id" from "computer" as "linked" where "linked"."owner_id" = "related"."id" order by "linked"."id"), ',')] from "person" as "related" where "related"."id" = "page"."foreign1" order by "related"."id"))::text end as "column2", page.version::text as version from (select "row"."id" as id, "row"."serial" as "attribute0", "row"."owner_id" as "foreign0", "row"."owner_id" as "foreign1", "row"."version" as version from "computer" as "row" where ("row"."id" = $1::bigint)) page order by "page"."id";

-- POST /persons: 201, waits 3 times
select id::text as "id", version::text as "version", "name" as "name", "email" as "email", to_char("birth_date", 'YYYY-MM-DD') as "birthDate" from "person" where "id" = any($1::bigint[] || array(select "owner_id" from "computer" where id = any($2::bigint[]) and "owner_id" is not null)) order by "person"."id" for no key update;
select id::text as "id", version::text as "version", "serial" as "serial", "owner_id"::text as "owner" from "computer" where "id" = any($1::bigint[]) order by "computer"."id" for no key update;
insert into "person" ("name", "email", "birth_date") values ($1, $2, $3) returning id::text as "id", version::text as "version";
update "computer" set "version" = saved."version", "serial" = saved."serial", "owner_id" = saved."owner_id" from unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[]) as saved ("id", "version", "serial", "owner_id") where "computer"."id" = saved.id;
update "person" set "version" = saved."version", "name" = saved."name", "email" = saved."email", "birth_date" = saved."birth_date" from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::date[]) as saved ("id", "version", "name", "email", "birth_date") where "person"."id" = saved.id;

-- GET /persons: 200, waits once
select page.id::text as id, to_char("page"."attribute0", 'YYYY-MM-DD') as "column0", "page"."attribute1" as "column1", "page"."attribute2" as "column2", array_to_string(array(select "linked"."id" from "computer" as "linked" where "linked"."owner_id" = page.id order by "linked"."id" limit 3335), ',') as "column3", (select coalesce(sum(number), 0) as number from "person_count")::text as total from (select "row"."id" as id, "row"."birth_date" as "attribute0", "row"."name" as "attribute1", "row"."email" as "attribute2" from "person" as "row" where true order by "row"."id" limit 30 offset 0) page order by "page"."id";

-- GET /persons?page[size]=1&page[number]=2&sort=-name,birth_date: 200, waits once
select page.id::text as id, to_char("page"."attribute0", 'YYYY-MM-DD') as "column0", "page"."attribute1" as "column1", "page"."attribute2" as "column2", array_to_string(array(select "linked"."id" from "computer" as "linked" where "linked"."owner_id" = page.id order by "linked"."id" limit 100001), ',') as "column3", total.number::text as total from (select coalesce(sum(number), 0) as number from "person_count") total left join lateral (select "row"."id" as id, "row"."birth_date" as "attribute0", "row"."name" as "attribute1", "row"."email" as "attribute2", "row"."name" collate "C" as "key0", "row"."birth_date" as "key1" from "person" as "row" where true and total.number > 1 order by "row"."name" collate "C" desc, "row"."birth_date" asc, "row"."id" limit 1 offset 1) page on true order by "page"."key0" desc, "page"."key1" asc, "page"."id";

-- GET /persons?include=computers.owner&fields[person]=display_name,computers: 200, waits 2 times
select page.id::text as id, "page"."attribute0" as "column0", "page"."attribute1" as "column1", array_to_json(array(select array["related"."id"::text, "related"."serial", "related"."owner_id"::text] from "computer" as "related" where "related"."owner_id" = page.id order by "related"."id" limit 335))::text as "column2", (select coalesce(sum(number), 0) as number from "person_count")::text as total from (select "row"."id" as id, "row"."name" as "attribute0", "row"."email" as "attribute1" from "person" as "row" where true order by "row"."id" limit 30 offset 0) page order by "page"."id";

-- GET /persons?filter=[{"name":"computers","op":"any","val":{"name":"serial","op":"ilike","val":"c%25"}}]: 200, waits once
with matches as materialized (select distinct "related"."owner_id" as id from "computer" as "related" where "related"."owner_id" is not null and "like"(fold_case("related"."serial") collate "C", (select fold_case($1::text)))) select page.id::text as id, to_char("page"."attribute0", 'YYYY-MM-DD') as "column0", "page"."attribute1" as "column1", "page"."attribute2" as "column2", array_to_string(array(select "linked"."id" from "computer" as "linked" where "linked"."owner_id" = page.id order by "linked"."id" limit 3335), ',') as "column3", (select count(*) from matches)::text as total from (select id from matches where true order by "matches"."id" limit 30 offset 0) found left join lateral (select "row"."id" as id, "row"."birth_date" as "attribute0", "row"."name" as "attribute1", "row"."email" as "attribute2" from "person" as "row" where "row"."id" = found.id limit 1) page on true order by "page"."id";

-- GET /persons?page[size]=0: 200, waits once
select page.id::text as id, to_char("page"."attribute0", 'YYYY-MM-DD') as "column0", "page"."attribute1" as "column1", "page"."attribute2" as "column2", array_to_string(array(select "linked"."id" from "computer" as "linked" where "linked"."owner_id" = page.id order by "linked"."id" limit 301), ',') as "column3" from (select "row"."id" as id, "row"."birth_date" as "attribute0", "row"."name" as "attribute1", "row"."email" as "attribute2" from "person" as "row" where true order by "row"."id" limit 1001 offset 0) page order by "page"."id";

-- GET /computers?sort=owner__name&filter[owner]=1: 200, waits once
with matches as materialized (select "row"."id" as id, "joined0"."name" collate "C" as "key0" from "computer" as "row" left join "person" as "joined0" on "joined0"."id" = "row"."owner_id" where ("row"."owner_id" is not null and ("row"."owner_id" = $1::bigint))) select page.id::text as id, "page"."attribute0" as "column0", (select count(*) from matches)::text as total from (select id, "key0" from matches where true order by "matches"."key0" asc, "matches"."id" limit 30 offset 0) found left join lateral (select "row"."id" as id, "row"."serial" as "attribute0", "key0" from "computer" as "row" where "row"."id" = found.id limit 1) page on true order by "page"."key0" asc, "page"."id";

-- GET /persons/1: 200, waits once
select page.id::text as id, to_char("page"."attribute0", 'YYYY-MM-DD') as "column0", "page"."attribute1" as "column1", "page"."attribute2" as "column2", array_to_string(array(select "linked"."id" from "computer" as "linked" where "linked"."owner_id" = page.id order by "linked"."id" limit 100001), ',') as "column3", page.version::text as version from (select "row"."id" as id, "row"."birth_date" as "attribute0", "row"."name" as "attribute1", "row"."email" as "attribute2", "row"."version" as version from "person" as "row" where ("row"."id" = $1::bigint)) page order by "page"."id";

-- GET /persons/1?include=computers: 200, waits once
select page.id::text as id, to_char("page"."attribute0", 'YYYY-MM-DD') as "column0", "page"."attribute1" as "column1", "page"."attribute2" as "column2", array_to_json(array(select array["related"."id"::text, "related"."serial"] from "computer" as "related" where "related"."owner_id" = page.id order by "related"."id" limit 10001))::text as "column3", page.version::text as version from (select "row"."id" as id, "row"."birth_date" as "attribute0", "row"."name" as "attribute1", "row"."email" as "attribute2", "row"."version" as version from "person" as "row" where ("row"."id" = $1::bigint)) page order by "page"."id";

-- GET /persons/1?fields[person]=: 200, waits once
select page.id::text as id, page.version::text as version from (select "row"."id" as id, "row"."version" as version from "person" as "row" where ("row"."id" = $1::bigint)) page order by "page"."id";

-- GET /persons/1/computers: 200, waits 3 times
select page.id::text as id from (select "row"."id" as id from "person" as "row" where ("row"."id" = $1::bigint)) page order by "page"."id";
with matches as materialized (select "row"."id" as id from "computer" as "row" where (("row"."owner_id" is not null and ("row"."owner_id" = $1::bigint)) and true)) select page.id::text as id, "page"."attribute0" as "column0", (select count(*) from matches)::text as total from (select id from matches where true order by "matches"."id" limit 30 offset 0) found left join lateral (select "row"."id" as id, "row"."serial" as "attribute0" from "computer" as "row" where "row"."id" = found.id limit 1) page on true order by "page"."id";

-- GET /persons/1/relationships/computers: 200, waits once
select page.id::text as id, array_to_string(array(select "linked"."id" from "computer" as "linked" where "linked"."owner_id" = page.id order by "linked"."id" limit 100001), ',') as "column0", page.version::text as version from (select "row"."id" as id, "row"."version" as version from "person" as "row" where ("row"."id" = $1::bigint)) page order by "page"."id";

-- GET /persons?include=computers&page[computers][size]=1&page[computers][total]=true: 200, waits once
select page.id::text as id, to_char("page"."attribute0", 'YYYY-MM-DD') as "column0", "page"."attribute1" as "column1", "page"."attribute2" as "column2", (select count(*) from "computer" as "linked" where "linked"."owner_id" = page.id and true)::text as "column3", array_to_json(array(select array["related"."id"::text, "related"."serial"] from "computer" as "related" where "related"."owner_id" = page.id and true order by "related"."id" asc limit 2))::text as "column4", (select coalesce(sum(number), 0) as number from "person_count")::text as total from (select "row"."id" as id, "row"."birth_date" as "attribute0", "row"."name" as "attribute1", "row"."email" as "attribute2" from "person" as "row" where true order by "row"."id" limit 30 offset 0) page order by "page"."id";

-- GET /persons/1?include=computers.owner&page[computers][size]=1&includeSort=-computers.serial: 200, waits 2 times
select page.id::text as id, to_char("page"."attribute0", 'YYYY-MM-DD') as "column0", "page"."attribute1" as "column1", "page"."attribute2" as "column2", array_to_json(array(select array["related"."id"::text, "related"."serial", "related"."owner_id"::text, "related"."serial" collate "C"] from "computer" as "related" where "related"."owner_id" = page.id and true order by "related"."serial" collate "C" desc, "related"."id" asc limit 2))::text as "column3", page.version::text as version from (select "row"."id" as id, "row"."birth_date" as "attribute0", "row"."name" as "attribute1", "row"."email" as "attribute2", "row"."version" as version from "person" as "row" where ("row"."id" = $1::bigint)) page order by "page"."id";

-- GET /persons?includeSort=computers.serial: 200, waits once
select page.id::text as id, to_char("page"."attribute0", 'YYYY-MM-DD') as "column0", "page"."attribute1" as "column1", "page"."attribute2" as "column2", array_to_json(array(select array["linked"."id"::text, "linked"."serial" collate "C"] from "computer" as "linked" where "linked"."owner_id" = page.id and true order by "linked"."serial" collate "C" asc, "linked"."id" asc limit 3335))::text as "column3", (select coalesce(sum(number), 0) as number from "person_count")::text as total from (select "row"."id" as id, "row"."birth_date" as "attribute0", "row"."name" as "attribute1", "row"."email" as "attribute2" from "person" as "row" where true order by "row"."id" limit 30 offset 0) page order by "page"."id";

-- GET /persons/1/relationships/computers?sort=-serial&page[size]=1&page[after]=: 200, waits once
select page.id::text as id, array_to_json(array(select array["linked"."id"::text, "linked"."serial" collate "C"] from "computer" as "linked" where "linked"."owner_id" = page.id and true order by "linked"."serial" collate "C" desc, "linked"."id" asc limit 2))::text as "column0", (select count(*) from "computer" as "linked" where "linked"."owner_id" = page.id and true)::text as "column1", page.version::text as version from (select "row"."id" as id, "row"."version" as version from "person" as "row" where ("row"."id" = $1::bigint)) page order by "page"."id";

-- GET /computers/1/owner: 200, waits 3 times
select page.id::text as id, "page"."foreign0"::text as "column0", page.version::text as version from (select "row"."id" as id, "row"."owner_id" as "foreign0", "row"."version" as version from "computer" as "row" where ("row"."id" = $1::bigint)) page order by "page"."id";
select page.id::text as id, to_char("page"."attribute0", 'YYYY-MM-DD') as "column0", "page"."attribute1" as "column1", "page"."attribute2" as "column2", array_to_string(array(select "linked"."id" from "computer" as "linked" where "linked"."owner_id" = page.id order by "linked"."id" limit 100001), ',') as "column3", page.version::text as version from (select "row"."id" as id, "row"."birth_date" as "attribute0", "row"."name" as "attribute1", "row"."email" as "attribute2", "row"."version" as version from "person" as "row" where ("row"."id" = $1::bigint)) page order by "page"."id";

-- GET /computers/1/relationships/owner?include=owner: 200, waits once
select page.id::text as id, "page"."foreign0"::text as "column0", case when row_number() over (partition by "page"."foreign1" order by "page"."id") = 1 then array_to_json(array(select array["related"."id"::text, to_char("related"."birth_date", 'YYYY-MM-DD'), "related"."name", "related"."email", array_to_string(array(select "linked"."id" from "computer" as "linked" where "linked"."owner_id" = "related"."id" order by "linked"."id" limit 100001), ',')] from "person" as "related" where "related"."id" = "page"."foreign1" order by "related"."id"))::text end as "column1", page.version::text as version from (select "row"."id" as id, "row"."owner_id" as "foreign0", "row"."owner_id" as "foreign1", "row"."version" as version from "computer" as "row" where ("row"."id" = $1::bigint)) page order by "page"."id";

-- GET /export/computers.ndjson: 200, waits once
select page.id::text as id, "page"."attribute0" as "column0", "page"."foreign0"::text as "column1" from (select "row"."id" as id, "row"."serial" as "attribute0", "row"."owner_id" as "foreign0" from "computer" as "row" where true order by "row"."id" limit 1001 offset 0) page order by "page"."id";

-- PATCH /persons/1: 200, waits 2 times
select id::text as "id", version::text as "version", "name" as "name", "email" as "email", to_char("birth_date", 'YYYY-MM-DD') as "birthDate" from "person" where "id" = any($1::bigint[] || array(select "owner_id" from "computer" where id = any($2::bigint[]) and "owner_id" is not null)) order by "person"."id" for no key update;
select id::text as "id" from "computer" where "owner_id" = any($1::bigint[]) order by "computer"."id";
update "person" set "version" = saved."version", "name" = saved."name", "email" = saved."email", "birth_date" = saved."birth_date" from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::date[]) as saved ("id", "version", "name", "email", "birth_date") where "person"."id" = saved.id;

-- PATCH /persons/1: 200, waits 3 times
select id::text as "id", version::text as "version", "name" as "name", "email" as "email", to_char("birth_date", 'YYYY-MM-DD') as "birthDate" from "person" where "id" = any($1::bigint[] || array(select "owner_id" from "computer" where id = any($2::bigint[]) and "owner_id" is not null)) order by "person"."id" for no key update;
select id::text as "id" from "computer" where "owner_id" = any($1::bigint[]) order by "computer"."id";
select id::text as "id", version::text as "version", "serial" as "serial", "owner_id"::text as "owner" from "computer" where "id" = any($1::bigint[]) order by "computer"."id" for no key update;
update "computer" set "version" = saved."version", "serial" = saved."serial", "owner_id" = saved."owner_id" from unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[]) as saved ("id", "version", "serial", "owner_id") where "computer"."id" = saved.id;
update "person" set "version" = saved."version", "name" = saved."name", "email" = saved."email", "birth_date" = saved."birth_date" from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::date[]) as saved ("id", "version", "name", "email", "birth_date") where "person"."id" = saved.id;

-- PATCH /computers/1: 200, waits 2 times
select id::text as "id", version::text as "version", "serial" as "serial", "owner_id"::text as "owner" from "computer" where "id" = any($1::bigint[]) order by "computer"."id" for no key update;
update "computer" set "version" = saved."version", "serial" = saved."serial", "owner_id" = saved."owner_id" from unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[]) as saved ("id", "version", "serial", "owner_id") where "computer"."id" = saved.id;

-- PATCH /computers/1/owner: 200, waits 2 times
select id::text as "id", version::text as "version", "name" as "name", "email" as "email", to_char("birth_date", 'YYYY-MM-DD') as "birthDate" from "person" where "id" = any($1::bigint[] || array(select "owner_id" from "computer" where id = any($2::bigint[]) and "owner_id" is not null)) order by "person"."id" for no key update;
select id::text as "id", version::text as "version", "serial" as "serial", "owner_id"::text as "owner" from "computer" where "id" = any($1::bigint[]) order by "computer"."id" for no key update;
select id::text as "id" from "computer" where "owner_id" = any($1::bigint[]) order by "computer"."id";
update "person" set "version" = saved."version", "name" = saved."name", "email" = saved."email", "birth_date" = saved."birth_date" from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::date[]) as saved ("id", "version", "name", "email", "birth_date") where "person"."id" = saved.id;

-- POST /persons/1/relationships/computers: 200, waits 3 times
select id::text as "id", version::text as "version", "name" as "name", "email" as "email", to_char("birth_date", 'YYYY-MM-DD') as "birthDate" from "person" where "id" = any($1::bigint[] || array(select "owner_id" from "computer" where id = any($2::bigint[]) and "owner_id" is not null)) order by "person"."id" for no key update;
select id::text as "id", version::text as "version", "serial" as "serial", "owner_id"::text as "owner" from "computer" where "id" = any($1::bigint[]) order by "computer"."id" for no key update;
update "computer" set "version" = saved."version", "serial" = saved."serial", "owner_id" = saved."owner_id" from unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[]) as saved ("id", "version", "serial", "owner_id") where "computer"."id" = saved.id;
update "person" set "version" = saved."version", "name" = saved."name", "email" = saved."email", "birth_date" = saved."birth_date" from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::date[]) as saved ("id", "version", "name", "email", "birth_date") where "person"."id" = saved.id;
select page.id::text as id, to_char("page"."attribute0", 'YYYY-MM-DD') as "column0", "page"."attribute1" as "column1", "page"."attribute2" as "column2", array_to_json(array(select array["related"."id"::text, "related"."serial"] from "computer" as "related" where "related"."owner_id" = page.id order by "related"."id" limit 10001))::text as "column3", page.version::text as version from (select "row"."id" as id, "row"."birth_date" as "attribute0", "row"."name" as "attribute1", "row"."email" as "attribute2", "row"."version" as version from "person" as "row" where ("row"."id" = $1::bigint)) page order by "page"."id";

-- PATCH /persons/1/relationships/computers: 200, waits 4 times
select id::text as "id", version::text as "version", "name" as "name", "email" as "email", to_char("birth_date", 'YYYY-MM-DD') as "birthDate" from "person" where "id" = any($1::bigint[] || array(select "owner_id" from "computer" where id = any($2::bigint[]) and "owner_id" is not null)) order by "person"."id" for no key update;
select id::text as "id" from "computer" where "owner_id" = any($1::bigint[]) order by "computer"."id";
select id::text as "id", version::text as "version", "serial" as "serial", "owner_id"::text as "owner" from "computer" where "id" = any($1::bigint[]) order by "computer"."id" for no key update;
update "computer" set "version" = saved."version", "serial" = saved."serial", "owner_id" = saved."owner_id" from unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[]) as saved ("id", "version", "serial", "owner_id") where "computer"."id" = saved.id;
update "person" set "version" = saved."version", "name" = saved."name", "email" = saved."email", "birth_date" = saved."birth_date" from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::date[]) as saved ("id", "version", "name", "email", "birth_date") where "person"."id" = saved.id;
select page.id::text as id, to_char("page"."attribute0", 'YYYY-MM-DD') as "column0", "page"."attribute1" as "column1", "page"."attribute2" as "column2", array_to_json(array(select array["related"."id"::text, "related"."serial"] from "computer" as "related" where "related"."owner_id" = page.id order by "related"."id" limit 10001))::text as "column3", page.version::text as version from (select "row"."id" as id, "row"."birth_date" as "attribute0", "row"."name" as "attribute1", "row"."email" as "attribute2", "row"."version" as version from "person" as "row" where ("row"."id" = $1::bigint)) page order by "page"."id";

-- DELETE /persons/1/relationships/computers: 200, waits 3 times
select id::text as "id", version::text as "version", "name" as "name", "email" as "email", to_char("birth_date", 'YYYY-MM-DD') as "birthDate" from "person" where "id" = any($1::bigint[] || array(select "owner_id" from "computer" where id = any($2::bigint[]) and "owner_id" is not null)) order by "person"."id" for no key update;
select id::text as "id", version::text as "version", "serial" as "serial", "owner_id"::text as "owner" from "computer" where "id" = any($1::bigint[]) order by "computer"."id" for no key update;
update "computer" set "version" = saved."version", "serial" = saved."serial", "owner_id" = saved."owner_id" from unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[]) as saved ("id", "version", "serial", "owner_id") where "computer"."id" = saved.id;
update "person" set "version" = saved."version", "name" = saved."name", "email" = saved."email", "birth_date" = saved."birth_date" from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::date[]) as saved ("id", "version", "name", "email", "birth_date") where "person"."id" = saved.id;
select page.id::text as id, to_char("page"."attribute0", 'YYYY-MM-DD') as "column0", "page"."attribute1" as "column1", "page"."attribute2" as "column2", array_to_json(array(select array["related"."id"::text, "related"."serial"] from "computer" as "related" where "related"."owner_id" = page.id order by "related"."id" limit 10001))::text as "column3", page.version::text as version from (select "row"."id" as id, "row"."birth_date" as "attribute0", "row"."name" as "attribute1", "row"."email" as "attribute2", "row"."version" as version from "person" as "row" where ("row"."id" = $1::bigint)) page order by "page"."id";

-- PATCH /computers/1/relationships/owner: 200, waits 3 times
select id::text as "id", version::text as "version", "name" as "name", "email" as "email", to_char("birth_date", 'YYYY-MM-DD') as "birthDate" from "person" where "id" = any($1::bigint[] || array(select "owner_id" from "computer" where id = any($2::bigint[]) and "owner_id" is not null)) order by "person"."id" for no key update;
select id::text as "id", version::text as "version", "serial" as "serial", "owner_id"::text as "owner" from "computer" where "id" = any($1::bigint[]) order by "computer"."id" for no key update;
update "computer" set "version" = saved."version", "serial" = saved."serial", "owner_id" = saved."owner_id" from unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[]) as saved ("id", "version", "serial", "owner_id") where "computer"."id" = saved.id;
update "person" set "version" = saved."version", "name" = saved."name", "email" = saved."email", "birth_date" = saved."birth_date" from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::date[]) as saved ("id", "version", "name", "email", "birth_date") where "person"."id" = saved.id;
select page.id::text as id, "page"."attribute0" as "column0", "page"."foreign0"::text as "column1", case when row_number() over (partition by "page"."foreign1" order by "page"."id") = 1 then array_to_json(array(select array["related"."id"::text, to_char("related"."birth_date", 'YYYY-MM-DD'), "related"."name", "related"."email", array_to_string(array(select "linked"."id" from "computer" as "linked" where "linked"."owner_id" = "related"."id" order by "linked"."id"), ',')] from "person" as "related" where "related"."id" = "page"."foreign1" order by "related"."id"))::text end as "column2", page.version::text as version from (select "row"."id" as id, "row"."serial" as "attribute0", "row"."owner_id" as "foreign0", "row"."owner_id" as "foreign1", "row"."version" as version from "computer" as "row" where ("row"."id" = $1::bigint)) page order by "page"."id";

-- DELETE /computers/1/relationships/owner: 200, waits 3 times
select id::text as "id", version::text as "version", "name" as "name", "email" as "email", to_char("birth_date", 'YYYY-MM-DD') as "birthDate" from "person" where "id" = any($1::bigint[] || array(select "owner_id" from "computer" where id = any($2::bigint[]) and "owner_id" is not null)) order by "person"."id" for no key update;
select id::text as "id", version::text as "version", "serial" as "serial", "owner_id"::text as "owner" from "computer" where "id" = any($1::bigint[]) order by "computer"."id" for no key update;
update "computer" set "version" = saved."version", "serial" = saved."serial", "owner_id" = saved."owner_id" from unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[]) as saved ("id", "version", "serial", "owner_id") where "computer"."id" = saved.id;
update "person" set "version" = saved."version", "name" = saved."name", "email" = saved."email", "birth_date" = saved."birth_date" from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::date[]) as saved ("id", "version", "name", "email", "birth_date") where "person"."id" = saved.id;
select page.id::text as id, "page"."attribute0" as "column0", "page"."foreign0"::text as "column1", case when row_number() over (partition by "page"."foreign1" order by "page"."id") = 1 then array_to_json(array(select array["related"."id"::text, to_char("related"."birth_date", 'YYYY-MM-DD'), "related"."name", "related"."email", array_to_string(array(select "linked"."id" from "computer" as "linked" where "linked"."owner_id" = "related"."id" order by "linked"."id"), ',')] from "person" as "related" where "related"."id" = "page"."foreign1" order by "related"."id"))::text end as "column2", page.version::text as version from (select "row"."id" as id, "row"."serial" as "attribute0", "row"."owner_id" as "foreign0", "row"."owner_id" as "foreign1", "row"."version" as version from "computer" as "row" where ("row"."id" = $1::bigint)) page order by "page"."id";

-- DELETE /computers/3: 200, waits 2 times
select id::text as "id", version::text as "version", "name" as "name", "email" as "email", to_char("birth_date", 'YYYY-MM-DD') as "birthDate" from "person" where "id" = any($1::bigint[] || array(select "owner_id" from "computer" where id = any($2::bigint[]) and "owner_id" is not null)) order by "person"."id" for no key update;
select id::text as "id", version::text as "version", "serial" as "serial", "owner_id"::text as "owner" from "computer" where "id" = any($1::bigint[]) order by "computer"."id" for no key update;
delete from "computer" where "id" = any($1::bigint[]);

-- DELETE /computers/2/owner: 200, waits 4 times
select distinct "owner_id"::text as "id" from "computer" where "id" = any($1::bigint[]) and "owner_id" is not null;
select id::text as "id", version::text as "version", "name" as "name", "email" as "email", to_char("birth_date", 'YYYY-MM-DD') as "birthDate" from "person" where "id" = any($1::bigint[] || array(select "owner_id" from "computer" where id = any($2::bigint[]) and "owner_id" is not null)) order by "person"."id" for no key update;
select id::text as "id" from "computer" where "owner_id" = any($1::bigint[]) order by "computer"."id";
select id::text as "id", version::text as "version", "serial" as "serial", "owner_id"::text as "owner" from "computer" where "id" = any($1::bigint[]) order by "computer"."id" for no key update;
update "computer" set "version" = saved."version", "serial" = saved."serial", "owner_id" = saved."owner_id" from unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[]) as saved ("id", "version", "serial", "owner_id") where "computer"."id" = saved.id;
delete from "person" where "id" = any($1::bigint[]);

-- DELETE /persons/2: 200, waits 2 times
select id::text as "id", version::text as "version", "name" as "name", "email" as "email", to_char("birth_date", 'YYYY-MM-DD') as "birthDate" from "person" where "id" = any($1::bigint[] || array(select "owner_id" from "computer" where id = any($2::bigint[]) and "owner_id" is not null)) order by "person"."id" for no key update;
select id::text as "id" from "computer" where "owner_id" = any($1::bigint[]) order by "computer"."id";
delete from "person" where "id" = any($1::bigint[]);

-- DELETE /persons/2: 404, waits 2 times
select id::text as "id", version::text as "version", "name" as "name", "email" as "email", to_char("birth_date", 'YYYY-MM-DD') as "birthDate" from "person" where "id" = any($1::bigint[] || array(select "owner_id" from "computer" where id = any($2::bigint[]) and "owner_id" is not null)) order by "person"."id" for no key update;
select id::text as "id" from "computer" where "owner_id" = any($1::bigint[]) order by "computer"."id";

-- POST /persons, with an Idempotency-Key: 201, waits 5 times
select pg_try_advisory_xact_lock(hashtextextended($1, 'answer'::regclass::oid::bigint))::text as locked;
select request, status::text as status, location, etag, content_type, body from answer where key = $1 and expires_at > now() for update;
insert into "person" ("name", "email", "birth_date") values ($1, $2, $3) returning id::text as "id", version::text as "version";
insert into answer (key, request, expires_at, status, location, etag, content_type, body) values ($1, $2, now() + make_interval(secs => $3), $4, $5, $6, $7, $8) on conflict (key) do update set request = excluded.request, expires_at = excluded.expires_at, status = excluded.status, location = excluded.location, etag = excluded.etag, content_type = excluded.content_type, body = excluded.body where excluded.expires_at - answer.expires_at >= make_interval(secs => $3) returning 'kept' as kept;

-- POST /persons, with an Idempotency-Key: 201, waits 3 times
select pg_try_advisory_xact_lock(hashtextextended($1, 'answer'::regclass::oid::bigint))::text as locked;
select request, status::text as status, location, etag, content_type, body from answer where key = $1 and expires_at > now() for update;
