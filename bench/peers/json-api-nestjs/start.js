// json-api-nestjs as its guide shows: a module with the entities of TypeORM. Decorators are called as functions, since Node runs none.
import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { JsonApiModule } from 'json-api-nestjs';
import { Column, Entity, JoinColumn, ManyToOne, OneToMany, PrimaryGeneratedColumn } from 'typeorm';

/** The service's default. */
const POOL_SIZE = 10;

// Decorators declare the properties. Fields would be undefined in new objects, and answered as empty relationships.
/* oxlint-disable typescript/no-extraneous-class */
class Person {}
class Computer {}
class AppModule {}
/* oxlint-enable typescript/no-extraneous-class */

/** Decorates a property, and records its type, as the TypeScript compiler does. */
function property(target, name, type, ...decorators) {
  Reflect.defineMetadata('design:type', type, target.prototype, name);
  for (const decorate of decorators) decorate(target.prototype, name);
}

property(Person, 'id', String, PrimaryGeneratedColumn({ type: 'bigint' }));
property(Person, 'name', String, Column({ type: 'varchar', length: 255 }));
property(Person, 'email', String, Column({ type: 'varchar', length: 254, nullable: true }));
property(Person, 'birthDate', String, Column({ type: 'date', name: 'birth_date', nullable: true }));
property(
  Person,
  'computers',
  Array,
  OneToMany(
    () => Computer,
    (computer) => computer.owner,
  ),
);
Entity('person')(Person);

property(Computer, 'id', String, PrimaryGeneratedColumn({ type: 'bigint' }));
property(Computer, 'serial', String, Column({ type: 'varchar', length: 255 }));
property(Computer, 'ownerId', String, Column({ type: 'bigint', name: 'owner_id', nullable: true }));
property(
  Computer,
  'owner',
  Person,
  ManyToOne(
    () => Person,
    (person) => person.computers,
  ),
  JoinColumn({ name: 'owner_id' }),
);
Entity('computer')(Computer);

const entities = [Person, Computer];
Module({
  imports: [
    TypeOrmModule.forRoot({ type: 'postgres', url: process.env.DATABASE_URL, entities, poolSize: POOL_SIZE }),
    JsonApiModule.forRoot({ entities, options: { requiredSelectField: false } }),
  ],
})(AppModule);

const app = await NestFactory.create(AppModule);
app.enableShutdownHooks();
app.useBodyParser('json', { type: 'application/vnd.api+json' });
await app.listen(0, '127.0.0.1');
console.log(`Listening on http://127.0.0.1:${app.getHttpServer().address().port}`);
