export interface ErrorInfo {
  message: string;
  code?: string;
  stack?: string;
  cause?: unknown;
}

/**
 * Reads an error that was caught. `code`: the system's, PostgreSQL's or SQLite's, as a text. For a host with
 * several addresses Node's error has one message for each.
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
