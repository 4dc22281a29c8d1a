// Kurier as its guide shows: resources, its processor for Knex, its middleware for Koa.
import kurier from 'kurier';
import knex from 'knex';
import Koa from 'koa';
import pg from 'pg';

const { Application, JsonApiSerializer, Resource, jsonApiKoa } = kurier;

/** The service's default. */
const POOL_SIZE = 10;

class Person extends Resource {
  static schema = {
    attributes: { name: String, email: String, birthDate: String },
    relationships: { computers: { type: () => Computer, hasMany: true, foreignKeyName: 'owner_id' } },
  };
}

class Computer extends Resource {
  static schema = {
    attributes: { serial: String },
    relationships: { owner: { type: () => Person, belongsTo: true, foreignKeyName: 'owner_id' } },
  };
}

/** The tables are named like the types, not in the plural. */
class Serializer extends JsonApiSerializer {
  resourceTypeToTableName(type) {
    return type;
  }
}

// Dates as they are stored: by default the driver makes a `Date` of them, at midnight of the process's time zone.
pg.types.setTypeParser(pg.types.builtins.DATE, String);

const database = knex({
  client: 'pg',
  connection: process.env.DATABASE_URL,
  pool: { min: 0, max: POOL_SIZE },
});
const app = new Application({ types: [Person, Computer], serializer: Serializer });
app.services.knex = database;

const server = new Koa().use(jsonApiKoa(app)).listen(0, '127.0.0.1', () => {
  console.log(`Listening on http://127.0.0.1:${server.address().port}`);
});
process.once('SIGTERM', () => {
  server.close(() => void database.destroy());
  server.closeAllConnections();
});
