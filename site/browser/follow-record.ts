import type { Copy } from '../copy.ts';
import { afterPaint } from './after-paint.ts';
import { part } from './elements.ts';
import type { Passed } from './protocol.ts';
import { travel } from './travel.ts';

/** Sends the record of the driver that a visitor chooses along the flow, and shows it in each part of the flow. */
export function startFlow({ announcement, samples }: Copy['records']): void {
  const form = part<HTMLFormElement>('.flow-room');
  const drivers = [...form.querySelectorAll<HTMLInputElement>('.drivers input')];
  const [arrived, ...places] = form.querySelectorAll('.record');
  const status = part('.flow-room [role=status]');
  const { language }: Passed = document.documentElement.dataset;
  const list = new Intl.ListFormat(language);
  let end: (() => void) | undefined;

  form.addEventListener('change', () => {
    // The motion would delay the response. A touch alone does not end it, because the visitor may only scroll.
    end?.();
    afterPaint(follow);
  });
  // The visitor may have chosen before this script has run.
  if (drivers.findIndex(({ checked }) => checked) > 0) follow();

  function follow() {
    end?.();
    const chosen = drivers.findIndex(({ checked }) => checked);
    const { record, shares } = samples[chosen] ?? {};
    if (!record || !shares) return;
    write(arrived?.querySelector('span'), record);
    for (const [index, place] of places.entries()) write(place, shares[index] ?? record);
    // Each drawing has one path of all drivers' lines, and one of the line that the record takes.
    for (const wires of form.querySelectorAll('.step:nth-child(2) .wires')) {
      const [lines, thread] = wires.children;
      const line = lines?.getAttribute('d')?.split(/(?=M)/)[chosen] ?? '';
      thread?.setAttribute('d', line);
    }
    const driver = drivers[chosen]?.closest('label')?.textContent ?? '';
    const erp = part('.flow .part strong').textContent ?? '';
    const values: Record<string, string> = { record, driver, erp, shares: list.format(shares) };
    write(
      status,
      announcement.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? ''),
    );
    // The blockchains get the token, not the record.
    const token = part('.step:nth-child(4) h3').textContent ?? '';
    end = travel(form, [[record], shares, shares, [token, token]]);
  }
}

function write(place: Element | null | undefined, text: string) {
  if (place) place.textContent = text;
}
