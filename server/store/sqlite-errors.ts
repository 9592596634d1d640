import { errorInfo, messageOf } from '../errors.ts';
import { StoreUnavailable } from './store.ts';

/** The error that the store throws: `StoreUnavailable` for an outage. Other errors are unchanged. */
export function storeError(error: unknown): unknown {
  if (error instanceof StoreUnavailable || !isUnavailable(error)) return error;
  return new StoreUnavailable(outageOf(error), messageOf(error));
}

/** Whether the database cannot be used now, for a reason that is not in the statement. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof StoreUnavailable || isDiskFault(error) || isDamage(error)) return true;
  return hasCode(error, codes.BUSY, codes.CANTOPEN);
}

/** Whether another program holds the lock. */
export const isBusy = (error: unknown): boolean => hasCode(error, codes.BUSY);

/** Whether the file is damaged or not a database at all. */
export const isDamage = (error: unknown): boolean => hasCode(error, codes.CORRUPT, codes.NOTADB);

/** The code of `StoreUnavailable` for an outage. */
export const outageOf = (error: unknown) => (isDiskFull(error) ? 'disk-full' : 'unusable');

/** Whether the disk is full, read-only or unreadable. */
export function isDiskFault(error: unknown): boolean {
  return (
    isDiskFull(error) ||
    ['EROFS', 'EIO'].includes(errorInfo(error).code ?? '') ||
    hasCode(error, codes.IOERR, codes.READONLY)
  );
}

function isDiskFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes(errorInfo(error).code ?? '') || hasCode(error, codes.FULL);
}

/** SQLite's primary result codes (https://sqlite.org/rescode.html). */
const codes = { BUSY: 5, READONLY: 8, IOERR: 10, CORRUPT: 11, FULL: 13, CANTOPEN: 14, NOTADB: 26 };

function hasCode(error: unknown, ...primary: number[]): boolean {
  return (
    error instanceof Error && 'errcode' in error && primary.includes(Number(error.errcode) & 0xff)
  );
}
