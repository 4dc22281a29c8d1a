// Koa and MikroORM as their guides show, a process of its own: a router, a parser of bodies, entities, an entity manager for each
// request, and documents written from entities. It validates nothing.
import Router from '@koa/router';
import { MikroORM, type FilterQuery } from '@mikro-orm/postgresql';
import Koa from 'koa';
import bodyParser from 'koa-bodyparser';
import { listen } from './listen.ts';
import { Computer, Person } from './koa-mikro-orm-entities.ts';
import { computerResource, pageLinks, personResource } from './koa-mikro-orm-documents.ts';

/** The service's defaults. */
const POOL_SIZE = 10;
const PAGE_SIZE = 30;

const orm = await MikroORM.init({
  clientUrl: process.env['DATABASE_URL'] ?? '',
  entities: [Person, Computer],
  pool: { max: POOL_SIZE },
});
const jsonapi = { version: '1.0' };

const router = new Router();

router.get('/persons', async (context) => {
  const number = pageOf(context.query);
  const [persons, count] = await orm.em
    .fork()
    .findAndCount(
      Person,
      {},
      { populate: ['computers'], orderBy: { id: 'asc' }, limit: PAGE_SIZE, offset: (number - 1) * PAGE_SIZE },
    );
  const included = persons.flatMap(({ computers }) => computers.getItems().map(computerResource));
  context.body = {
    data: persons.map(personResource),
    ...(context.query['include'] === 'computers' ? { included } : {}),
    links: pageLinks(context.URL, number, Math.ceil(count / PAGE_SIZE)),
    meta: { count },
    jsonapi,
  };
});

router.get('/persons/:id', async (context) => {
  const id = context.params['id'] ?? '';
  const person = await orm.em.fork().findOneOrFail(Person, { id }, { populate: ['computers'] });
  context.body = { data: personResource(person), links: { self: context.url }, jsonapi };
});

router.get('/computers', async (context) => {
  const number = pageOf(context.query);
  const where = conditionsOf(String(context.query['filter'] ?? '[]'));
  const [computers, count] = await orm.em.fork().findAndCount(Computer, where, {
    orderBy: [orderOf(String(context.query['sort'] ?? 'id')), { id: 'asc' }],
    limit: PAGE_SIZE,
    offset: (number - 1) * PAGE_SIZE,
  });
  context.body = {
    data: computers.map(computerResource),
    links: pageLinks(context.URL, number, Math.ceil(count / PAGE_SIZE)),
    meta: { count },
    jsonapi,
  };
});

router.post('/persons', async (context) => {
  const { attributes } = (context.request.body as Body<{ readonly attributes: PersonAttributes }>).data;
  const em = orm.em.fork();
  const { name, email, birth_date: birthDate } = attributes;
  const person = em.create(Person, { name, email, birthDate });
  await em.flush();
  context.status = 201;
  context.set('Location', `/persons/${person.id}`);
  context.body = { data: personResource(person), links: { self: `/persons/${person.id}` }, jsonapi };
});

router.patch('/persons/:id', async (context) => {
  const { attributes } = (context.request.body as Body<{ readonly attributes: PersonAttributes }>).data;
  const em = orm.em.fork();
  const id = context.params['id'] ?? '';
  const person = await em.findOneOrFail(Person, { id }, { populate: ['computers'] });
  person.birthDate = attributes.birth_date;
  await em.flush();
  context.body = { data: personResource(person), links: { self: context.url }, jsonapi };
});

router.post('/persons/:id/relationships/computers', async (context) => {
  const ids = (context.request.body as Body<readonly { readonly id: string }[]>).data.map(({ id }) => id);
  const em = orm.em.fork();
  const id = context.params['id'] ?? '';
  const person = await em.findOneOrFail(Person, { id }, { populate: ['computers'] });
  person.computers.add(await em.find(Computer, { id: { $in: ids } }));
  await em.flush();
  const included = person.computers.getItems().map(computerResource);
  context.body = { data: personResource(person), included, links: { self: context.url }, jsonapi };
});

const app = new Koa();
app.use(bodyParser({ enableTypes: ['json'], extendTypes: { json: ['application/vnd.api+json'] } }));
app.use(async (context, next) => {
  await next();
  context.set('Content-Type', 'application/vnd.api+json');
});
app.use(router.routes());
listen(app, () => orm.close());

interface PersonAttributes {
  readonly name: string;
  readonly email: string | null;
  readonly birth_date: string | null;
}

interface Body<Data> {
  readonly data: Data;
}

type Query = Readonly<Record<string, unknown>>;

function pageOf(query: Query): number {
  return Number(query['page[number]'] ?? 1);
}

type Condition = { readonly name: 'owner' | 'serial' } & (
  { readonly op: 'eq'; readonly val: string } | { readonly op: 'between'; readonly val: readonly string[] }
);

/** @param filter the service's filter, of which it understands what the benchmark sends */
function conditionsOf(filter: string): FilterQuery<Computer> {
  const conditions = JSON.parse(filter) as readonly Condition[];
  return {
    $and: conditions.map(({ name, op, val }) => ({ [name]: op === 'eq' ? val : { $gte: val[0], $lte: val[1] } })),
  };
}

function orderOf(sort: string): Readonly<Record<string, 'asc' | 'desc'>> {
  return sort.startsWith('-') ? { [sort.slice(1)]: 'desc' } : { [sort]: 'asc' };
}
