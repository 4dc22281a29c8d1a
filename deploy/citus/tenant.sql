-- Run as a superuser. Unqualified names resolve only to the role's schema, so each tenant's service finds its own tables.
\getenv password TENANT_PASSWORD
create role :"tenant" login password :'password';
alter role :"tenant" set search_path = :"tenant";
create schema :"tenant" authorization :"tenant";
-- All tenants share the extension. Otherwise it would be in the first tenant's schema.
create extension if not exists pg_trgm schema public;
