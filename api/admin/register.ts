import type { FastifyInstance } from 'fastify';
import type { Services } from '../services.ts';
import { accountOperations } from './accounts.ts';
import { alertOperations } from './alerts.ts';
import { auditOperations } from './audit.ts';
import { engineOperations } from './engines.ts';
import { keyOperations } from './keys.ts';
import { addOperation, type Operation } from './operation.ts';
import { reportOperations } from './reports.ts';
import { requestOperations } from './requests.ts';
import { statisticsOperations } from './statistics.ts';
import { teamOperations } from './teams.ts';

/** Everything that the management API can do. Only keys with the scope `manage` may call it. */
const operations: readonly Operation[] = [
  ...accountOperations,
  ...teamOperations,
  ...keyOperations,
  ...reportOperations,
  ...statisticsOperations,
  ...engineOperations,
  ...auditOperations,
  ...alertOperations,
  ...requestOperations,
];

/** The lists of the management API, for the root document of a key that may call it. */
export const adminLists: readonly Pick<Operation, 'name' | 'path'>[] = operations
  .filter(({ method, path }) => method === 'GET' && !path.includes(':'))
  .map(({ name, path }) => ({ name: `admin_${name}`, path }));

/** Registers the management API. */
export function registerAdmin(
  app: FastifyInstance,
  services: Services,
  repliesOf: (operation: Operation) => Readonly<Record<number, unknown>>,
): void {
  for (const operation of operations) addOperation(app, operation, repliesOf(operation), services);
}
