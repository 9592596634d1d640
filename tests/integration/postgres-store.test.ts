import { openPostgres } from '../../server/store/postgres/store.ts';
import { temporaryDatabase } from '../support/postgres-database.ts';
import { storeContract } from './store-contract.ts';

storeContract('PostgreSQL', async () => {
  const url = await temporaryDatabase();
  return { open: (now = Date.now, channels = []) => openPostgres({ url, now, channels }) };
});
