import { errorInfo, messageOf } from '../errors.ts';
import { StoreUnavailable } from './store.ts';

/** SQLite's result codes (https://sqlite.org/rescode.html). */
const codes = {
  BUSY: 5,
  READONLY: 8,
  IOERR: 10,
  CORRUPT: 11,
  FULL: 13,
  CANTOPEN: 14,
  NOTADB: 26,
};

/** Whether this is an SQLite error with one of these primary result codes. */
function hasCode(error: unknown, ...names: (keyof typeof codes)[]): boolean {
  if (!(error instanceof Error && 'errcode' in error)) return false;
  const code = Number(error.errcode) & 0xff;
  return names.some((name) => codes[name] === code);
}

/** Whether another program holds the lock. */
export const isBusy = (error: unknown): boolean => hasCode(error, 'BUSY');

/** Whether the file is damaged or not a database at all. */
export const isDamage = (error: unknown): boolean => hasCode(error, 'CORRUPT', 'NOTADB');

/** Whether the disk is full, read-only or unreadable. */
export function isDiskFault(error: unknown): boolean {
  return (
    ['EROFS', 'ENOSPC', 'EDQUOT', 'EIO'].includes(errorInfo(error).code ?? '') ||
    hasCode(error, 'IOERR', 'FULL', 'READONLY')
  );
}

/** Whether the database cannot be used now, for a reason that is not in the statement. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof StoreUnavailable || isDiskFault(error)) return true;
  return hasCode(error, 'BUSY', 'CORRUPT', 'CANTOPEN', 'NOTADB');
}

/** The error that the store throws: `StoreUnavailable` for an outage. Other errors are unchanged. */
export function storeError(error: unknown): unknown {
  if (error instanceof StoreUnavailable || !isUnavailable(error)) return error;
  return new StoreUnavailable(messageOf(error));
}
