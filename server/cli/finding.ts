/** What doctor found out about one thing. `wrong` alarms; `text` is a sentence for the operator. */
export interface Finding {
  what: string;
  state: 'ok' | 'warning' | 'wrong';
  text: string;
}
