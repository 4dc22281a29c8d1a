-- On the coordinator, as jsonapi_owner, while "person" is a plain table. The service neither reads nor writes this column, and Citus 13.0 has no grants
-- on columns that would hide it.
alter table person drop column password;
