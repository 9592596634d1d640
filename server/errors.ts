export interface ErrorInfo {
  message: string;
  code?: string;
  stack?: string;
  cause?: unknown;
}

/**
 * Reads a caught error. `code`: the code of the system, PostgreSQL or SQLite, as text. If a host has several
 * addresses, Node's error has one message for each. The messages are joined.
 */
export function errorInfo(error: unknown): ErrorInfo {
  if (typeof error !== 'object' || error === null) return { message: String(error) };
  const message = 'message' in error ? String(error.message) : '';
  return {
    message: error instanceof AggregateError ? error.errors.map(messageOf).join(', ') : message,
    ...('code' in error && error.code !== undefined && { code: String(error.code) }),
    ...('stack' in error && typeof error.stack === 'string' && { stack: error.stack }),
    ...('cause' in error && { cause: error.cause }),
  };
}

export function messageOf(error: unknown): string {
  return errorInfo(error).message;
}
