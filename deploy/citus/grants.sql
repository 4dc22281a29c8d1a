-- On the coordinator, as jsonapi_owner. The same as in docs/operations.md, but on whole tables.
grant select, insert, update, delete on person, computer, answer to jsonapi_service;
grant select on person_count, computer_count, epoch, mikro_orm_migrations to jsonapi_service;
