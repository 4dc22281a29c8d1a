-- As a superuser. A name without a schema is looked for in the role's schema alone, so each tenant's service finds its own tables.
\getenv password TENANT_PASSWORD
create role :"tenant" login password :'password';
alter role :"tenant" set search_path = :"tenant";
create schema :"tenant" authorization :"tenant";
-- All tenants share the extension. Otherwise it would be in the schema of the first one.
create extension if not exists pg_trgm schema public;
