import { computerRules } from '../../domain/computer.ts';
import type { OwnedResource } from './owned-resource.ts';

export const computers: OwnedResource<typeof computerRules> = {
  type: 'computer',
  rules: computerRules,
  repository: (transaction) => transaction.computers,
};
