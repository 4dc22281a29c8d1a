// Released migrations, which never change, import from here.
export { currentSchema } from '#adapters/persistence/tables/migrations/helpers';
