// Released migrations, which do not change, import it from here.
export { currentSchema } from '#adapters/persistence/tables/migrations/helpers';
