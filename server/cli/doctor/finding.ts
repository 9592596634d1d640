import type { AlertKind } from '../../alerts/alert-channels.ts';

/** What doctor found out about one thing. `wrong` fails the command; `text` is a sentence for the operator. */
export interface Finding {
  what: string;
  state: 'ok' | 'warning' | 'wrong';
  text: string;
  /** Of what is wrong: what an operator is told about. */
  alert?: AlertKind;
}

export const ok = (what: string, text: string): Finding => ({ what, state: 'ok', text });

export const warning = (what: string, text: string): Finding => ({ what, state: 'warning', text });

export const wrong = (what: string, text: string, alert: AlertKind = 'doctor'): Finding => ({
  what,
  state: 'wrong',
  text,
  alert,
});

export const wrongIf = (isWrong: boolean, what: string, text: string, alert?: AlertKind) =>
  isWrong ? wrong(what, text, alert) : ok(what, text);
