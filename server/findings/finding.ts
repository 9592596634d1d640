/** The result of one check. */
export interface Finding {
  /** Its name for tests and programs, such as `delivery-dead`. */
  code: string;
  /** `wrong` fails `doctor` and is reported to the operator; a `warning` is only shown. */
  state: 'ok' | 'warning' | 'wrong';
  /** A sentence for the operator. */
  text: string;
  /** The channel, where several can have the same finding. */
  channel?: string;
}

export const ok = (code: string, text: string): Finding => ({ code, state: 'ok', text });

export const warning = (code: string, text: string): Finding => ({ code, state: 'warning', text });

export const wrong = (code: string, text: string): Finding => ({ code, state: 'wrong', text });
