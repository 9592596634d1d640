import type { ReactNode } from 'react';
import { useCopy } from '../copy.ts';

interface DialogProps {
  /** The fragment that opens it: hidden until it is the target or a script opens it. */
  id: string;
  title: string;
  /** The target of its closing link. A fragment closes it without a script too, because it changes `:target`. */
  end?: string;
  children?: ReactNode;
  /** What follows its button. */
  below?: ReactNode;
}

/** A message over the still page, closed by Escape, its button, or a click outside it. */
export function Dialog({ id, title, end = '#main', children, below }: DialogProps) {
  const { controls } = useCopy();
  const heading = `${id}-title`;
  return (
    <dialog
      className="dialog"
      id={id}
      role="alertdialog"
      aria-labelledby={heading}
      tabIndex={-1}
      data-theme="light"
    >
      <div className="dialog-panel sheet" data-nosnippet="">
        <h2 id={heading}>{title}</h2>
        {children}
        <a className="button dialog-close" href={end}>
          {controls.close}
        </a>
        {below}
      </div>
    </dialog>
  );
}
