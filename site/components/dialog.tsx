import type { ReactNode } from 'react';
import { useCopy } from '../copy.ts';
import { Mark } from './provider.tsx';

interface DialogProps {
  /** The fragment that opens it: hidden until it is the target or the bootstrap opens it. */
  id: string;
  title: string;
  children?: ReactNode;
}

/**
 * A message over the still page, closed by Escape, its button, or a click beside it. Without a
 * script it is open while the address ends in its id.
 */
export function Dialog({ id, title, children }: DialogProps) {
  const { controls } = useCopy();
  const heading = `${id}-title`;
  return (
    <dialog className="dialog" id={id} role="alertdialog" aria-labelledby={heading} tabIndex={-1}>
      <div className="dialog-panel">
        <Mark />
        <h2 id={heading}>{title}</h2>
        {children}
        {/* A link, so that it closes without a script too: the target is then another one. */}
        <a className="button dialog-close" href="#main">
          {controls.close}
        </a>
      </div>
    </dialog>
  );
}
