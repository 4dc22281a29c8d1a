-- On every node, as a superuser, in the database "postgres". The owner of a database has to exist before it.
create role jsonapi_owner login password :'owner_password';
create role jsonapi_service login password :'service_password';
create database jsonapi owner jsonapi_owner encoding 'UTF8' template template0;
