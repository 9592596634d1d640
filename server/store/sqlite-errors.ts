import { messageOf } from '../errors.ts';
import { DatabaseError, StoreOverloaded, StoreUnavailable } from './store.ts';

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

const unavailable = [
  codes.BUSY,
  codes.READONLY,
  codes.IOERR,
  codes.CORRUPT,
  codes.FULL,
  codes.CANTOPEN,
  codes.NOTADB,
];

/** The primary result code of an error of SQLite's; undefined for any other error. */
function resultCode(error: unknown): number | undefined {
  const isSqlite = error instanceof Error && 'errcode' in error;
  return isSqlite ? Number(error.errcode) & 0xff : undefined;
}

/** Whether another program holds the lock. */
export function isBusy(error: unknown): boolean {
  return resultCode(error) === codes.BUSY;
}

/** Whether the file is damaged or no database at all. */
export function isDamage(error: unknown): boolean {
  return [codes.CORRUPT, codes.NOTADB].includes(resultCode(error) ?? 0);
}

/** Whether the disk is full, read-only or unreadable. */
export function isDiskFault(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && /^(EROFS|ENOSPC|EDQUOT|EIO)$/.test(String(error.code))) return true;
  return [codes.IOERR, codes.FULL, codes.READONLY].includes(resultCode(error) ?? 0);
}

/** Whether the database cannot be used now: nothing of the statement is to blame. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof StoreUnavailable || isDiskFault(error)) return true;
  return unavailable.includes(resultCode(error) ?? 0);
}

/** The error as the store throws it: `StoreUnavailable` for an outage, any other as it is. */
export function storeError(error: unknown): unknown {
  const isOurs = error instanceof DatabaseError || error instanceof StoreOverloaded;
  if (isOurs || !isUnavailable(error)) return error;
  return error instanceof StoreUnavailable ? error : new StoreUnavailable(messageOf(error));
}
