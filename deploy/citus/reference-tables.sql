-- On the coordinator, as a superuser. First "person", which "computer" refers to. Not "answer": Citus refuses its upsert on a reference table.
select create_reference_table('person');
select create_reference_table('computer');
select create_reference_table('epoch');
